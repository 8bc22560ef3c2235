connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin a;
  Pin b;
equation
  a.v = b.v;
  a.i + b.i = 0;
end Part;
model Chain
  Part p1;
  Part p2;
  Part p3;
equation
  connect(p1.b, p2.a);
  connect(p2.b, p3.a);
end Chain;
model M
  extends Chain(break p2, break connect(p1.b, p2.a), break connect(p2.b, p3.a));
equation
  connect(p1.b, p3.a);
end M;
