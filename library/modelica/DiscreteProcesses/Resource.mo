within DiscreteProcesses;
block Resource "Units that entities hold for a while"
  parameter Integer capacity = 1 "Units";
  parameter Integer n = 1 "Acquire components that ask for units; the first is served first";
  Interfaces.Seized users[n];
  input Integer returned "Units that have been given back so far";
  Integer busy(start=0, fixed=true) "Units that are held";
  Real utilisation = area.mean / capacity;
protected
  TimeAverage area(u=busy);
  Integer granted[n](each start=0, each fixed=true);
  Integer seen(start=0, fixed=true) "Units given back that have been counted";
  Integer next "Who gets a unit";
  Boolean gives(start=false, fixed=true);
  Boolean takes(start=false, fixed=true);
equation
  takes = pre(returned) > pre(seen) and not pre(takes);
  gives = next > 0 and pre(busy) < capacity and not takes and not pre(gives);
  for k in 1:n loop
    users[k].granted = granted[k];
  end for;
algorithm
  next := 0;
  for k in n:-1:1 loop
    if pre(users[k].asked) > pre(granted[k]) then
      next := k;
    end if;
  end for;
algorithm
  when takes then
    seen := pre(seen) + 1;
    busy := pre(busy) - 1;
  elsewhen gives then
    busy := pre(busy) + 1;
    for k in 1:n loop
      if k == next then
        granted[k] := pre(granted[k]) + 1;
      end if;
    end for;
  end when;
  annotation (Documentation(info="<html>
<p>Connect the <code>users</code> with <a href=\"modelica://DiscreteProcesses.Acquire\">Acquire</a> components, and set <code>returned</code> to the sum of what
<a href=\"modelica://DiscreteProcesses.Release\">Release</a> components count.</p>
</html>"));
end Resource;
