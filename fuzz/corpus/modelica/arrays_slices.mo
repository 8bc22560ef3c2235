model M
  parameter Real a[:] = {1, 2, 3, 4};
  parameter Real m[:, :] = {{1, 2, 3}, {4, 5, 6}};
  Real b[2] = a[2:3];
  Real c = a[end] + a[end - 1];
  Real d[3] = m[2, :];
  Real e[2] = m[:, end];
  Real f[2, 2] = m[:, {1, 3}];
  Real g[2] = a[{1, end}];
  Real x[3];
equation
  x[1:2] = {time, 2*time};
  x[end] = size(a, 1) + size(m, 2) + ndims(m);
end M;
