model E5 "Chemical pyrolysis: concentrations down to 1e-22"
  parameter Real a = 7.89e-10;
  parameter Real b = 1.1e7;
  parameter Real c = 1.13e3;
  parameter Real m = 1e6;
  Real y1(start = 1.76e-3, fixed = true);
  Real y2(start = 0, fixed = true, nominal = 1e-22);
  Real y3(nominal = 1e-22);
  Real y4(start = 0, fixed = true, nominal = 1e-22);
equation
  der(y1) = -a*y1 - b*y1*y3;
  der(y2) = a*y1 - m*c*y2*y3;
  // Of the equation der(y3) = a*y1 - b*y1*y3 - m*c*y2*y3 + c*y4 this is the integral: integrated on its own, y3 would lose
  // its digits to the rounding errors of the early, much larger concentrations.
  y3 = y2 - y4;
  der(y4) = b*y1*y3 - c*y4;
  annotation(
    experiment(StopTime = 1e13, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>A pyrolysis of four species (W. H. Enright and T. E. Hull, 1976). The concentrations are so small that the absolute
tolerances decide over the digits of the result: the nominal values of the model say how small they are. Index 1, three
states, 1e13 seconds.</p>
<p>Coefficients and end values: problem E5 of the Test Set for IVP Solvers (F. Mazzia and C. Magherini, University of
Bari, release 2.4). The values of y1 and y4 at the end, 1e-291 and 0, are not compared.</p>
</html>"));
end E5;
