model RotatingPendulum "A pendulum in Cartesian coordinates that goes over the top"
  parameter Real L = 1 "Length [m]";
  parameter Real g = 9.81 "Gravity [m/s2]";
  parameter Real v0 = 7 "Speed at the lowest point [m/s]";
  Real x(start = 0, fixed = true), y(start = -L) "Position [m]";
  Real vx(start = v0, fixed = true), vy(start = 0) "Velocity [m/s]";
  Real pull "Force of the rod, for a mass of 1 kg and 1 m of length [N]";
  discrete Real lowest(start = 0, fixed = true) "When the mass was at the lowest point [s]";
  discrete Integer turns(start = 0, fixed = true) "How often it has been there";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*y - g;
  x^2 + y^2 = L^2;
  when x > 0 and y < 0 then
    lowest = time;
    turns = pre(turns) + 1;
  end when;
  annotation(
    experiment(StopTime = 7, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>Like the model Pendulum, but fast enough to turn: every choice of states is the wrong one four times in each turn.</p>
<p>A turn takes 4 L/v0 K(k) with the elliptic integral K of modulus k = 2 sqrt(g L)/v0, 1.2865 seconds here.</p>
</html>"));
end RotatingPendulum;
