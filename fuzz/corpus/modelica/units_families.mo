model Families
  parameter Integer n = 1000;
  parameter Real k(unit = "N/m") = 1;
  parameter Real m(unit = "kg") = 1;
  Real x[n](each unit = "m");
  Real v[n](each unit = "m/s");
  Real e(unit = "J");
  Real p[2];
  Real f(unit = "N");
equation
  for i in 2:n - 1 loop
    der(x[i]) = v[i];
    m*der(v[i]) = k*(x[i + 1] - 2*x[i] + v[i - 1]);
  end for;
  x[1] = 0;
  x[n] = 0;
  v[1] = 0;
  v[n] = 0;
  p = {x[2], v[2]};
  e = sum(k*x);
algorithm
  f := k*x[2];
  if x[2] > f then
    f := m;
  end if;
end Families;
