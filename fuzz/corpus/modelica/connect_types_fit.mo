connector Positive
  Real v(unit = "V");
  flow Real i;
end Positive;
connector Negative
  Real v(unit = "V");
  flow Real i;
end Negative;
model A
  Positive p;
equation
  p.v = 1;
end A;
model B
  Negative n;
equation
  n.i = 2;
end B;
model M
  A a;
  B b;
equation
  connect(a.p, b.n);
end M;
