within P
model A
  Real x
  Real y = 1 2;
equation
  x = 1
  y = 2
end A
model B end B