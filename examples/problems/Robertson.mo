model Robertson "Three reactions with rates nine powers of ten apart"
  parameter Real k1 = 0.04 "Rate of A -> B";
  parameter Real k2 = 3e7 "Rate of B + B -> C + B";
  parameter Real k3 = 1e4 "Rate of B + C -> A + C";
  // Nominal values are those of the end of the run, so that the small concentrations keep their digits.
  Real A(start = 1, fixed = true, nominal = 1e-8);
  Real B(start = 0, fixed = true, nominal = 1e-13);
  Real C(start = 0, fixed = true);
equation
  der(A) = -k1*A + k3*B*C;
  der(B) = k1*A - k3*B*C - k2*B^2;
  der(C) = k2*B^2;
  annotation(
    experiment(StopTime = 1e11, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>An autocatalytic reaction of H. H. Robertson (1966), the classical stiff problem: the time constants are between
3e-8 and 1e11 seconds. Index 0, three states, 1e11 seconds.</p>
<p>Rates and end values: problem ROBER of the Test Set for IVP Solvers (F. Mazzia and C. Magherini, University of
Bari, release 2.4).</p>
</html>"));
end Robertson;
