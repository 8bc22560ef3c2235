model M "A model with a text"
  parameter Real p = 2 "a parameter";
  final parameter Real q = 2*p;
  constant Real c = 3;
  Real x(start = p) = q*time "a variable";
  input Real u;
  output Real y = x + u;
protected
  Real hidden = c;
end M;
