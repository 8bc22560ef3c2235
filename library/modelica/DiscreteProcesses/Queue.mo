within DiscreteProcesses;
block Queue "Entities wait until what follows accepts them"
  parameter Ranking ranking = Ranking.FIFO;
  parameter Integer capacity = unlimited "More than this are not accepted";
  Interfaces.Entry entry;
  Interfaces.Exit exit;
  Integer length(start=0, fixed=true) "Entities that wait";
  Integer longest(start=0, fixed=true);
  Integer entered(start=0, fixed=true);
  discrete Real waited(unit="s", start=0, fixed=true) "Sum of the times that those who left have waited";
  Real meanLength = area.mean "Mean number of entities that wait";
  Real meanWait(unit="s") = waited / max(1, exit.n) "Mean time in the queue of those who left";
protected
  TimeAverage area(u=length);
  Interfaces.Pool pool = Interfaces.Pool();
  Integer n(start=0, fixed=true) "Operations on the pool";
  Boolean arrives(start=false, fixed=true);
  Boolean leaves(start=false, fixed=true);
  discrete Real next(start=0, fixed=true);
  discrete Real since(start=0, fixed=true);
initial equation
  pre(exit.n) = 0;
  pre(exit.id) = 0;
  pre(exit.born) = 0;
  pre(exit.rank) = 0;
equation
  arrives = pre(entry.n) > pre(entered) and not pre(arrives);
  leaves = pre(length) > 0 and pre(exit.allowed) > pre(exit.n) and not arrives and not pre(leaves);
  entry.allowed = if length < capacity then entered + 1 else entered;
algorithm
  when arrives then
    n := pre(n) + 1;
    entered := pre(entered) + 1;
    (length, next) := Interfaces.put(pool, pre(n) + 1, arrives,
      if ranking == Ranking.LIFO then -pre(entered)
      elseif ranking == Ranking.LowFirst then pre(entry.rank)
      elseif ranking == Ranking.HighFirst then -pre(entry.rank) else 0,
      pre(entry.id), pre(entry.born), pre(entry.rank), time);
    longest := max(pre(longest), length);
  elsewhen leaves then
    n := pre(n) + 1;
    (length, next, exit.id, exit.born, exit.rank, since) := Interfaces.take(pool, pre(n) + 1, leaves);
    exit.n := pre(exit.n) + 1;
    waited := pre(waited) + time - since;
  end when;
  annotation (Documentation(info="<html>
<p>The queue grows as needed. Entities that are equal in rank leave in the order of their coming.</p>
</html>"));
end Queue;
