function f
  input Real x;
  output Real y[integer(sum(f(x)))];
algorithm
  y := {x};
end f;
model M
  Real y = sum(f(1));
end M;
