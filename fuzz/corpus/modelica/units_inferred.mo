model Inferred
  parameter Real R(unit = "Ohm") = 10;
  parameter Real C(unit = "F") = 1;
  Real i(unit = "A");
  Real v = R*i;
  Real w(start = 0, fixed = true);
  Real q(unit = "s");
  Real a = R*i;
  Real b = i*q;
  Real c = a + b;
equation
  C*der(w) = i;
  q = v;
  i = w;
end Inferred;
