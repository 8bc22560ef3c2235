model TransistorAmplifier "Two stages, capacitors between and beside them"
  constant Real pi = 2*asin(1);
  parameter Real Ub(unit = "V") = 6 "Supply";
  parameter Real R0(unit = "Ohm") = 1000 "Resistance of the source";
  parameter Real R(unit = "Ohm") = 9000 "All other resistors";
  parameter Real C[5](each unit = "F") = {1e-6, 2e-6, 3e-6, 4e-6, 5e-6};
  Real U[8](each unit = "V", each nominal = 1) "Voltages of the nodes; U[8] is the output";
  Real source(unit = "V") = 0.1*sin(200*pi*time);
  Real stage1(unit = "A") = gate(U[2] - U[3]) "Current of the first transistor";
  Real stage2(unit = "A") = gate(U[5] - U[6]) "Current of the second transistor";
  parameter Real alpha = 0.99;
  // A capacitor remembers the voltage across it. Those between two nodes are states of the model; the voltages of
  // the nodes themselves are not.
  Real coupling1(unit = "V", start = -3, fixed = true) = U[1] - U[2];
  Real emitter1(unit = "V", start = 3, fixed = true) = U[3];
  Real coupling2(unit = "V", start = 3, fixed = true) = U[4] - U[5];
  Real emitter2(unit = "V", start = 3, fixed = true) = U[6];
  Real coupling3(unit = "V", start = 6, fixed = true) = U[7] - U[8];
protected
  function gate "Current into the emitter of a transistor"
    input Real u(unit = "V");
    output Real i(unit = "A");
  algorithm
    i := 1e-6*(exp(u/0.026) - 1);
    annotation(Inline = true);
  end gate;
equation
  // Kirchhoff's current law of nodes 1 to 8.
  (source - U[1])/R0 = C[1]*der(coupling1);
  C[1]*der(coupling1) + (Ub - U[2])/R = U[2]/R + (1 - alpha)*stage1;
  stage1 = U[3]/R + C[2]*der(emitter1);
  (Ub - U[4])/R = alpha*stage1 + C[3]*der(coupling2);
  C[3]*der(coupling2) + (Ub - U[5])/R = U[5]/R + (1 - alpha)*stage2;
  stage2 = U[6]/R + C[4]*der(emitter2);
  (Ub - U[7])/R = alpha*stage2 + C[5]*der(coupling3);
  C[5]*der(coupling3) = U[8]/R;
  annotation(
    experiment(StopTime = 0.2, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>A small signal of 100 Hz is amplified by two transistors (P. Rentrop, 1989). Index 1: eight voltages, five
capacitors.</p>
<p>Equations, data and end values: problem TRANSAMP of the Test Set for IVP Solvers (F. Mazzia and C. Magherini,
University of Bari, release 2.4). Its unknowns y[1] to y[8] are U.</p>
</html>"));
end TransistorAmplifier;
