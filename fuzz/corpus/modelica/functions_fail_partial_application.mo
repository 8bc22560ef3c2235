partial function Shape
  input Real u;
  output Real y;
end Shape;
function power
  extends Shape;
  input Real n;
algorithm
  y := u^n;
end power;
function integral
  input Shape f;
  output Real y;
algorithm
  y := (f(0) + f(1))/2;
end integral;
model M
  Real y = integral(function power(m = 2));
  Real z = integral(function Nothing(m = 2));
end M;
