model CarAxis "An axle on two springs drives over a bumpy road"
  parameter Real L(unit = "m") = 1 "Length of the axle, and of the base";
  parameter Real L0(unit = "m") = 0.5 "Length of an unstressed spring";
  parameter Real m(unit = "kg") = 10 "Mass of the car body";
  parameter Real epsilon(unit = "s") = 0.01;
  parameter Real g(unit = "m/s2") = 1;
  parameter Real height(unit = "m") = 0.1 "Height of the bumps";
  parameter Real omega(unit = "rad/s") = 10 "Frequency of the bumps";
  final parameter Real half = m*epsilon^2/2 "Mass at one end of the axle, in units of the springs' stiffness";
  Real xl(unit = "m", start = 0), yl(unit = "m", start = L0, fixed = true) "Left end of the axle";
  Real xr(unit = "m", start = L), yr(unit = "m", start = L0, fixed = true) "Right end of the axle";
  Real vxl(start = -0.5), vyl(start = 0, fixed = true);
  Real vxr(start = -0.5), vyr(start = 0, fixed = true);
  Real lambda1 "Multiplier of the first constraint";
  Real lambda2 "Multiplier of the second constraint";
  Real yb = height*sin(omega*time) "The right wheel follows the road";
  Real xb = sqrt(L^2 - yb^2);
  Real springl = sqrt(xl^2 + yl^2) "Length of the left spring";
  Real springr = sqrt((xr - xb)^2 + (yr - yb)^2) "Length of the right spring";
equation
  der(xl) = vxl;
  der(yl) = vyl;
  der(xr) = vxr;
  der(yr) = vyr;
  half*der(vxl) = (L0 - springl)*xl/springl + lambda1*xb + 2*lambda2*(xl - xr);
  half*der(vyl) = (L0 - springl)*yl/springl + lambda1*yb + 2*lambda2*(yl - yr) - half*g;
  half*der(vxr) = (L0 - springr)*(xr - xb)/springr - 2*lambda2*(xl - xr);
  half*der(vyr) = (L0 - springr)*(yr - yb)/springr - 2*lambda2*(yl - yr) - half*g;
  // The left spring stays at a right angle to the base; the axle is rigid.
  xl*xb + yl*yb = 0;
  (xl - xr)^2 + (yl - yr)^2 = L^2;
  annotation(
    experiment(StopTime = 3, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>A simple model of a car's axle (S. Schneider, 1994): two springs, a rigid rod, and a constraint that moves with the
road. Index 3: of the eight coordinates and velocities four are states.</p>
<p>Equations, data and end values: the car axis problem of the Test Set for IVP Solvers (F. Mazzia and C. Magherini,
University of Bari, release 2.4).</p>
</html>"));
end CarAxis;
