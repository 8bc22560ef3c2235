model RingModulator "Mixes a low and a high frequency by four diodes"
  constant Real pi = 2*asin(1);
  parameter Real C(unit = "F") = 1.6e-8;
  parameter Real Cs(unit = "F") = 2e-12 "Stray capacitance at a diode";
  parameter Real Cp(unit = "F") = 1e-8;
  parameter Real R(unit = "Ohm") = 25e3;
  parameter Real Rp(unit = "Ohm") = 50;
  parameter Real Lh(unit = "H") = 4.45;
  parameter Real Ls1(unit = "H") = 2e-3;
  parameter Real Ls2(unit = "H") = 5e-4;
  parameter Real Ls3(unit = "H") = 5e-4;
  parameter Real Rg1(unit = "Ohm") = 36.3;
  parameter Real Rg2(unit = "Ohm") = 17.3;
  parameter Real Rg3(unit = "Ohm") = 17.3;
  parameter Real Ri(unit = "Ohm") = 50;
  parameter Real Rc(unit = "Ohm") = 600;
  Real U[7](each unit = "V", each start = 0, each fixed = true) "Voltages of capacitors; U[2] is the output";
  Real I[8](each unit = "A", each start = 0, each fixed = true, each nominal = 1e-4) "Currents of inductors";
  Real low(unit = "V") = 0.5*sin(2000*pi*time) "Signal of 1 kHz";
  Real high(unit = "V") = 2*sin(20000*pi*time) "Carrier of 10 kHz";
  Real d[4](each unit = "A") = {diode(U[3] - U[5] - U[7] - high), diode(U[6] - U[4] - U[7] - high),
      diode(U[4] + U[5] + U[7] + high), diode(U[7] - U[3] - U[6] + high)} "Currents of diodes";
protected
  function diode "Current of a diode"
    input Real u(unit = "V");
    output Real i(unit = "A");
  algorithm
    i := 40.67286402e-9*(exp(17.7493332*u) - 1);
    annotation(Inline = true);
  end diode;
equation
  C*der(U[1]) = I[1] - I[3]/2 + I[4]/2 + I[7] - U[1]/R;
  C*der(U[2]) = I[2] - I[5]/2 + I[6]/2 + I[8] - U[2]/R;
  Cs*der(U[3]) = I[3] - d[1] + d[4];
  Cs*der(U[4]) = -I[4] + d[2] - d[3];
  Cs*der(U[5]) = I[5] + d[1] - d[3];
  Cs*der(U[6]) = -I[6] - d[2] + d[4];
  Cp*der(U[7]) = d[1] + d[2] - d[3] - d[4] - U[7]/Rp;
  Lh*der(I[1]) = -U[1];
  Lh*der(I[2]) = -U[2];
  Ls2*der(I[3]) = U[1]/2 - U[3] - Rg2*I[3];
  Ls3*der(I[4]) = -U[1]/2 + U[4] - Rg3*I[4];
  Ls2*der(I[5]) = U[2]/2 - U[5] - Rg2*I[5];
  Ls3*der(I[6]) = -U[2]/2 + U[6] - Rg3*I[6];
  Ls1*der(I[7]) = low - U[1] - (Ri + Rg1)*I[7];
  Ls1*der(I[8]) = -U[2] - (Rc + Rg1)*I[8];
  annotation(
    experiment(StopTime = 1e-3, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>A ring modulator (E. H. Horneber, 1976): four diodes and two transformers. The stray capacitances make it stiff and
full of fast oscillations. Index 0, 15 states, one period of the low frequency.</p>
<p>Equations, data and end values: problem RINGMOD of the Test Set for IVP Solvers (F. Mazzia and C. Magherini,
University of Bari, release 2.4). Its unknowns y[1] to y[7] are U, y[8] to y[15] are I.</p>
</html>"));
end RingModulator;
