function polar
  input Real x;
  input Real y;
  output Real r;
  output Real phi;
  output Boolean far;
algorithm
  r := sqrt(x^2 + y^2);
  phi := atan2(y, x);
  far := r > 1;
end polar;
model M
  Real r;
  Real phi;
  Real r2;
  Boolean far;
  Boolean far2;
  Real only = polar(time, 3);
equation
  (r, phi) = polar(1, time);
  (r2, , far) = polar(2, time);
algorithm
  (, , far2) := polar(3, time);
end M;
