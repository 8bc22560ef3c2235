connector In = input Real;
connector Out = output Real;
block Sensor
  Out y(unit = "rad/s") = 1;
end Sensor;
block Drive
  In u(unit = "N.m");
end Drive;
model Part
  Sensor s;
  Drive d;
equation
  connect(s.y, d.u);
end Part;
model Whole
  Part p;
  Part q[3];
end Whole;
