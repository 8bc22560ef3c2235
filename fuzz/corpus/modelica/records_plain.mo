record Point
  Real x;
  Real y;
end Point;
model M
  Point p;
  Point q = Point(time, 2*time);
  Point r;
equation
  p = q;
  r.x = p.y;
  r.y = p.x;
end M;
