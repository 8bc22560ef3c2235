connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Volume
  Port port;
  Real h(start = 1);
equation
  port.p = 1;
  port.h = h;
  der(h) = port.m*actualStream(port.h);
end Volume;
model Flow
  Port a;
  Port b;
equation
  a.m = a.p - b.p;
  a.m + b.m = 0;
  a.h = inStream(b.h);
  b.h = inStream(a.h);
end Flow;
model M
  Volume v1;
  Volume v2;
  Flow f;
equation
  connect(v1.port, f.a);
  connect(f.b, v2.port);
end M;
