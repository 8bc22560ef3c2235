record Pair
  Real a;
  Integer n;
end Pair;
function swap
  input Pair p;
  output Pair q;
algorithm
  q.a := p.n;
  q.n := integer(p.a);
end swap;
model M
  constant Pair c = swap(Pair(3, 4));
  Pair d = swap(Pair(time, 2));
  Real x[c.n];
equation
  x = fill(c.a, c.n);
end M;
