connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin a[2];
  Pin b[3];
  Pin c;
equation
  connect(a, b);
  connect(a, c);
end M;
