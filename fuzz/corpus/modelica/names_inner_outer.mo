model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
  Real f = 2*world.g;
end Body;
model Moon
  inner World world(g = 1.6);
  Body b;
end Moon;
model M
  inner World world;
  Body b;
  Moon moon;
end M;
