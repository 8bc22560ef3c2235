model M
  Real a = 1;
  Integer a = 2;
  Real X = 3;
  class X
  end X;
end M;
