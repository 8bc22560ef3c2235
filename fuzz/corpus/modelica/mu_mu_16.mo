class A
  Real a, b = 1;
  C c;
  class C
    Real x = 2;
  end C;
equation
  a = b;
end A;
