class A
  Real a = 1;
  Real b = 2;
end A;
class B
  extends A;
  Real a = 1;
  Integer b = 2;
end B;
