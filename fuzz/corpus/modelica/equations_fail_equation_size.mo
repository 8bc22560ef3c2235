function f
  input Integer n;
  output Real y[n];
algorithm
  y := zeros(n);
end f;
model M
  Integer n = integer(time);
  Real x[2];
  Real z[2] = f(n);
equation
  x = f(n);
end M;
