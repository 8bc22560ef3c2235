function area
  input Real r(unit = "m");
  output Real a(unit = "m2");
  output Real u(unit = "m");
algorithm
  a := 3.14*r^2;
  u := 6.28*r;
end area;
model Calls
  Real t(unit = "s") = 1;
  Real l(unit = "m") = 2;
  Real a(unit = "m2") = area(t);
  Real b(unit = "m") = area(l);
  Real c(unit = "m2");
  Real d(unit = "s");
  Real e = exp(-t);
  Real f = exp(-t/t);
equation
  (c, d) = area(l);
end Calls;
