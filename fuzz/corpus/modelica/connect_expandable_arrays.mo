connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector Sub
end Sub;
expandable connector Bus
  Real temperature;
  Sub sub;
end Bus;
block Sensor
  RealOutput y = time;
end Sensor;
model M
  Bus bus;
  Sensor a;
  Sensor b[2];
  Sensor c;
equation
  connect(a.y, bus.sub.level);
  connect(b.y, bus.wheel);
  connect(c.y, bus.temperature);
end M;
