function cube
  input Real x;
  output Real y;
  external "C" y = my_cube(x) annotation(Include = "#include \"cube.h\"", Library = "cube");
end cube;
function scale
  input Real v[:];
  input Real k;
  output Real w[size(v, 1)];
  external;
end scale;
function solve
  input Real a[:, size(a, 1)];
  output Real x[size(a, 1)];
  external "FORTRAN 77" dsolve(a, size(a, 1), x);
end solve;
model M
  Real y = cube(time);
  Real w[2] = scale({1, time}, 3);
  Real x[2] = solve({{1, 2}, {3, time}});
end M;
