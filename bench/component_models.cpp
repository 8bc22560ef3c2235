// The component classes are the same for all sizes; the last class has the size.
#include "component_models.h"

#include <fmt/format.h>

namespace kerf::bench {

auto ModelicaLadder(uint32_t n) -> std::string {
  return R"(connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p;
  Pin n;
  Real v;
  Real i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPin;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends TwoPin(v(start = 0, fixed = true));
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;
model Source
  extends TwoPin;
equation
  v = 1;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Ladder
)" + fmt::format(
             R"(  constant Integer n = {};
  Resistor r[n](each R = 0.01);
  Capacitor c[n](each C = 1.0/n);
  Source source;
  Ground ground;
equation
  connect(source.n, ground.p);
  connect(source.p, r[1].p);
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
  for k in 1:n loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, ground.p);
  end for;
end Ladder;
)",
             n);
}

auto ModelicaPipe(uint32_t n) -> std::string {
  return R"(connector Port
  Real p(nominal = 1e5);
  flow Real m_flow;
  stream Real h_outflow;
end Port;
model Volume
  Port a;
  Port b;
  parameter Real V = 1e-3;
  parameter Real kA = 10;
  constant Real rho = 1000;
  constant Real cp = 4200;
  constant Real beta = 5e-7;
  constant Real T_ambient = 290;
  Real p(start = 1.5e5, fixed = true, nominal = 1e5);
  Real T(start = 300, fixed = true, nominal = 300);
equation
  a.p = p;
  b.p = p;
  a.h_outflow = cp*T;
  b.h_outflow = cp*T;
  V*rho*beta*der(p) = a.m_flow + b.m_flow;
  V*rho*cp*der(T) = a.m_flow*(actualStream(a.h_outflow) - cp*T) + b.m_flow*(actualStream(b.h_outflow) - cp*T)
                    + kA*(T_ambient - T);
end Volume;
model Friction
  Port a;
  Port b;
  parameter Real k = 1e-3;
  Real dp;
equation
  dp = a.p - b.p;
  a.m_flow = k*dp/(dp^2 + 100)^0.25;
  a.m_flow + b.m_flow = 0;
  a.h_outflow = inStream(b.h_outflow);
  b.h_outflow = inStream(a.h_outflow);
end Friction;
model Boundary
  Port a;
  parameter Real p;
  parameter Real T;
equation
  a.p = p;
  a.h_outflow = 4200*T;
end Boundary;
model Pipe
)" + fmt::format(
             R"(  constant Integer n = {};
  Volume v[n](each V = 1.0/n, each kA = 1000.0/n);
  Friction f[n + 1](each k = 0.02*sqrt(n));
  Boundary source(p = 2e5, T = 350);
  Boundary sink(p = 1e5, T = 300);
equation
  connect(source.a, f[1].a);
  for i in 1:n loop
    connect(f[i].b, v[i].a);
    connect(v[i].b, f[i + 1].a);
  end for;
  connect(f[n + 1].b, sink.a);
end Pipe;
)",
             n);
}

}  // namespace kerf::bench
