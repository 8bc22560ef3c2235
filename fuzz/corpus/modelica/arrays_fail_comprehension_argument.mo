model M
  Real x = abs(i for i in 1:3);
end M;
