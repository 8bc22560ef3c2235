model Cell
  Real x = 1;
end Cell;
model M
  parameter Integer n = 0;
  Real v[n];
  Real m[n, 3];
  Cell cells[n];
  Real s = sum(v) + sum(cells.x);
  Real y;
equation
  for i in 1:n loop
    v[i] = i;
  end for;
  m = zeros(n, 3);
  y = time;
end M;
