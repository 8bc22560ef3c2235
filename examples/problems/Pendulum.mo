model Pendulum "A pendulum in Cartesian coordinates, released from the horizontal"
  constant Real K = 1.85407467730137191843 "Complete elliptic integral of modulus sin(45 degrees)";
  parameter Real L = 1 "Length [m]";
  parameter Real g = 4*K^2 "Gravity for which the period is 2 seconds [m/s2]";
  Real x(start = 1), y(start = 0, fixed = true) "Position [m]";
  Real vx(start = 0), vy(start = 0, fixed = true) "Velocity [m/s]";
  Real pull "Force of the string, for a mass of 1 kg and 1 m of length [N]";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*y - g;
  x^2 + y^2 = L^2;
  annotation(
    experiment(StopTime = 4.5, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>The textbook problem of index 3: the length of the string is a constraint between the coordinates, and only two of
the four coordinates and velocities are states. No two of them serve for the whole swing: x cannot be a state where the
string is horizontal, y cannot where it hangs down. So the states are chosen anew during the run.</p>
<p>The pendulum swings by 90 degrees to both sides. The period of that is 4 K sqrt(L/g); it is 2 seconds here, so that
after 4.5 seconds the mass is at its lowest point and goes to the left at the speed sqrt(2 g L).</p>
</html>"));
end Pendulum;
