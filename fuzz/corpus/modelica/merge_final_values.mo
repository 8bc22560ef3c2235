model A
  parameter Real p = 1;
  parameter Real q(final min = 0) = 2;
end A;
model B
  extends A(final p = 5);
end B;
model M
  B b(q = 3);
  A a(final q = 4);
end M;
