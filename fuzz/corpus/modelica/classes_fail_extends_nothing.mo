model M
  extends Bsae;
  Real x = 1;
end M;
