connector Pin
  Real v;
  flow Real i;
end Pin;
connector Flange
  Real phi;
  flow Real tau;
end Flange;
connector Plain
  Real v;
  Real i;
end Plain;
model Resistor
  Pin p;
end Resistor;
model Shaft
  Flange f;
end Shaft;
model M
  Resistor r;
  Shaft s;
  Plain q;
equation
  connect(r.p, s.f);
  connect(r.p, q);
end M;
