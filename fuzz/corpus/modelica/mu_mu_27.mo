class Canonical
  Real a, b, c, d, x;
  Real e, f, g, h;
equation
  2 - 1 - 3 - 4 - 5 = h;
  a + a + 2.0*a + b + (c + d*a/b) = a - 2*b*c - d;
  2*a^3 + 3*c^d = a^3 - 2*c^d;
  a*a*b*c*c*d + b*a^2*a + e^a*f^b*e^(c + d) = 0.0;
  e^a*f^b*e^(c + d + g) = 0.0;
  ((4/2*a^(0 + b))^2)^(2*(3 + 2)) = 0;
  2*a^a + a^a + a^2 = 0;
  (a*(b + c)^2*d^e*(2*3 + 4)^2)^3 = e;
  (x + b)^2 - (c*b)^2 + a^2*d = (c + d)^2;
end Canonical;
