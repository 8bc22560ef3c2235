model M
  parameter Integer n = 4;
  Real a[n, n];
  Real b[n, n];
equation
  for i in 1:n, j in 1:n loop
    a[i, j] = i + j*time;
  end for;
  for i in 1:n loop
    for j in 1:i loop
      b[i, j] = 1;
    end for;
    for j in i + 1:n loop
      b[i, j] = 0;
    end for;
  end for;
end M;
