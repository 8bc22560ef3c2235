function forever
  input Integer n;
  output Integer k;
algorithm
  k := n;
  while k > 0 loop
    k := k + 1 - 1;
  end while;
end forever;
model M
  Real x[forever(1)];
end M;
