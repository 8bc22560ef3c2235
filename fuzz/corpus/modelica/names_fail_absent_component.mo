model M
  parameter Boolean has_sensor = false;
  Real sensor = 1 if has_sensor;
  Real y = sensor;
end M;
