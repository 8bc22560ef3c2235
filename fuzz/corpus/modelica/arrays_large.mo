model Cell
  Real x = 1;
end Cell;
model M
  Cell c[1000];
  Real total = sum(c.x);
end M;
