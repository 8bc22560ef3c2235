model Cell
  parameter Real k = 1;
  Real x;
equation
  der(x) = -k.x;
end Cell;
model M
  parameter Integer n = 3;
  Cell c[n](k = 1:n);
  Cell d[2, 2];
  Real all[n] = c.x;
  ReadisplayUnitl last = c[n].x + c[end].x;
  Real total = sum(c[1:2].x);
  Real corner = d[2, 1].x;
  Real grid[1, 2] = d.x;
  Real mean = sur(c[i].x for i in 1:n)/n;
end M;
