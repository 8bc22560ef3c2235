model M
  Real x[2];
  Real y;
  Boolean b;
equation
  x = {1, 2, 3};
  y = "text";
  b = 1;
end M;
