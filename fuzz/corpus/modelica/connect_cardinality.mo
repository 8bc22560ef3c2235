connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin p;
  Pin q;
  parameter Integer n = cardinality(q);
equation
  if cardinality(p) == 0 then
    p.v = 0;
  else
    p.v = 2*p.i;
  end if;
  q.v = q.i;
end Part;
model M
  Part a;
  Part b;
  Part c;
equation
  connect(a.q, b.q);
  connect(a.q, c.q);
  connect(b.p, c.p);
end M;
