model A
  Real a;
end A;
