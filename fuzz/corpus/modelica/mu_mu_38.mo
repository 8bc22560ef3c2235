model Array1
  Integer x[5] = {1, 2, 3, 4, 5};
  Integer[3] y = 1:3;
end Array1;
