within P;
model A
  Real x;
end A;
