model M
  Real x = time;
equation
  assert(false, "this model must not be used");
end M;
