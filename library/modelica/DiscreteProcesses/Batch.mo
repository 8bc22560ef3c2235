within DiscreteProcesses;
block Batch "Waits for as many entities as make a batch, and sends them on as one"
  extends Interfaces.OneAtATime;
  parameter Integer size = 2 "Entities in a batch";
  Integer held(start=0, fixed=true) "Entities that wait for the rest of their batch";
protected
  Integer firstId(start=0, fixed=true);
  discrete Real firstBorn(start=0, fixed=true);
  discrete Real firstRank(start=0, fixed=true);
equation
  leaves = pre(held) >= size and pre(exit.allowed) > pre(exit.n) and not arrives and not pre(leaves);
  entry.allowed = if held < size then entered + 1 else entered;
algorithm
  when arrives then
    entered := pre(entered) + 1;
    held := pre(held) + 1;
    if pre(held) == 0 then
      firstId := pre(entry.id);
      firstBorn := pre(entry.born);
      firstRank := pre(entry.rank);
    end if;
  elsewhen leaves then
    held := pre(held) - size;
    exit.n := pre(exit.n) + 1;
    exit.id := pre(firstId);
    exit.born := pre(firstBorn);
    exit.rank := pre(firstRank);
  end when;
  annotation (Documentation(info="<html>
<p>The batch has number, birth and rank of its first entity.</p>
</html>"));
end Batch;
