model M
  parameter Real n = 2;
  n x;
end M;
