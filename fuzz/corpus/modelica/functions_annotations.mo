function f
  input Real x;
  output Real y;
algorithm
  y := x^2;
  annotation(Inline = true, smoothOrder = 2);
end f;
function g
  input Real x;
  output Real y;
algorithm
  y := exp(x);
  annotation(derivative = dg, inverse(x = ginv(y)));
end g;
function dg
  input Real x;
  input Real der_x;
  output Real der_y;
algorithm
  der_y := exp(x)*der_x;
end dg;
function ginv
  input Real y;
  output Real x;
algorithm
  x := log(y);
end ginv;
impure function h
  output Real y;
  external "C" y = now();
end h;
model M
  Real a = f(time);
  Real b = g(time);
  discrete Real c;
equation
  when initial() then
    c = h();
  end when;
end M;
