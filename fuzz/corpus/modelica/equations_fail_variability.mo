model M
  Real x = time;
  parameter Real p = 2*x;
  constant Real c = p;
  constant Real d;
  parameter Real q = r;
  parameter Real r = q;
end M;
