package A
  class B
    Real x = 1;
  end B;
  encapsulated class D
    import A.B;
    B b1;
  end D;
end A;
model M
  A.D d;
end M;
