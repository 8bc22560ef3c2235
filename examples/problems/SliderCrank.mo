model SliderCrank "A crank turns, a flexible rod pushes a block"
  // The published values were computed with these digits of pi.
  constant Real pi = 3.1415927;
  parameter Real m1 = 0.36, m2 = 0.151104, m3 = 0.075552 "Masses of crank, rod and block [kg]";
  parameter Real l1 = 0.15, l2 = 0.30 "Lengths of crank and rod [m]";
  parameter Real J1 = 0.002727, J2 = 0.0045339259 "Moments of inertia of crank and rod [kg.m2]";
  parameter Real E = 0.2e12 "Young's modulus of the rod [N/m2]";
  parameter Real b = 0.008, h = 0.008 "Width and height of the rod [m]";
  parameter Real rho = 7870 "Density of the rod [kg/m3]";
  parameter Real omega = 150 "Speed of the crank [rad/s]";
  final parameter Real vol = b*h*l2;
  final parameter Real stiff = E*b*h/l2;
  final parameter Real Mq[4, 4] = rho*vol*[0.5, 0, 0, 0; 0, 0.5, 0, 0; 0, 0, 8, 1; 0, 0, 1, 2] "Mass matrix of the rod";
  final parameter Real Kq[4, 4] = stiff*[pi^4/24*(h/l2)^2, 0, 0, 0; 0, pi^4*2/3*(h/l2)^2, 0, 0;
      0, 0, 16/3, -8/3; 0, 0, -8/3, 7/3] "Stiffness matrix of the rod";
  final parameter Real Bq[4, 4] = vol*[0, 0, -16/pi^3, 8/pi^3 - 1/pi; 0, 0, 0, 0.5/pi; 16/pi^3, 0, 0, 0;
      1/pi - 8/pi^3, -0.5/pi, 0, 0];
  final parameter Real c1[4] = vol*{0, 0, 2/3, 1/6};
  final parameter Real c2[4] = vol*{2/pi, 0, 0, 0};
  final parameter Real c12[4] = l2*vol*{0, 0, 1/3, 1/6};
  final parameter Real c21[4] = l2*vol*{1/pi, -0.5/pi, 0, 0};
  Real phi1(start = 0) "Angle of the crank";
  Real phi2(start = 0) "Angle of the rod";
  Real x3(start = 0.450016933) "Position of the block";
  Real q[4](start = {0, 0, 0.103339863e-4, 0.169327969e-4}, each fixed = true, each nominal = 1e-5)
    "Bending (two modes) and stretching (middle and end) of the rod";
  Real v1(start = 150), v2(start = -74.9957670), v3(start = -0.268938672e-5);
  Real vq[4](start = {0.444896105, 0.463434311e-2, -0.178591076e-5, -0.268938672e-5}, each fixed = true,
    each nominal = 1e-3);
  Real a1, a2, a3;
  Real aq[4];
  Real lambda[3] "Multipliers of the constraints";
  Real C12 = cos(phi1 - phi2);
  Real S12 = sin(phi1 - phi2);
  Real M12 = l1*l2*m2/2*C12 + rho*l1*(S12*(c2*q) + C12*(c1*q));
  Real M22 = J2 + q*Mq*q + 2*rho*(c12*q);
  Real M1q[4] = rho*l1*(C12*c2 - S12*c1);
  Real M2q[4] = rho*c21 + rho*(q*Bq);
equation
  der(phi1) = v1;
  der(phi2) = v2;
  der(x3) = v3;
  der(q) = vq;
  der(v1) = a1;
  der(v2) = a2;
  der(v3) = a3;
  der(vq) = aq;
  // Motion of crank, rod, block and of the rod's shape.
  (J1 + m2*l1^2)*a1 + M12*a2 + M1q*aq = -l1*l2*m2/2*v2^2*S12 + rho*l1*v2^2*(C12*(c2*q) - S12*(c1*q))
    - 2*rho*l1*v2*(C12*(c1*vq) + S12*(c2*vq)) - l1*cos(phi1)*lambda[1] - l1*sin(phi1)*lambda[2] - lambda[3];
  M12*a1 + M22*a2 + M2q*aq = l1*l2*m2/2*v1^2*S12 + rho*l1*v1^2*(S12*(c1*q) - C12*(c2*q)) - 2*rho*v2*(c12*vq)
    - 2*v2*(vq*Mq*q) - rho*(vq*Bq*vq) - (l2 + q[4])*cos(phi2)*lambda[1] - (l2 + q[4])*sin(phi2)*lambda[2];
  m3*a3 = -lambda[2];
  M1q*a1 + M2q*a2 + Mq*aq = v2^2*(Mq*q) + rho*(v2^2*c12 + l1*v1^2*(C12*c1 + S12*c2) + 2*v2*(Bq*vq)) - Kq*q
    - {0, 0, 0, sin(phi2)*lambda[1] - cos(phi2)*lambda[2]};
  // The end of the rod moves on a line, where the block is; the crank turns at a constant speed.
  l1*sin(phi1) + (l2 + q[4])*sin(phi2) = 0;
  x3 = l1*cos(phi1) + (l2 + q[4])*cos(phi2);
  phi1 = omega*time;
  annotation(
    experiment(StopTime = 0.1, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>A slider crank whose connecting rod is elastic: two modes of bending and two of stretching (B. Simeon, 1996), without
damping and with a linear stiffness. The position of the crank is prescribed. Index 3: eight states, the shape of the rod.</p>
<p>Equations, data and end values: the slider crank problem of the Test Set for IVP Solvers (F. Mazzia and C. Magherini,
University of Bari, release 2.4), which poses it with the constraints differentiated once. Its unknowns y[1] to y[7] are
phi1, phi2, x3 and q; y[8] to y[14] their velocities, y[15] to y[21] accelerations; y[22] to y[24] are lambda.</p>
</html>"));
end SliderCrank;
