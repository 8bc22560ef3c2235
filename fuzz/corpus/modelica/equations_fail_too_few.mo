model M
  Real x;
  Real y;
  Real z;
equation
  x = time;
  y + z = x;
end M;
