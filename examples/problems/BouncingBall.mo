model BouncingBall "A ball falls, and comes back with a part of its speed"
  parameter Real g = 9.81 "Gravity [m/s2]";
  parameter Real e = 0.8 "Speed after a bounce, relative to the one before";
  Real h(start = 1, fixed = true) "Height [m]";
  Real v(start = 0, fixed = true) "Speed upwards [m/s]";
  discrete Integer n(start = 0, fixed = true) "Number of bounces";
  discrete Real bounce[8](each start = 0, each fixed = true) "When they happened [s]";
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    n = pre(n) + 1;
    reinit(v, -e*pre(v));
  end when;
  for i in 1:8 loop
    when n >= i then
      bounce[i] = time;
    end when;
  end for;
  annotation(
    experiment(StopTime = 3.4, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>The first bounce is at t1 = sqrt(2 h0/g), and between bounces n and n + 1 there are 2 t1 e^n seconds.</p>
<p>A user finds the time of an event by a discrete variable that is set to time in a when-clause, as here.</p>
</html>"));
end BouncingBall;
