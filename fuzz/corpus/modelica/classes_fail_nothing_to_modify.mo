model Resistor
  parameter Real resistance = 1;
end Resistor;
model M
  Resistor r(resistence = 2);
  extends Resistor(q = 3);
end M;
