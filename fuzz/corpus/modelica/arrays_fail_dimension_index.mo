type Phase = enumeration(a, b);
type Other = enumeration(c, d);
model M
  Real u[Phase] = {1, 2};
  Real v[Boolean] = {1, 2};
  Real x = u[1] + u[Other.c];
  Real y = v[2];
end M;
