model M
  Real a = mean(i^2 for i in 1:3);
  Real b[3] = {i for i};
end M;
