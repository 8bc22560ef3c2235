model Tank
  Real level;
equation
  der(level) = 1;
end Tank;
model M
  Tank tank;
  Real x = tank.levle;
  Real y = tank.level.z;
end M;
