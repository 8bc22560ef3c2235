model Pollution "Air chemistry: 25 reactions of 20 species"
  // Concentrations [ppm] and rates [ppm/min].
  Real NO2(start = 0, fixed = true, nominal = 1e-1);
  Real NO(start = 0.2, fixed = true, nominal = 1e-1);
  Real O3P(start = 0, fixed = true, nominal = 1e-9);
  Real O3(start = 0.04, fixed = true, nominal = 1e-3);
  Real HO2(start = 0, fixed = true, nominal = 1e-7);
  Real OH(start = 0, fixed = true, nominal = 1e-7);
  Real HCHO(start = 0.1, fixed = true, nominal = 1e-1);
  Real CO(start = 0.3, fixed = true, nominal = 1e-1);
  Real ALD(start = 0.01, fixed = true, nominal = 1e-2);
  Real MEO2(start = 0, fixed = true, nominal = 1e-8);
  Real C2O3(start = 0, fixed = true, nominal = 1e-8);
  Real CO2(start = 0, fixed = true, nominal = 1e-3);
  Real PAN(start = 0, fixed = true, nominal = 1e-4);
  Real CH3O(start = 0, fixed = true, nominal = 1e-5);
  Real HNO3(start = 0, fixed = true, nominal = 1e-2);
  Real O1D(start = 0, fixed = true, nominal = 1e-17);
  Real SO2(start = 0.007, fixed = true, nominal = 1e-2);
  Real SO4(start = 0, fixed = true, nominal = 1e-4);
  Real NO3(start = 0, fixed = true, nominal = 1e-6);
  Real N2O5(start = 0, fixed = true, nominal = 1e-5);
  Real r[25] "Rates of the reactions";
equation
  r[1] = 0.35*NO2;
  r[2] = 26.6*NO*O3;
  r[3] = 1.23e4*HO2*NO;
  r[4] = 8.6e-4*HCHO;
  r[5] = 8.2e-4*HCHO;
  r[6] = 1.5e4*HCHO*OH;
  r[7] = 1.3e-4*ALD;
  r[8] = 2.4e4*ALD*OH;
  r[9] = 1.65e4*C2O3*NO;
  r[10] = 9e3*C2O3*NO2;
  r[11] = 0.022*PAN;
  r[12] = 1.2e4*MEO2*NO;
  r[13] = 1.88*CH3O;
  r[14] = 1.63e4*NO2*OH;
  r[15] = 4.8e6*O3P;
  r[16] = 3.5e-4*O3;
  r[17] = 0.0175*O3;
  r[18] = 1e8*O1D;
  r[19] = 4.44e11*O1D;
  r[20] = 1.24e3*SO2*OH;
  r[21] = 2.1*NO3;
  r[22] = 5.78*NO3;
  r[23] = 0.0474*NO2*O3;
  r[24] = 1.78e3*NO3*NO2;
  r[25] = 3.12*N2O5;
  der(NO2) = r[2] + r[3] + r[9] + r[11] + r[12] + r[22] + r[25] - r[1] - r[10] - r[14] - r[23] - r[24];
  der(NO) = r[1] + r[21] - r[2] - r[3] - r[9] - r[12];
  der(O3P) = r[1] + r[17] + r[19] + r[22] - r[15];
  der(O3) = r[15] - r[2] - r[16] - r[17] - r[23];
  der(HO2) = 2*r[4] + r[6] + r[7] + r[13] + r[20] - r[3];
  der(OH) = r[3] + 2*r[18] - r[6] - r[8] - r[14] - r[20];
  der(HCHO) = r[13] - r[4] - r[5] - r[6];
  der(CO) = r[4] + r[5] + r[6] + r[7];
  der(ALD) = -r[7] - r[8];
  der(MEO2) = r[7] + r[9] - r[12];
  der(C2O3) = r[8] + r[11] - r[9] - r[10];
  der(CO2) = r[9];
  der(PAN) = r[10] - r[11];
  der(CH3O) = r[12] - r[13];
  der(HNO3) = r[14];
  der(O1D) = r[16] - r[18] - r[19];
  der(SO2) = -r[20];
  der(SO4) = r[20];
  der(NO3) = r[23] + r[25] - r[21] - r[22] - r[24];
  der(N2O5) = r[24] - r[25];
  annotation(
    experiment(StopTime = 60, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>The chemistry part of an air pollution model of the Dutch National Institute of Public Health (J. G. Verwer, 1994),
one hour. Index 0, twenty states.</p>
<p>Rates and end values: problem POLLU of the Test Set for IVP Solvers (F. Mazzia and C. Magherini, University of Bari,
release 2.4).</p>
</html>"));
end Pollution;
