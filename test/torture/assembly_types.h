// The types of parts, in both languages.
#pragma once

namespace kerf::torture {

inline constexpr const char* kDymolaFlanges = R"(model type wall
  main cut P (S / .)
  S = 0
end

model type mass
  parameter K=1
  main cut A (S / F)
  local V
  V = S'
  K*V' = F
end

model type capacity
  parameter K=1
  main cut A (S / F)
  K*S' = F
end

model type spring
  parameter K=1
  cut A (Sa / F) B (Sb / -F)
  main path AB <A - B>
  local U
  U = Sa - Sb
  F = K*U
end

model type damper
  parameter K=1
  cut A (Sa / F) B (Sb / -F)
  main path AB <A - B>
  local U
  U = Sa - Sb
  F = K*U'
end

model type rigid
  cut A (Sa / F) B (Sb / -F)
  main path AB <A - B>
  local U
  U = Sa - Sb
  U = 0
end

model type position
  parameter K=1 W=1
  cut A (Sa / F) B (Sb / -F)
  main path AB <A - B>
  local U
  U = Sa - Sb
  U = K*sin(W*time)
end

model type force
  parameter K=1 W=1
  cut A (Sa / F) B (Sb / -F)
  main path AB <A - B>
  local U
  U = Sa - Sb
  F = K*sin(W*time)
end

)";

inline constexpr const char* kModelicaFlanges = R"(connector Flange
  Real s;
  flow Real f;
end Flange;

partial model TwoFlanges
  Flange a;
  Flange b;
  Real U;
  Real F;
equation
  U = a.s - b.s;
  F = a.f;
  a.f + b.f = 0;
end TwoFlanges;

partial model OneFlange
  Flange a;
  Real S;
  Real F;
equation
  S = a.s;
  F = a.f;
end OneFlange;

model wall
  Flange a;
equation
  a.s = 0;
end wall;

model mass
  extends OneFlange;
  parameter Real K = 1;
  Real V;
equation
  V = der(S);
  K*der(V) = F;
end mass;

model capacity
  extends OneFlange;
  parameter Real K = 1;
equation
  K*der(S) = F;
end capacity;

model spring
  extends TwoFlanges;
  parameter Real K = 1;
equation
  F = K*U;
end spring;

model damper
  extends TwoFlanges;
  parameter Real K = 1;
equation
  F = K*der(U);
end damper;

model rigid
  extends TwoFlanges;
equation
  U = 0;
end rigid;

model position
  extends TwoFlanges;
  parameter Real K = 1;
  parameter Real W = 1;
equation
  U = K*sin(W*time);
end position;

model force
  extends TwoFlanges;
  parameter Real K = 1;
  parameter Real W = 1;
equation
  F = K*sin(W*time);
end force;

)";

// As in library/dymola/bondgraph.
inline constexpr const char* kDymolaBonds = R"(model type bond
  cut A(x/y), B(y/-x)
  main cut C[A,B]
  main path P<A-B>
end

model type R
  main cut A(e/f)
  parameter K=1.0
  K*f = e
end

model type C
  main cut A(e/f)
  parameter K=1.0
  K*der(e) = f
end

model type I
  main cut A(e/f)
  parameter K=1.0
  K*der(f) = e
end

model type SE
  main cut A(e/.)
  parameter K=1.0, W=1.0
  e = K*sin(W*time)
end

model type SF
  main cut A(./-f)
  parameter K=1.0, W=1.0
  f = K*sin(W*time)
end

model type TF
  cut A(e1/f1), B(e2/-f2)
  main cut C[A,B]
  main path P<A-B>
  parameter K=1.0
  e1 = K*e2
  f2 = K*f1
end

model type GY
  cut A(e1/f1), B(e2/-f2)
  main cut C[A,B]
  main path P<A-B>
  parameter K=1.0
  e1 = K*f2
  e2 = K*f1
end

)";

inline constexpr const char* kModelicaBonds = R"(connector Port
  Real e;
  flow Real f;
end Port;

partial model OnePort
  Port a;
  Real e;
  Real f;
equation
  e = a.e;
  f = a.f;
end OnePort;

model bond
  Port a;
  Port b;
  Real x;
  Real y;
equation
  x = a.e;
  y = b.e;
  a.f = y;
  b.f = -x;
end bond;

model R
  extends OnePort;
  parameter Real K = 1;
equation
  K*f = e;
end R;

model C
  extends OnePort;
  parameter Real K = 1;
equation
  K*der(e) = f;
end C;

model I
  extends OnePort;
  parameter Real K = 1;
equation
  K*der(f) = e;
end I;

model SE
  extends OnePort;
  parameter Real K = 1;
  parameter Real W = 1;
equation
  e = K*sin(W*time);
end SE;

model SF
  Port a;
  parameter Real K = 1;
  parameter Real W = 1;
  Real f;
equation
  a.f = -f;
  f = K*sin(W*time);
end SF;

partial model TwoPorts
  Port a;
  Port b;
  Real e1;
  Real f1;
  Real e2;
  Real f2;
equation
  e1 = a.e;
  f1 = a.f;
  e2 = b.e;
  f2 = -b.f;
end TwoPorts;

model TF
  extends TwoPorts;
  parameter Real K = 1;
equation
  e1 = K*e2;
  f2 = K*f1;
end TF;

model GY
  extends TwoPorts;
  parameter Real K = 1;
equation
  e1 = K*f2;
  e2 = K*f1;
end GY;

)";

}  // namespace kerf::torture
