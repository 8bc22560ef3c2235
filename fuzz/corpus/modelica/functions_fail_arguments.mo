function area
  input Real width;
  input Real height = 1;
  output Real a;
algorithm
  a := width*height;
end area;
model M
  Real a = area(1, 2, 3);
  Real b = area(1, depth = 2);
  Real c = area(1, width = 2);
  Real d = area(height = 2);
  Real e = area("one");
  Real f = area({1, 2});
end M;
