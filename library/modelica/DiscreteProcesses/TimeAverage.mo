within DiscreteProcesses;
block TimeAverage "Mean over time of a number that changes at events"
  input Integer u;
  Real mean = (sum + u * (time - last)) / max(time - begin, 1e-30);
  Integer least(start=0);
  Integer most(start=0);
protected
  discrete Real sum(start=0, fixed=true);
  discrete Real last(start=0, fixed=true);
  discrete Real begin(start=0, fixed=true);
algorithm
  when initial() then
    begin := time;
    last := time;
    least := u;
    most := u;
  elsewhen u <> pre(u) then
    sum := pre(sum) + pre(u) * (time - pre(last));
    last := time;
    least := min(pre(least), u);
    most := max(pre(most), u);
  end when;
end TimeAverage;
