within DiscreteProcesses;
block Sink "Entities end here"
  Interfaces.Entry entry;
  Integer count(start=0, fixed=true) "Entities that have come";
  discrete Real total(unit="s", start=0, fixed=true) "Sum of their lives";
  discrete Real longest(unit="s", start=0, fixed=true) "The longest life";
  Real meanLife(unit="s") = total / max(1, count) "Mean time from birth to here";
protected
  Boolean arrives(start=false, fixed=true);
equation
  arrives = pre(entry.n) > pre(count) and not pre(arrives);
  entry.allowed = count + 1;
algorithm
  when arrives then
    count := pre(count) + 1;
    total := pre(total) + time - pre(entry.born);
    longest := max(pre(longest), time - pre(entry.born));
  end when;
end Sink;
