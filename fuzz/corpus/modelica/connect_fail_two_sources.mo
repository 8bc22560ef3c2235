connector RealInput = input Real;
connector RealOutput = output Real;
block Source
  RealOutput y = time;
end Source;
block Sink
  RealInput u;
end Sink;
model M
  Source a;
  Source b;
  Sink s;
equation
  connect(a.y, s.u);
  connect(b.y, s.u);
end M;
