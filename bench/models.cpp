// The models as text with one number put in.
#include "models.h"

#include <fmt/format.h>

namespace kerf::bench {

namespace {

constexpr const char* kElectrical = R"(model type resistor
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  local V
  parameter R = 1
  V = Va - Vb
  R*I = V
end

model type capacitor
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  local V
  parameter C = 1
  V = Va - Vb
  C*V' = I
end

model type ground
  main cut A (V / .)
  V = 0
end

model type source
  main cut A (V / I)
  V = sin(time)
end

)";

constexpr const char* kLadder = R"(model type section
  submodel (resistor) r(R = 0.1)
  submodel (capacitor) c(C = 0.2)
  submodel (ground) g
  cut A (Va / Ia) B (Vb / -Ib)
  main path P <A - B>
  connect A to r to B
  connect B to c to g
end

model ladder
  structure parameter n = {}
  submodel source
  submodel (section) s[n]
  node open
  connect source to s[1]
  for i:=1 to n-1 do connect s[i] to s[i+1]
  connect s[n]:B at open
end
)";

constexpr const char* kChain = R"(model type section
  parameter R = 2 Is = 0.1 Vt = 0.5
  cut A (u) B (v)
  main path P <A - B>
  local i
  R*i = 1 + 0.5*u - v
  i = Is*(exp(v/Vt) - 1) + 0.01*v
end

model chain
  structure parameter n = {}
  submodel (section) s[n]
  local x
  x' = sin(time) - x
  s[1].u = 2 + x
  for i:=1 to n-1 do connect s[i] to s[i+1]
end
)";

constexpr const char* kRod = R"(model rod
  structure parameter n = {}
  parameter k = 1000
  local T[n]
  T[1]' = k*(sin(time) - 2*T[1] + T[2])
  for i:=2 to n-1 do T[i]' = k*(T[i-1] - 2*T[i] + T[i+1])
  T[n]' = k*(T[n-1] - T[n])
end
)";

}  // namespace

auto RcLadder(uint32_t n) -> std::string { return kElectrical + fmt::format(kLadder, n); }

auto NonlinearChain(uint32_t n) -> std::string { return fmt::format(kChain, n); }

auto HeatRod(uint32_t n) -> std::string { return fmt::format(kRod, n); }

}  // namespace kerf::bench
