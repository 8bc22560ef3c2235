package P101
  constant Real c = 0;
end P101;
model M
  Real x = P1.c;
end M;
