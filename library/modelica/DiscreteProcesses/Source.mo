within DiscreteProcesses;
block Source "Entities are born here"
  extends Interfaces.Drawing;
  parameter Real start(unit="s") = 0 "The first comes one interval after this";
  parameter Integer limit = unlimited "No more entities than this";
  parameter Integer firstId = 1 "Number of the first entity; the others follow";
  Interfaces.Exit exit;
  Integer born(start=0, fixed=true) "Entities so far";
protected
  discrete Real next(start=0, fixed=true) "When the next one is born";
  Boolean comes(start=false, fixed=true);
  Boolean sends(start=false, fixed=true);
initial equation
  pre(exit.n) = 0;
  pre(exit.id) = 0;
  pre(exit.born) = 0;
  pre(exit.rank) = 0;
equation
  comes = time >= pre(next) and pre(born) < limit and not pre(comes);
  sends = pre(born) > pre(exit.n) and pre(exit.allowed) > pre(exit.n) and not pre(sends);
algorithm
  when initial() then
    next := start + Interfaces.draw(distribution, a, b, c, seed, series, 0);
  elsewhen comes then
    born := pre(born) + 1;
    next := pre(next) + Interfaces.draw(distribution, a, b, c, seed, series, pre(born) + 1);
  end when;
algorithm
  when sends then
    exit.n := pre(exit.n) + 1;
    exit.id := firstId + pre(exit.n);
    exit.born := time;
    exit.rank := 0;
  end when;
  annotation (Documentation(info="<html>
<p>Entities come at intervals that are drawn. If what follows does not accept one at once, it waits here and counts as born when it leaves.</p>
</html>"));
end Source;
