model Hires "High irradiance responses of plants by phytochrome"
  parameter Real k1 = 1.71;
  parameter Real k2 = 0.43;
  parameter Real k3 = 8.32;
  parameter Real k4 = 0.69;
  parameter Real k5 = 0.035;
  parameter Real k6 = 8.32;
  parameter Real k7 = 280;
  parameter Real k8 = 0.69;
  parameter Real k9 = 0.69;
  parameter Real supply = 0.0007 "Production of Pr";
  Real Pr(start = 1, fixed = true, nominal = 1e-3) "Red absorbing form";
  Real Pfr(start = 0, fixed = true, nominal = 1e-3) "Far red absorbing form";
  Real PrX(start = 0, fixed = true, nominal = 1e-4);
  Real PfrX(start = 0, fixed = true, nominal = 1e-3);
  Real PrX2(start = 0, fixed = true, nominal = 1e-3);
  Real PfrX2(start = 0, fixed = true, nominal = 1e-3);
  Real PfrX2E(start = 0, fixed = true, nominal = 1e-3);
  Real E(start = 0.0057, fixed = true, nominal = 1e-3) "Enzyme";
  Real binding = k7*PfrX2*E "Rate of PfrX2 + E -> PfrX2E";
equation
  der(Pr) = -k1*Pr + k2*Pfr + k6*PrX + supply;
  der(Pfr) = k1*Pr - (k2 + k3)*Pfr;
  der(PrX) = -(k1 + k6)*PrX + k2*PfrX + k5*PrX2;
  der(PfrX) = k3*Pfr + k1*PrX - (k2 + k4)*PfrX;
  der(PrX2) = -(k1 + k5)*PrX2 + k2*(PfrX2 + PfrX2E);
  der(PfrX2) = -binding + k4*PfrX + k1*PrX2 - k2*PfrX2 + k8*PfrX2E;
  der(PfrX2E) = binding - (k2 + k8 + k9)*PfrX2E;
  der(E) = -der(PfrX2E);
  annotation(
    experiment(StopTime = 321.8122, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>How light makes a plant grow (E. Schäfer, 1975): eight reactions of phytochrome. Index 0, eight states.</p>
<p>Rates and end values: problem HIRES of the Test Set for IVP Solvers (F. Mazzia and C. Magherini, University of Bari,
release 2.4).</p>
</html>"));
end Hires;
