model Resistor
  parameter Real R;
end Resistor;
model A
  parameter Real R = 5;
  model Load = Resistor(R = R);
  Load load;
end A;
