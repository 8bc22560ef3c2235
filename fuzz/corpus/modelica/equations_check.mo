model M
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -k*y;
  y = 2*x;
end M;
