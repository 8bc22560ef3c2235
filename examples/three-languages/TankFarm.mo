package TankFarm "Two tanks with a pipe between them, from which trucks are filled"

  connector Port "Water under pressure"
    Real p(unit="Pa") "Pressure above that of the air";
    flow Real q(unit="m3/s") "Into the part";
  end Port;

  model Tank "An open tank"
    parameter Real area(unit="m2") = 20;
    parameter Real start(unit="m") = 3;
    Real h(unit="m", start=start, fixed=true) "Level";
    Port port;
  equation
    area*der(h) = port.q;
    port.p = 9810*h;
  end Tank;

  model Pipe "Turbulent flow, laminar below 100 Pa"
    parameter Real k(unit="m3/(s.Pa0.5)") = 4e-4;
    Real dp(unit="Pa") = a.p - b.p;
    Port a;
    Port b;
  equation
    a.q = k*dp/(dp^2 + 100^2)^0.25;
    a.q + b.q = 0;
  end Pipe;

  model Flow "A flow that is given, into what it is connected with"
    input Real q(unit="m3/s");
    Port port;
  equation
    port.q = -q;
  end Flow;

  model Plant "The pump fills one tank, the trucks are filled from the other"
    parameter Real perBay(unit="m3/s") = 0.03 "Flow into a truck";
    input Real inflow(unit="m3/s") "From the pump";
    discrete input Real filling "Trucks that are being filled";
    discrete output Real measured(unit="m", start=3, fixed=true) "Level of the first tank, measured every ten seconds";
    output Integer alarms(start=0, fixed=true) "How often the first tank was too full";
    Tank first;
    Tank second(area=10, start=2.5);
    Pipe pipe;
    Flow supply(q=inflow);
    Flow bays(q=-perBay*filling);
  equation
    connect(supply.port, first.port);
    connect(first.port, pipe.a);
    connect(pipe.b, second.port);
    connect(second.port, bays.port);
    when sample(0, 10) then
      measured = first.h;
    end when;
    when first.h > 3.3 then
      alarms = pre(alarms) + 1;
    end when;
  end Plant;
end TankFarm;
