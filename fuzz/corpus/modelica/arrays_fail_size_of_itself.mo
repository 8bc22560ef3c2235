model M
  Real x[size(x, 1)] = {1, 2};
  parameter Real y[size(z, 1)] = {1, 2};
  parameter Real z[size(y, 1)] = {1, 2};
end M;
