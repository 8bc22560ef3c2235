model Inner
  parameter Real p = 1;
end Inner;
model Middle
  parameter Real p = 2;
  Inner inner1(p = 10*p);
end Middle;
model Outer
  parameter Real p = 3;
  Middle m(inner1(p = 100*p));
  Middle n(p = p);
end Outer;
