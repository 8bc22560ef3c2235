package P
  constant Real PI = 3.14;
  class A
    Real a1, a2;
  equation
    a1*a2 = 1.0;
  end A;
  class B
    A a(a2 = PI);
    Real b;
  equation
    a.a2*b^2 = 10.0;
  end B;
end P;
class C
  class C1
    Real c11 = 2;
  end C1;
end C;
model M
  extends C;
  extends P.B;
  C1 x;
end M;
