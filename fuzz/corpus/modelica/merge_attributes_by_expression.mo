package Units
  constant String length = "m";
end Units;
type Length = Real(unit = Units.length, quantity = "Length", displayUnit = "mm");
model M
  parameter Real x0 = 2;
  parameter Boolean known = true;
  Length x(start = 2*x0, fixed = known, min = -x0, max = x0^2, nominal = abs(x0), stateSelect = StateSelect.prefer);
equation
  der(x) = -x;
end M;
