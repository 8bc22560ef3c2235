model A
  Real y = 1;
end A;
model M
  Real x[3] = {1, 2, 3};
  A a[2];
  A b;
  Real r1 = x[4];
  Real r2 = x[1, 1];
  Real r3 = a[3].y;
  Real r4 = a[1, 2].y;
  Real r5 = b[1].y;
  Real r6 = x[1.5];
  Real r7 = x["a"];
end M;
