function count
  input Integer n;
  output Integer k;
algorithm
  assert(n > 0, "n must be positive");
  k := n;
end count;
model M
  Real x[count(0)];
end M;
