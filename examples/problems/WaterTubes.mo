model WaterTubes "Flow through 18 tubes between 13 nodes"
  constant Real pi = 2*asin(1);
  parameter Real nu = 1.31e-6 "Kinematic viscosity of water [m2/s]";
  parameter Real g = 9.8 "Gravity [m/s2]";
  parameter Real rho = 1000 "Density of water [kg/m3]";
  parameter Real Rcrit = 2300 "Reynolds number above which flow is turbulent";
  parameter Real l = 1000 "Length of a tube [m]";
  parameter Real k = 2e-4 "Roughness of a tube [m]";
  parameter Real d = 1 "Diameter of a tube [m]";
  parameter Real b = 200 "Area of a buffer [m2]";
  final parameter Real a = pi*d^2/4 "Cross section of a tube [m2]";
  constant Integer n = 18 "Number of tubes";
  constant Integer from[n] = {1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 11, 11, 12, 12, 13} "Where each tube begins";
  constant Integer to[n] = {2, 3, 6, 4, 5, 5, 10, 5, 4, 8, 5, 10, 8, 9, 12, 7, 8, 11} "Where each tube ends";
  Real phi[n](each start = 0, each nominal = 1e-3) "Flow [m3/s]";
  Real lambda[n](each start = 0.0475194045, each nominal = 0.05) "Coefficient of resistance";
  parameter Real p0 = 109800 "Pressure at the start [N/m2]";
  Real p[13](each start = p0, each nominal = 1e5) "Pressure of nodes [N/m2]";
  // What matters are differences of pressure, a millionth of the pressures themselves. So the states are those.
  Real rise5(start = 0, fixed = true, nominal = 1e3, stateSelect = StateSelect.always) = p[5] - p0;
  Real lead8(start = 0, fixed = true, nominal = 1, stateSelect = StateSelect.always) = p[8] - p[5];
  Real R[n] = abs(phi)*d/(nu*a) "Reynolds number";
  Real hours = time/3600;
  Real supply1 = (1 - cos(exp(-hours) - 1))/200 "Flow into node 1 [m3/s]";
  Real supply13 = (1 - cos(exp(-hours) - 1))/80 "Flow into node 13 [m3/s]";
  Real demand10 = hours^2*(3*hours^2 - 92*hours + 720)/1e6 "Flow out of node 10 [m3/s]";
  Real surplus[13] "What flows into a node and not out of it [m3/s]";
equation
  for i in 1:n loop
    rho*l/a*der(phi[i]) = p[from[i]] - p[to[i]]
      - (if R[i] > Rcrit then lambda[i]*rho*l*phi[i]^2/(a^2*d) else 32*nu*rho*l*phi[i]/(a*d^2));
    1/sqrt(lambda[i]) = 1.74 - 2*log10(2*k/d + 18.7/((if R[i] > Rcrit then R[i] else Rcrit)*sqrt(lambda[i])));
  end for;
  for j in 1:13 loop
    surplus[j] = sum((if to[i] == j then phi[i] else 0) - (if from[i] == j then phi[i] else 0) for i in 1:n)
      + (if j == 1 then supply1 else 0) + (if j == 13 then supply13 else 0) - (if j == 10 then demand10 else 0);
    // Nodes 5 and 8 are buffers.
    if j == 5 or j == 8 then
      b/(rho*g)*der(p[j]) = surplus[j];
    else
      surplus[j] = 0;
    end if;
  end for;
  annotation(
    experiment(StopTime = 61200, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>Water flows through a network of tubes, laminar or turbulent, for 17 hours (B. Koren and P. F. M. Michielsen, CWI,
1993). Eleven nodes let flow out what flows in, so that of the 18 flows seven are states; with the pressures of two
buffers there are nine. Index 2, and events where the kind of flow changes.</p>
<p>Equations, data and end values: the water tube problem of the Test Set for IVP Solvers (F. Mazzia and C. Magherini,
University of Bari, release 2.4). Its unknowns y[1] to y[18] are phi, y[19] to y[36] lambda, y[37] and y[38] are p[5] and
p[8], and y[39] to y[49] the other pressures.</p>
</html>"));
end WaterTubes;
