within DiscreteProcesses;
block Join "Entities of several entries go one way, in the order of their coming"
  parameter Integer n = 2 "Entries";
  Interfaces.Entry entry[n];
  Interfaces.Exit exit;
  Integer length(start=0, fixed=true) "Entities that wait here";
protected
  Integer entered[n](each start=0, each fixed=true);
  Integer from "The entry through which an entity comes";
  Interfaces.Pool pool = Interfaces.Pool();
  Integer operations(start=0, fixed=true);
  Boolean arrives(start=false, fixed=true);
  Boolean leaves(start=false, fixed=true);
  Integer id;
  Real born;
  Real rank;
  discrete Real next(start=0, fixed=true);
  discrete Real since(start=0, fixed=true);
initial equation
  pre(exit.n) = 0;
  pre(exit.id) = 0;
  pre(exit.born) = 0;
  pre(exit.rank) = 0;
equation
  arrives = from > 0 and not pre(arrives);
  leaves = pre(length) > 0 and pre(exit.allowed) > pre(exit.n) and not arrives and not pre(leaves);
  for k in 1:n loop
    entry[k].allowed = entered[k] + 1;
  end for;
algorithm
  from := 0;
  for k in n:-1:1 loop
    if pre(entry[k].n) > pre(entered[k]) then
      from := k;
    end if;
  end for;
algorithm
  when arrives then
    operations := pre(operations) + 1;
    for k in 1:n loop
      if k == from then
        entered[k] := pre(entered[k]) + 1;
        id := pre(entry[k].id);
        born := pre(entry[k].born);
        rank := pre(entry[k].rank);
      end if;
    end for;
    (length, next) := Interfaces.put(pool, pre(operations) + 1, arrives, 0, id, born, rank, time);
  elsewhen leaves then
    operations := pre(operations) + 1;
    (length, next, exit.id, exit.born, exit.rank, since) := Interfaces.take(pool, pre(operations) + 1, leaves);
    exit.n := pre(exit.n) + 1;
  end when;
end Join;
