connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p;
  Pin n;
equation
  p.v - n.v = p.i;
  p.i + n.i = 0;
end Resistor;
model Parallel
  Pin p;
  Pin n;
  Resistor a;
  Resistor b;
equation
  connect(p, a.p);
  connect(p, b.p);
  connect(n, a.n);
  connect(n, b.n);
end Parallel;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model M
  Parallel pair;
  Ground g;
equation
  connect(pair.n, g.p);
end M;
