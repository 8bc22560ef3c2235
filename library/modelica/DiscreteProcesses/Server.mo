within DiscreteProcesses;
block Server "Works on as many entities at a time as it has places"
  extends Interfaces.Drawing;
  parameter Integer capacity = 1 "Places";
  Interfaces.Entry entry;
  Interfaces.Exit exit;
  Integer busy(start=0, fixed=true) "Places that are taken";
  Integer entered(start=0, fixed=true);
  Real utilisation = area.mean / capacity "Part of the places that was taken, on average";
protected
  TimeAverage area(u=busy);
  Interfaces.Pool pool = Interfaces.Pool();
  Integer n(start=0, fixed=true) "Operations on the pool";
  Boolean arrives(start=false, fixed=true);
  Boolean leaves(start=false, fixed=true);
  discrete Real next(start=never, fixed=true) "When the next one is done";
  discrete Real since(start=0, fixed=true);
initial equation
  pre(exit.n) = 0;
  pre(exit.id) = 0;
  pre(exit.born) = 0;
  pre(exit.rank) = 0;
equation
  arrives = pre(entry.n) > pre(entered) and not pre(arrives);
  leaves = time >= pre(next) and pre(exit.allowed) > pre(exit.n) and not arrives and not pre(leaves);
  entry.allowed = if busy < capacity then entered + 1 else entered;
algorithm
  when arrives then
    n := pre(n) + 1;
    entered := pre(entered) + 1;
    (busy, next) := Interfaces.put(pool, pre(n) + 1, arrives,
      time + Interfaces.draw(distribution, a, b, c, seed, series, pre(entered)),
      pre(entry.id), pre(entry.born), pre(entry.rank), time);
  elsewhen leaves then
    n := pre(n) + 1;
    (busy, next, exit.id, exit.born, exit.rank, since) := Interfaces.take(pool, pre(n) + 1, leaves);
    exit.n := pre(exit.n) + 1;
  end when;
  annotation (Documentation(info="<html>
<p>An entity that is done and not accepted by what follows keeps its place until it is.</p>
</html>"));
end Server;
