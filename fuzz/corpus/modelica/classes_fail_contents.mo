record R
  Real x;
protected
  Real y;
equation
  x = 1;
end R;
record S
  flow Real x;
end S;
connector C
  inner Real v;
  flow Real i;
end C;
function f
  input Real x;
  output Real y;
  Real z;
algorithm
  z := x;
algorithm
  y := z;
end f;
package P
  Real v = 1;
  parameter Real w = 2;
end P;
model M
  R r;
  S s;
  C c;
  Real a = f(1);
  Real b = P.w;
end M;
