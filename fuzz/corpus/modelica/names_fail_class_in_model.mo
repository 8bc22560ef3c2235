class P2
  Real a;
  encapsulated class B2
    Real b2 = 1;
  end B2;
  class B3
    Real b3 = 2;
  end B3;
end P2;
model M
  P2.B2 x2;
  P2.B3 x3;
  Real y = P2.a;
end M;
