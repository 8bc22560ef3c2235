model Hysteresis "A heater is switched by a thermostat"
  parameter Real tau = 100 "Time constant of the room [s]";
  parameter Real outside = 5 "Temperature outside [degC]";
  parameter Real power = 30 "What the heater adds to it in the long run [K]";
  parameter Real low = 19, high = 21 "Where the thermostat switches [degC]";
  Real T(start = 15, fixed = true) "Temperature of the room [degC]";
  discrete Boolean on(start = true, fixed = true);
  discrete Integer n(start = 0, fixed = true) "How often it has switched";
  discrete Real switched[8](each start = 0, each fixed = true) "When [s]";
equation
  tau*der(T) = outside - T + (if on then power else 0);
  when T >= high then
    on = false;
    n = pre(n) + 1;
  elsewhen T <= low then
    on = true;
    n = pre(n) + 1;
  end when;
  for i in 1:8 loop
    when n >= i then
      switched[i] = time;
    end when;
  end for;
  annotation(
    experiment(StopTime = 150, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>The temperature goes from a to b in tau ln((a - e)/(b - e)) seconds, where e is what it would go to: outside + power
with the heater on, outside with the heater off.</p>
</html>"));
end Hysteresis;
