model M
  Real a[2] = atan2({1, 2}, {1, 2, 3});
  Real b[2] = max({1, 2}, {3, 4, 5});
  Integer k = integer(time);
  Real c[2, 2] = identity(k);
  Real d[2] = cat(k, {1}, {2});
end M;
