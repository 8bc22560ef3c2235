within DiscreteProcesses;
block Histogram "How often the lives of passing entities fall into cells of equal width"
  extends Interfaces.Passing;
  parameter Integer n = 10 "Cells, besides those for what lies below and above";
  parameter Real low = 0 "Where the first cell begins";
  parameter Real width = 1 "Of a cell";
  Integer counts[n + 2](each start=0, each fixed=true) "The first for what lies below, the last for what lies above";
protected
  Integer cell(start=0, fixed=true);
equation
  mayLeave = true;
  newRank = pre(entry.rank);
  entry.allowed = if entered == exit.n then entered + 1 else entered;
algorithm
  when arrives then
    cell := min(n + 2, max(1, integer(floor((time - pre(entry.born) - low) / width)) + 2));
    for k in 1:n + 2 loop
      if k == cell then
        counts[k] := pre(counts[k]) + 1;
      end if;
    end for;
  end when;
end Histogram;
