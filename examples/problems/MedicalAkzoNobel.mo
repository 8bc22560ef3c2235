model MedicalAkzoNobel "Antibodies diffuse into a tissue that a tumour has reached"
  parameter Integer n = 200 "Number of grid points";
  parameter Real k = 100 "Rate of the reaction of antibodies with the tissue";
  parameter Real c = 4 "Parameter of the transformation of the half line to the interval from 0 to 1";
  final parameter Real h = 1/n "Distance of grid points";
  Real u[n](each start = 0, each fixed = true, each nominal = 1e-4) "Concentration of antibodies";
  Real v[n](each start = 1, each fixed = true) "Concentration of the tissue";
  Real surface = if time <= 5 then 2 else 0 "Concentration of antibodies at the surface";
protected
  Real left[n] = cat(1, {surface}, u[1:n - 1]);
  Real right[n] = cat(1, u[2:n], {u[n]});
equation
  for j in 1:n loop
    der(u[j]) = 2*(j*h - 1)^3/c^2*(right[j] - left[j])/(2*h)
      + (j*h - 1)^4/c^2*(left[j] - 2*u[j] + right[j])/h^2 - k*u[j]*v[j];
    der(v[j]) = -k*u[j]*v[j];
  end for;
  annotation(
    experiment(StopTime = 20, Tolerance = 1e-9),
    Documentation(info = "<html>
<p>A reaction and diffusion system in one space dimension, discretised in 200 points (Akzo Nobel Central Research,
1994). The supply of antibodies ends at time 5: an event in time. Index 0, 400 states.</p>
<p>Equations and end values: the Medical Akzo Nobel problem of the Test Set for IVP Solvers (W. M. Lioen and J. J. B.
de Swart, CWI, 1998; F. Mazzia and C. Magherini, University of Bari, release 2.4). Its unknowns y[2*j - 1] and y[2*j] are
u[j] and v[j].</p>
</html>"));
end MedicalAkzoNobel;
