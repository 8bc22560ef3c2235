model M
  Real x = cardinality(1);
end M;
