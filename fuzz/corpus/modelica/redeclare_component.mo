partial model Load
  parameter Real r = 1;
  Real p;
end Load;
model Linear
  extends Load;
equation
  p = r*time;
end Linear;
model Quadratic
  extends Load;
  parameter Real q = 3;
equation
  p = r*time^2 + q;
end Quadratic;
model Grid
  replaceable Linear load constrainedby Load(r = 5);
end Grid;
model M
  Grid g1;
  Grid g2(redeclare Quadratic load(q = 4));
  extends Grid(redeclare Quadratic load);
end M;
