within DiscreteProcesses;
block Router "Sends entities to one of several exits"
  parameter Integer n = 2 "Exits";
  parameter Routing routing = Routing.Random;
  parameter Real probabilities[n] = fill(1/n, n);
  parameter Integer seed = 1;
  parameter Integer series = 0;
  Interfaces.Entry entry;
  Interfaces.Exit exit[n];
  Integer entered(start=0, fixed=true);
protected
  Integer left(start=0, fixed=true);
  Integer target(start=0, fixed=true) "Where the entity is to go; 0: the first exit that accepts";
  Integer id(start=0, fixed=true);
  discrete Real born(start=0, fixed=true);
  discrete Real rank(start=0, fixed=true);
  Boolean arrives(start=false, fixed=true);
  Boolean leaves(start=false, fixed=true);
  Integer free "The exit through which the entity goes";
  Integer chosen;
  Real u;
initial equation
  for k in 1:n loop
    pre(exit[k].n) = 0;
    pre(exit[k].id) = 0;
    pre(exit[k].born) = 0;
    pre(exit[k].rank) = 0;
  end for;
equation
  arrives = pre(entry.n) > pre(entered) and not pre(arrives);
  leaves = pre(entered) > pre(left) and free > 0 and not arrives and not pre(leaves);
  entry.allowed = if entered == left then entered + 1 else entered;
algorithm
  free := 0;
  for k in 1:n loop
    if free == 0 and (pre(target) == 0 or pre(target) == k) and pre(exit[k].allowed) > pre(exit[k].n) then
      free := k;
    end if;
  end for;
algorithm
  when arrives then
    entered := pre(entered) + 1;
    id := pre(entry.id);
    born := pre(entry.born);
    rank := pre(entry.rank);
    u := Interfaces.draw(Distribution.Uniform, 0, 1, 0, seed, series, pre(entered));
    chosen := n;
    for k in n - 1:-1:1 loop
      if u < sum(probabilities[1:k]) then
        chosen := k;
      end if;
    end for;
    target := if routing == Routing.FirstFree then 0
      elseif routing == Routing.Cyclic then mod(pre(entered), n) + 1 else chosen;
  elsewhen leaves then
    left := pre(left) + 1;
    for k in 1:n loop
      if k == free then
        exit[k].n := pre(exit[k].n) + 1;
        exit[k].id := pre(id);
        exit[k].born := pre(born);
        exit[k].rank := pre(rank);
      end if;
    end for;
  end when;
end Router;
