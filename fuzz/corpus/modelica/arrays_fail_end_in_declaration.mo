model M
  Real x[end];
end M;
