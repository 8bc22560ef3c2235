model StickSlip "A block on a rough table is pulled by a spring"
  parameter Real m = 2 "Mass of the block [kg]";
  parameter Real k = 50 "Stiffness of the spring [N/m]";
  parameter Real u = 0.1 "Speed at which the end of the spring is pulled [m/s]";
  parameter Real Fs = 4 "Force at which the block begins to slip [N]";
  parameter Real Fk = 2.5 "Friction of the slipping block [N]";
  Real x(start = 0, fixed = true) "Position of the block [m]";
  Real v(start = 0, fixed = true) "Its speed [m/s]";
  Real F = k*(u*time - x) "Force of the spring [N]";
  discrete Boolean slips(start = false, fixed = true);
  discrete Integer n(start = 0, fixed = true) "How often it has begun to slip";
  discrete Real slip[3](each start = 0, each fixed = true) "When it began to slip [s]";
  discrete Real stick[3](each start = 0, each fixed = true) "When it came to rest [s]";
equation
  der(x) = v;
  m*der(v) = if slips then F - Fk else 0;
  when F >= Fs then
    slips = true;
    n = pre(n) + 1;
  elsewhen v < 0 then
    slips = false;
    n = pre(n);
    reinit(v, 0);
  end when;
  for i in 1:3 loop
    when slips and n == i then
      slip[i] = time;
    end when;
    when not slips and n == i then
      stick[i] = time;
    end when;
  end for;
  annotation(
    experiment(StopTime = 4.7, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>The block rests until the spring pulls with the force Fs, at t = Fs/(k u). With omega = sqrt(k/m) and r = (Fs - Fk) omega/(k u)
it then slips for (2 pi - 2 atan(r))/omega seconds, comes to rest with the spring at 2 Fk - Fs, and rests for
2 (Fs - Fk)/(k u) seconds, again and again.</p>
</html>"));
end StickSlip;
