// Models for FMUs: what examples of other folders do not have.

model Switched "Samples, when-clauses, reinit, integers, a function with a loop"
  function mean
    input Real x[:];
    output Real y = 0;
  algorithm
    for i in 1:size(x, 1) loop
      y := y + x[i]/size(x, 1);
    end for;
  end mean;
  parameter Real k(unit = "1/s") = 2 "rate";
  Real x(start = 1, fixed = true);
  Real y[3](start = {0, 0.2, 0.4}, each fixed = true);
  discrete Real s(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
  output Real m;
equation
  der(x) = if b then -k*x else 1 + sin(3*time);
  for i in 1:3 loop
    der(y[i]) = x - i*y[i];
  end for;
  m = mean(y);
  when sample(0.1, 0.4) then
    s = pre(s) + x;
  end when;
  when x > 1.5 then
    b = true;
    n = pre(n) + 1;
  elsewhen x < 0.25 then
    b = false;
    n = pre(n);
  end when;
  when time > 2 then
    reinit(y[2], 1);
  end when;
end Switched;

model Delayed "Delays, also of a jump; an initialization problem"
  Real x(start = 1);
  Real y(start = 0, fixed = true);
  Real u;
  parameter Real p(fixed = false, start = 1);
initial equation
  der(x) = 0;
  p*p*p + p = 10;
equation
  u = if time > 0.5 then 1 else 0;
  der(x) = p - x - delay(x, 0.3)/2 - u;
  der(y) = delay(u, 0.7) - y + delay(sin(5*time), 0.2);
end Delayed;

model Chosen "A pendulum in x and y, whose states are chosen during the run"
  Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 0, fixed = true), vy;
  Real F, energy;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  energy = (vx^2 + vy^2)/2 + 9.81*y;
end Chosen;

model Fed "Inputs that cross limits, and a block of equations that depends on one"
  input Real u;
  input Real v;
  output Real y;
  Real x(start = 1, fixed = true), z(start = 1);
  Integer n(start = 0, fixed = true);
  Real d;
equation
  der(x) = if u > 0.7 then -x + v else u - x;
  z^3 + z = u + x;
  y = z + abs(v);
  d = delay(u, 0.25);
  when {u > 1, v < 0} then
    n = pre(n) + 1;
  end when;
end Fed;

model Arrays "Arrays in all roles; parameters from which others, start values and conditions follow"
  parameter Real p[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  parameter Real c[3] = {1, 2, 4};
  parameter Real k = 0.5;
  parameter Real double = 2*k;
  parameter Real x0 = 0.8*double;
  Real x[3](start = {1, 2, 3}, each fixed = true);
  Real w(start = x0, fixed = true);
  Real y[2, 3];
  output Real z[2];
  Integer n[2](each start = 0, each fixed = true);
  Boolean b[2];
  final parameter Real half = double/2;
equation
  for i in 1:3 loop
    der(x[i]) = w - c[i]*x[i];
  end for;
  der(w) = -k*w;
  for i in 1:2, j in 1:3 loop
    y[i, j] = p[i, j]*x[j];
  end for;
  z = {sum(y[1, :]), sum(y[2, :])};
  b = {x[1] > double, x[2] > half};
  when not b[2] then
    n = {pre(n[1]) + 1, pre(n[2]) + 2};
  end when;
end Arrays;

model Connected "Enumerations and connectors"
  type Mode = enumeration(off "none", slow, fast);
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Frame
    Real r[3];
    flow Real f[3];
  end Frame;
  Pin p, n;
  Frame a;
  Mode m(start = Mode.off, fixed = true);
  Mode ms[2](each start = Mode.slow, each fixed = true);
  Real x(start = 1, fixed = true);
  parameter Mode pm = Mode.fast;
equation
  der(x) = if m == Mode.off then -x else 1;
  p.v - n.v = x;
  n.v = 0;
  a.r = {x, 2*x, 3*x};
  when x < 0.5 then
    m = Mode.fast;
    ms = {Mode.off, Mode.fast};
  end when;
end Connected;

model Driven "Inputs, and events of all kinds, without a past"
  input Real u;
  input Real v;
  output Real y;
  parameter Real k = 2;
  parameter Real unused = 3*k;
  constant Real c = 5;
  Real x(start = 1, fixed = true), z(start = 1), s(start = 0.2*k, fixed = true);
  Integer n(start = 0, fixed = true), m;
  discrete Real held(start = 0, fixed = true);
equation
  der(x) = if u > 0.7 then -x + v else k*u - x;
  der(s) = if s > 0.5 then -1 else x;
  z^3 + z = u + x;
  y = z + abs(v);
  m = integer(2*x);
  when {u > 1, v < 0} then
    n = pre(n) + 1;
  end when;
  when sample(0.1, 0.3) then
    held = u + pre(held);
  end when;
  when s > 0.5 then
    reinit(s, 0);
  end when;
  when n >= 3 then
    terminate("enough");
  end when;
end Driven;
