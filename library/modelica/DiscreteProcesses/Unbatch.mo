within DiscreteProcesses;
block Unbatch "Sends on several entities for each that comes"
  extends Interfaces.OneAtATime;
  parameter Integer size = 2 "Entities for each that comes";
  Integer left(start=0, fixed=true) "Entities of the present batch that have still to leave";
protected
  Integer id(start=0, fixed=true);
  discrete Real born(start=0, fixed=true);
  discrete Real rank(start=0, fixed=true);
equation
  leaves = pre(left) > 0 and pre(exit.allowed) > pre(exit.n) and not arrives and not pre(leaves);
  entry.allowed = if left == 0 then entered + 1 else entered;
algorithm
  when arrives then
    entered := pre(entered) + 1;
    left := size;
    id := pre(entry.id);
    born := pre(entry.born);
    rank := pre(entry.rank);
  elsewhen leaves then
    left := pre(left) - 1;
    exit.n := pre(exit.n) + 1;
    exit.id := pre(id);
    exit.born := pre(born);
    exit.rank := pre(rank);
  end when;
  annotation (Documentation(info="<html>
<p>All have number, birth and rank of the one that came.</p>
</html>"));
end Unbatch;
