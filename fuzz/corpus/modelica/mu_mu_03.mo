type Voltage = Real(unit = "V");
type Current = Real(unit = "A");
connector Pin
  Voltage v;
  flow Current i;
end Pin;
model Pins
  Pin pin1, pin2;
equation
  pin1.i = 1;
  pin2.v = 0;
end Pins;
model Pair
  Pins p;
equation
  connect(p.pin1, p.pin2);
end Pair;
