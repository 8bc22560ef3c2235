model SqueezingMechanism "Andrews' squeezing mechanism: seven bodies, closed loops"
  parameter Real m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706, m7 = 0.05498
    "Masses [kg]";
  parameter Real I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5, I6 = 5.667e-7,
    I7 = 1.912e-5 "Moments of inertia [kg.m2]";
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072
    "Fixed points A, B and C [m]";
  parameter Real d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035, sa = 0.01874,
    sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02,
    zt = 0.04, fa = 0.01421 "Lengths [m]";
  parameter Real c0 = 4530 "Stiffness of the spring [N/m]";
  parameter Real l0 = 0.07785 "Length of the unstressed spring [m]";
  parameter Real mom = 0.033 "Torque of the motor [N.m]";
  Real beta(start = -0.0617138900142764, fixed = true) "Angle of the crank";
  Real theta(start = 0);
  Real gamma(start = 0.455279819163070);
  Real phi(start = 0.222668390165886);
  Real delta(start = 0.487364979543843);
  Real omega(start = -0.222668390165886);
  Real epsilon(start = 1.23054744454982);
  Real q[7] = {beta, theta, gamma, phi, delta, omega, epsilon};
  Real v[7](start = zeros(7), fixed = {true, false, false, false, false, false, false}) "Angular velocities [rad/s]";
  Real a[7] "Angular accelerations [rad/s2]";
  Real lambda[6] "Multipliers of the constraints";
  Real M[7, 7] = [
    m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(theta) + da^2) + I1 + I2, m2*(da^2 - da*rr*cos(theta)) + I2, 0, 0, 0, 0, 0;
    m2*(da^2 - da*rr*cos(theta)) + I2, m2*da^2 + I2, 0, 0, 0, 0, 0;
    0, 0, m3*(sa^2 + sb^2) + I3, 0, 0, 0, 0;
    0, 0, 0, m4*(e - ea)^2 + I4, m4*((e - ea)^2 + zt*(e - ea)*sin(phi)) + I4, 0, 0;
    0, 0, 0, m4*((e - ea)^2 + zt*(e - ea)*sin(phi)) + I4,
      m4*(zt^2 + 2*zt*(e - ea)*sin(phi) + (e - ea)^2) + m5*(ta^2 + tb^2) + I4 + I5, 0, 0;
    0, 0, 0, 0, 0, m6*(zf - fa)^2 + I6, m6*((zf - fa)^2 - u*(zf - fa)*sin(omega)) + I6;
    0, 0, 0, 0, 0, m6*((zf - fa)^2 - u*(zf - fa)*sin(omega)) + I6,
      m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(omega) + u^2) + m7*(ua^2 + ub^2) + I6 + I7] "Mass matrix";
  Real xd = sd*cos(gamma) + sc*sin(gamma) + xb "End of the spring";
  Real yd = sd*sin(gamma) - sc*cos(gamma) + yb "End of the spring";
  Real length = sqrt((xd - xc)^2 + (yd - yc)^2) "Length of the spring";
  Real force = -c0*(length - l0)/length;
  Real f[7] = {
    mom - m2*da*rr*v[2]*(v[2] + 2*v[1])*sin(theta),
    m2*da*rr*v[1]^2*sin(theta),
    force*(xd - xc)*(sc*cos(gamma) - sd*sin(gamma)) + force*(yd - yc)*(sd*cos(gamma) + sc*sin(gamma)),
    m4*zt*(e - ea)*v[5]^2*cos(phi),
    -m4*zt*(e - ea)*v[4]*(v[4] + 2*v[5])*cos(phi),
    -m6*u*(zf - fa)*v[7]^2*cos(omega),
    m6*u*(zf - fa)*v[6]*(v[6] + 2*v[7])*cos(omega)} "Generalised forces";
  // The end of the coupler of crank and loops.
  Real x = rr*cos(beta) - d*cos(beta + theta);
  Real y = rr*sin(beta) - d*sin(beta + theta);
  Real gx[2] = {-rr*sin(beta) + d*sin(beta + theta), d*sin(beta + theta)} "Derivatives of x";
  Real gy[2] = {rr*cos(beta) - d*cos(beta + theta), -d*cos(beta + theta)} "Derivatives of y";
  Real G[6, 7] = [
    gx[1], gx[2], -ss*cos(gamma), 0, 0, 0, 0;
    gy[1], gy[2], -ss*sin(gamma), 0, 0, 0, 0;
    gx[1], gx[2], 0, -e*cos(phi + delta), -e*cos(phi + delta) + zt*sin(delta), 0, 0;
    gy[1], gy[2], 0, -e*sin(phi + delta), -e*sin(phi + delta) - zt*cos(delta), 0, 0;
    gx[1], gx[2], 0, 0, 0, zf*sin(omega + epsilon), zf*sin(omega + epsilon) - u*cos(epsilon);
    gy[1], gy[2], 0, 0, 0, -zf*cos(omega + epsilon), -zf*cos(omega + epsilon) - u*sin(epsilon)]
    "Derivatives of the constraints";
equation
  der(q) = v;
  der(v) = a;
  M*a = f - transpose(G)*lambda;
  // The three loops are closed.
  x - ss*sin(gamma) = xb;
  y + ss*cos(gamma) = yb;
  x - e*sin(phi + delta) - zt*cos(delta) = xa;
  y + e*cos(phi + delta) - zt*sin(delta) = ya;
  x - zf*cos(omega + epsilon) - u*sin(epsilon) = xa;
  y - zf*sin(omega + epsilon) + u*cos(epsilon) = ya;
  annotation(
    experiment(StopTime = 0.03, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>Seven bodies in a plane, driven by a motor (W. Giles and D. Andrews, 1978). Three loops give six constraints on seven
angles, so that two states are left. Index 3.</p>
<p>Equations, data and end values: Andrews' squeezing mechanism of the Test Set for IVP Solvers (F. Mazzia and C.
Magherini, University of Bari, release 2.4). Its unknowns y[1] to y[7] are the angles in the order of q, y[8] to y[14]
are v, y[15] to y[21] are a, y[22] to y[27] are lambda.</p>
</html>"));
end SqueezingMechanism;
