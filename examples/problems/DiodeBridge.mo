model DiodeBridge "A rectifier of four ideal diodes loads a battery"
  connector Pin
    Real v "Voltage [V]";
    flow Real i "Current [A]";
  end Pin;
  model Diode "Conducts or not; s is the voltage or the current"
    Pin p, n;
    parameter Real Ron = 1e-3 "Resistance when it conducts [Ohm]";
    parameter Real Goff = 1e-4 "Conductance when it does not [S]";
    Boolean on = s > 0;
  protected
    Real s;
  equation
    p.i + n.i = 0;
    p.v - n.v = s*(if on then Ron else 1);
    p.i = s*(if on then 1 else Goff);
  end Diode;
  model Source "A voltage that swings"
    Pin p, n;
    parameter Real V "Amplitude [V]";
    parameter Real omega "Frequency [rad/s]";
  equation
    p.v - n.v = V*sin(omega*time);
    p.i + n.i = 0;
  end Source;
  model Ground "Where the voltage is 0"
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Battery "A voltage and a resistance"
    Pin p, n;
    parameter Real E "Voltage [V]";
    parameter Real R "Resistance [Ohm]";
    Real charge(start = 0, fixed = true) "What has gone into it [C]";
  equation
    p.v - n.v = E + R*p.i;
    p.i + n.i = 0;
    der(charge) = p.i;
  end Battery;
  constant Real pi = 2*asin(1);
  Source source(V = 20, omega = 100*pi);
  Battery battery(E = 12, R = 5);
  Ground ground;
  Diode d1, d2, d3, d4;
  discrete Integer n(start = 0, fixed = true) "How often diodes have begun to conduct";
  discrete Real begin[4](each start = 0, each fixed = true) "When they began [s]";
  discrete Real finish[4](each start = 0, each fixed = true) "When they ceased [s]";
equation
  connect(source.p, d1.p);
  connect(source.n, d2.p);
  connect(source.n, ground.p);
  connect(d1.n, battery.p);
  connect(d2.n, battery.p);
  connect(d3.p, battery.n);
  connect(d4.p, battery.n);
  connect(d3.n, source.p);
  connect(d4.n, source.n);
  when d1.on or d2.on then
    n = pre(n) + 1;
  end when;
  for k in 1:4 loop
    when n >= k then
      begin[k] = time;
    end when;
    when not (d1.on or d2.on) and n == k then
      finish[k] = time;
    end when;
  end for;
  annotation(
    experiment(StopTime = 0.04, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>Two diodes conduct while the voltage of the source is larger than Eb = E/(1 + R Goff) in size. With alpha = asin(Eb/V)
the first two begin at alpha/omega and cease at (pi - alpha)/omega, the others half a period later.</p>
</html>"));
end DiodeBridge;
