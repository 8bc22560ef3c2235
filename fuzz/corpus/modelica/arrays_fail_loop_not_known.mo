model M
  Integer n = if time > 1 then 2 else 3;
  Real x[3];
equation
  for i in 1:n loop
    x[i] = i;
  end for;
end M;
