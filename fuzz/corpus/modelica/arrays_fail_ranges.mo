model M
  Real a[3] = 1:0:3;
  Real b[3] = "a":"c";
  Real c[2] = {x for x in 3};
  Real d = sum(x for x in "abc");
  Real e = max(s for s in {"a", "b"});
end M;
