model M
  Boolean late = time > 1;
  Real x = 1 if late;
end M;
