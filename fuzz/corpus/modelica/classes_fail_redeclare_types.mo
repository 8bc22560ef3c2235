type Vector = Real[3];
partial model Wide
  parameter Real a = 1;
  parameter Real b = 2;
end Wide;
partial model Narrow
  parameter Real a = 1;
end Narrow;
model Part
  extends Wide;
end Part;
model Base
  replaceable type T = Real;
  T x = 1;
  replaceable Part p constrainedby Wide;
end Base;
model M
  Base b(redeclare type T = Vector);
  Base c(redeclare replaceable Part p constrainedby Narrow);
end M;
model D
  replaceable Narrow n constrainedby Wide;
  replaceable Vector v constrainedby Real;
end D;
