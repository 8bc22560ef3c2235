model SampledPid "A sampled controller of a continuous plant"
  parameter Real tau = 2 "Time constant of the plant [s]";
  parameter Real h = 0.25 "Interval of sampling [s]";
  parameter Real Kp = 1.5, Ki = 1.2, Kd = 0.1 "Gains";
  Real y(start = 0, fixed = true) "What the plant does";
  Real w = 1 "What it should do";
  discrete Real u(start = 0, fixed = true) "What the controller asks for";
  discrete Real e(start = 0, fixed = true) "Difference at the last sample";
  discrete Real sum(start = 0, fixed = true) "Integral of the difference";
  discrete Real last(start = 0, fixed = true) "Time of the last sample [s]";
  discrete Integer n(start = 0, fixed = true) "Number of samples";
equation
  tau*der(y) = u - y;
  when sample(0, h) then
    e = w - y;
    sum = pre(sum) + h*e;
    u = Kp*e + Ki*sum + Kd*(e - pre(e))/h;
    last = time;
    n = pre(n) + 1;
  end when;
  annotation(
    experiment(StopTime = 2.9, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>Between samples u is constant, so that y goes to y exp(-h/tau) + u (1 - exp(-h/tau)) from one sample to the next: the
closed loop is a recursion of three numbers.</p>
</html>"));
end SampledPid;
