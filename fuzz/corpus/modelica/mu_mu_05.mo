model One
  parameter Real a = 1, b = 2;
end One;
model Two
  parameter Real a = 1;
  parameter Real b = 2;
end Two;
