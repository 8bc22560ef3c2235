model A
  parameter Real k = 1;
end A;
model B
  extends A(k = 2);
  parameter Real b = 1;
end B;
model C
  extends B(k = 3);
  parameter Real c = 1;
end C;
model Level1
  replaceable A part;
end Level1;
model Level2
  Level1 l1(redeclare replaceable B part);
end Level2;
model M
  Level2 l2;
  Level2 l3(l1(redeclare C part(c = 9)));
end M;
