model Heater
  parameter Real R(unit = "Ohm") = 10;
  parameter Real limit(unit = "A") = 3;
  Real v(unit = "V");
  Real i(unit = "A");
  Real P(unit = "W");
  Real E(unit = "J");
  Real x(unit = "m");
equation
  v = i;
  P = v*i + R*i;
  der(E) = v;
  i = if v > limit then limit else R*2 + 1;
  x = max(v, 3)*2;
end Heater;
