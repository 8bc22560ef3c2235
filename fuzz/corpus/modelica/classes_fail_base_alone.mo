type Vector = Real[3];
class A
  extends Real;
  Real y = 1;
end A;
class B
  extends Vector;
  parameter Real k = 1;
end B;
model M
  A a;
  B b;
end M;
