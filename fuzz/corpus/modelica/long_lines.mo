model A
  Real aVeryLongName(start=1, min=0, max=100, nominal=f(10, 20, 30, 40, 50, 60), unit="a rather long unit", fixed=true) = 1 "and a description";
end A;
