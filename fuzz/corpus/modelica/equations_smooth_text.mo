model M
  parameter Real a = 1.50;
  parameter Real b = 2E3;
  parameter Real c = .5;
  Real x = a*(b + c)*time - (a - (b - c));
  Real y = (a + b)/(c*a)^2;
  Real z = -(a^2);
  Boolean p = a > 1 and (b < 2 or not c == 3) and a <> b;
end M;
