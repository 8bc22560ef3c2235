// Random terms.
#include <cmath>

#include "initial_terms.h"

namespace kerf::torture {

auto ShortNumber(Rng& rng, double low, double high) -> double {
  return std::round(rng.Uniform(low, high) * 1e4) / 1e4;
}

namespace {

// Two straight lines that meet at s.
auto BentLine(const PlantedTerm& u, double s, double right, double left, uint32_t around) -> PlantedTerm {
  PlantedTerm bent = Make(TermOp::Choose, {u, Num(s), Num(right) * (u - Num(s)), Num(left) * (u - Num(s))});
  bent.number = around;
  return bent;
}

}  // namespace

auto RisingTerm(Rng& rng, uint32_t k, double least, bool is_dymola) -> PlantedTerm {
  const PlantedTerm u = Unk(k);
  const PlantedTerm line = Num(least) * u;
  const double b = ShortNumber(rng, 0.1, 1.5);
  const double s = ShortNumber(rng, -1, 1);
  const uint32_t around = is_dymola ? 0 : rng.Below(3);
  switch (rng.Below(is_dymola ? 15 : 19)) {
    case 0:  return line;
    case 1:  return line + Num(b) * Power(u, 3);
    case 2:  return line + Num(b) * Make(TermOp::Exp, {Num(0.5) * u});
    case 3:  return line + Num(b) * Make(TermOp::Atan, {Num(3) * u});
    case 4:  return line + Num(b) * Make(TermOp::Tanh, {Num(2) * u});
    case 5:  return line + Num(b) * u * Make(TermOp::Abs, {u});
    case 6:  return line + Num(b) * Make(TermOp::Log, {Num(1) + Make(TermOp::Exp, {u})});
    case 7:  return line + BentLine(u, s, b, ShortNumber(rng, 0, 1), around);
    case 8:  return line + Num(b) * Make(TermOp::Max, {u, Num(s)});
    case 9:  return line - Num(b) * Make(TermOp::Max, {Num(0) - u, Num(s)});
    case 10: return line + Num(b) * Make(TermOp::Div, {Power(u, 3), Num(1) + Power(u, 2)});
    case 11: return line + Num(b) * (u + Make(TermOp::Sqrt, {Num(1) + Power(u, 2)}));
    // A diode, and the flow through a hole.
    case 12: return line + Num(0.01 * b) * (Make(TermOp::Exp, {Num(3) * u}) - Num(1));
    case 13:
      return line + Num(b) * Make(TermOp::Div, {u, Make(TermOp::Sqrt, {Make(TermOp::Abs, {u}) + Num(0.01)})});
    case 14: return line + Num(b) * Power(u, 5);
    case 15: return Make(TermOp::Homotopy, {line + Num(b) * Power(u, 3), line});
    case 16: return line + Num(b) * Make(TermOp::Soft, {u});
    case 17: return line + Num(b) * Make(TermOp::Sign, {u}) * Power(u, 2);
    default: return line + Num(b) * Make(TermOp::Cubic, {u});
  }
}

auto GentleTerm(Rng& rng, uint32_t j, uint32_t k, bool is_dymola) -> PlantedTerm {
  const PlantedTerm u = Unk(j);
  const PlantedTerm v = Unk(k);
  const double s = ShortNumber(rng, -1, 1);
  switch (rng.Below(is_dymola ? 17 : 19)) {
    case 0:  return Make(TermOp::Sin, {u});
    case 1:  return Make(TermOp::Cos, {u});
    case 2:  return Make(TermOp::Tanh, {u});
    case 3:  return Make(TermOp::Atan, {u});
    case 4:  return Make(TermOp::Atan2, {u, Num(2)});
    case 5:  return Make(TermOp::Sqrt, {Num(1) + Power(u, 2)});
    case 6:  return Make(TermOp::Abs, {u});
    case 7:  return Make(TermOp::Max, {u, Num(s)});
    case 8:  return Make(TermOp::Min, {u, v});
    case 9:  return u;
    case 10: return Make(TermOp::Div, {Num(1), Num(1) + Power(u, 2)});
    case 11: return Make(TermOp::Div, {u, Num(1) + Power(v, 2) + Power(u, 2)});
    case 12: return Make(TermOp::Exp, {Num(0) - Power(u, 2)});
    case 13: return BentLine(u, s, 1, 0.5, is_dymola ? 0 : rng.Below(3));
    case 14: return Make(TermOp::Sin, {u}) * Make(TermOp::Cos, {v});
    case 15: return Make(TermOp::Log, {Num(1) + Power(u, 2)});
    case 16: return Num(0.5) * Make(TermOp::Div, {u * v, Num(1) + Power(u, 2) + Power(v, 2)});
    case 17: return Make(TermOp::Homotopy, {Make(TermOp::Sin, {u}), Num(0.5) * u});
    default: return Make(TermOp::Soft, {Num(0.5) * (u + v)});
  }
}

auto WildTerm(Rng& rng, uint32_t j, uint32_t k) -> PlantedTerm {
  const PlantedTerm u = Unk(j);
  const PlantedTerm v = Unk(k);
  const double b = ShortNumber(rng, -2, 2);
  switch (rng.Below(13)) {
    case 0:  return Num(b) * u * v;
    case 1:  return Num(b) * Power(u, 2);
    case 2:  return Num(b) * Power(u, 3);
    case 3:  return Num(b) * Make(TermOp::Exp, {u});
    case 4:  return Num(b) * Make(TermOp::Log, {u});
    case 5:  return Num(b) * Make(TermOp::Sqrt, {u});
    case 6:  return Num(b) * Make(TermOp::Div, {u, v});
    case 7:  return Num(b) * Make(TermOp::Sin, {Num(2) * u});
    case 8:  return Num(b) * Make(TermOp::Atan2, {u, v});
    case 9:  return Num(b) * Make(TermOp::Max, {u, v});
    case 10: return Num(b) * Make(TermOp::Choose, {u, Num(1), Num(2) * v, u});
    case 11: return Num(b) * Make(TermOp::Exp, {Num(0) - u * v});
    default: return Num(b) * u;
  }
}

}  // namespace kerf::torture
