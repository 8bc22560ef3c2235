type Voltage = Real(unit = "V");
type Current = Real(unit = "A");
connector Pin
  Voltage v;
  flow Current i;
end Pin;
partial model TwoPin "base of two-terminal parts"
  Pin p, n;
  Voltage v;
  Current i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end TwoPin;
model Resistor "resistor"
  extends TwoPin;
  parameter Real r(unit = "Ohm") "resistance";
equation
  r*i = v;
end Resistor;
model Capacitor "capacitor"
  extends TwoPin;
  parameter Real c(unit = "F") "capacitance";
equation
  c*der(v) = i;
end Capacitor;
model VsourceAC "sine source"
  extends TwoPin;
  parameter Voltage VA = 110 "amplitude";
  parameter Real f(unit = "Hz") = 1 "frequency";
  constant Real pi = 3.14159265;
equation
  v = VA*sin(2*pi*f*time);
end VsourceAC;
model Ground "ground"
  Pin p;
equation
  p.v = 0;
end Ground;
model Circuit
  Resistor R1(r = 1);
  Resistor R2(r = 1);
  Capacitor C(c = 1);
  VsourceAC AC;
  Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.n, R2.p);
  connect(R2.n, C.p);
  connect(C.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
