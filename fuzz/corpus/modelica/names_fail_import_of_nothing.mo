package P
  constant Real c = 1;
end P;
model M
  import P.d;
  import Q = P.Nothing;
  Real x = d;
  Q q;
end M;
