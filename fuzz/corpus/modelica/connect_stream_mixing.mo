connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source
  Port port;
  parameter Real h = 1;
  Real seen = inStream(port.h);
equation
  port.m = -h;
  port.h = h;
end Source;
model Sink
  Port port(m(min = 0));
  Real seen = inStream(port.h);
equation
  port.p = 1;
  port.h = 0;
end Sink;
model M
  Source a;
  Source b(h = 2);
  Sink c;
equation
  connect(a.port, b.port);
  connect(b.port, c.port);
end M;
