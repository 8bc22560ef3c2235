package P
  constant Real k = 1;
protected
  constant Real hidden = 2;
  model Secret
    Real x = 1;
  end Secret;
end P;
model M
  import P.hidden;
  Real x = P.hidden;
  Real y = hidden;
  P.Secret s;
end M;
