connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real R = 1;
  Pin p;
  Pin n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model M
  Resistor a;
  Resistor b(R = 2);
  Resistor c(R = 3);
equation
  connect(a.n, b.p);
  connect(b.p, c.p);
end M;
