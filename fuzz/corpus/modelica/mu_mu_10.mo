class A
  constant Real z = 10;
  class D
    Real d1(start = z) = time;
  end D;
  D d;
end A;
