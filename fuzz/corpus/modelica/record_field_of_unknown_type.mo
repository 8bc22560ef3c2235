record Data
  parameter Real a = 1;
  parameter Real b = 2;
  parameter Realz c[2] = {3, 4};
end Data;
model Part
  parameter Data data;
  Real y = data.a + data.c[2];
end Part;
model M
  parameter Data d(a = 10, c = {5, 6});
  Part p1(data = d);
  Part p2(data(b = 20));
  Part p3(data = Data(7, 8, {9, .0}));
  Part p4(data = Data(b = 11));
end M;
