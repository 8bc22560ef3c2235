model Sizes
  parameter Real a(unit = "mm") = 5;
  Real b(unit = "m") = a;
  Real w(unit = "rad/s") = 1;
  Real n(unit = "rev/min") = w;
  Real T(unit = "K") = 300;
  Real t(unit = "degC") = T;
  Real s = sin(phi);
  Real phi(unit = "deg") = 30;
end Sizes;
