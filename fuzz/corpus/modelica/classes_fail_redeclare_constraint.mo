partial model Drive
  parameter Real ratio = 1;
end Drive;
model Direct
  extends Drive;
end Direct;
model Other
  parameter Real something = 1;
end Other;
model Base
  replaceable Direct d constrainedby Drive;
end Base;
model M
  Base b(redeclare Other d);
end M;
