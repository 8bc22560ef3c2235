// Values, slopes and texts of terms.
#include "initial_terms.h"

#include <fmt/format.h>

#include <cmath>

namespace kerf::torture {

auto Num(double number) -> PlantedTerm { return {TermOp::Number, number, 0, "", {}}; }
auto Unk(uint32_t unknown) -> PlantedTerm { return {TermOp::Unknown, 0, unknown, "", {}}; }
auto Make(TermOp op, std::vector<PlantedTerm> parts) -> PlantedTerm {
  return {op, 0, 0, "", std::move(parts)};
}
auto Power(PlantedTerm base, int exponent) -> PlantedTerm {
  return {TermOp::Power, static_cast<double>(exponent), 0, "", {std::move(base)}};
}
auto operator+(PlantedTerm a, PlantedTerm b) -> PlantedTerm {
  return Make(TermOp::Add, {std::move(a), std::move(b)});
}
auto operator-(PlantedTerm a, PlantedTerm b) -> PlantedTerm {
  return Make(TermOp::Sub, {std::move(a), std::move(b)});
}
auto operator*(PlantedTerm a, PlantedTerm b) -> PlantedTerm {
  return Make(TermOp::Mul, {std::move(a), std::move(b)});
}

namespace {

// So near to a kink the slope does not count.
constexpr double kKink = 1e-3;

auto Chosen(double distance, Slope first, Slope second) -> Slope {
  Slope chosen = distance > 0 ? first : second;
  if (std::abs(distance) < kKink) chosen.slope = NAN;
  return chosen;
}

auto BinaryValue(TermOp op, Slope a, Slope b) -> Slope {
  switch (op) {
    case TermOp::Add: return {a.value + b.value, a.slope + b.slope};
    case TermOp::Sub: return {a.value - b.value, a.slope - b.slope};
    case TermOp::Mul: return {a.value * b.value, a.slope * b.value + a.value * b.slope};
    case TermOp::Div:
      return {a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)};
    case TermOp::Atan2:
      return {std::atan2(a.value, b.value),
              (a.slope * b.value - a.value * b.slope) / (a.value * a.value + b.value * b.value)};
    case TermOp::Min: return Chosen(b.value - a.value, a, b);
    default:          return Chosen(a.value - b.value, a, b);
  }
}

auto UnaryValue(TermOp op, Slope x, double exponent) -> Slope {
  const double v = x.value;
  switch (op) {
    case TermOp::Power: return {std::pow(v, exponent), exponent * std::pow(v, exponent - 1) * x.slope};
    case TermOp::Exp:   return {std::exp(v), std::exp(v) * x.slope};
    case TermOp::Log:   return {std::log(v), x.slope / v};
    case TermOp::Sqrt:  return {std::sqrt(v), x.slope / (2 * std::sqrt(v))};
    case TermOp::Sin:   return {std::sin(v), std::cos(v) * x.slope};
    case TermOp::Cos:   return {std::cos(v), -std::sin(v) * x.slope};
    case TermOp::Tanh:  return {std::tanh(v), (1 - std::tanh(v) * std::tanh(v)) * x.slope};
    case TermOp::Atan:  return {std::atan(v), x.slope / (1 + v * v)};
    case TermOp::Abs:   return Chosen(v, x, {-v, -x.slope});
    case TermOp::Sign:  return Chosen(v, {1, 0}, {-1, 0});
    case TermOp::Soft:  return {v / (1 + std::abs(v)), x.slope / std::pow(1 + std::abs(v), 2)};
    default:            return {v + 0.5 * v * v * v, (1 + 1.5 * v * v) * x.slope};
  }
}

}  // namespace

auto ValueOf(const PlantedTerm& term, const TermPoint& point, uint32_t by) -> Slope {
  const auto part = [&](size_t k) { return ValueOf(term.parts[k], point, by); };
  switch (term.op) {
    case TermOp::Number:
    case TermOp::Other:    return {term.number, 0};
    case TermOp::Time:     return {point.time, 0};
    case TermOp::Unknown:  return {point.unknowns[term.unknown], term.unknown == by ? 1.0 : 0.0};
    case TermOp::Choose:   return Chosen(part(0).value - part(1).value, part(2), part(3));
    case TermOp::Homotopy: return part(0);
    default:               break;
  }
  return term.parts.size() == 2 ? BinaryValue(term.op, part(0), part(1))
                                : UnaryValue(term.op, part(0), term.number);
}

auto ValueOf(const PlantedTerm& term, const TermPoint& point) -> double {
  return ValueOf(term, point, UINT32_MAX).value;
}

auto NumberText(double number) -> std::string {
  return number < 0 || std::signbit(number) ? fmt::format("({})", number) : fmt::format("{}", number);
}

auto TextOf(const PlantedTerm& term, const TermWriter& writer) -> std::string {
  const auto part = [&](size_t k) { return TextOf(term.parts[k], writer); };
  const auto call = [&](const char* name) {
    return term.parts.size() == 1 ? fmt::format("{}({})", name, part(0))
                                  : fmt::format("{}({}, {})", name, part(0), part(1));
  };
  switch (term.op) {
    case TermOp::Number:   return NumberText(term.number);
    case TermOp::Unknown:  return writer.unknown(term.unknown);
    case TermOp::Other:    return writer.other(term);
    case TermOp::Time:     return "time";
    case TermOp::Add:      return fmt::format("({} + {})", part(0), part(1));
    case TermOp::Sub:      return fmt::format("({} - {})", part(0), part(1));
    case TermOp::Mul:      return fmt::format("{}*{}", part(0), part(1));
    case TermOp::Div:      return fmt::format("({}/{})", part(0), part(1));
    case TermOp::Power:    return fmt::format("({}){}{}", part(0), writer.is_dymola ? "**" : "^", term.number);
    case TermOp::Exp:      return call("exp");
    case TermOp::Log:      return call("log");
    case TermOp::Sqrt:     return call("sqrt");
    case TermOp::Sin:      return call("sin");
    case TermOp::Cos:      return call("cos");
    case TermOp::Tanh:     return call("tanh");
    case TermOp::Atan:     return call("atan");
    case TermOp::Atan2:    return call("atan2");
    case TermOp::Abs:      return call("abs");
    case TermOp::Min:      return call("min");
    case TermOp::Max:      return call("max");
    case TermOp::Homotopy: return call("homotopy");
    case TermOp::Soft:     return call("soft");
    case TermOp::Cubic:    return call("cubic");
    case TermOp::Sign:     return call("sign");
    case TermOp::Choose:   {
      const char* const around = term.number == 1 ? "noEvent" : term.number == 2 ? "smooth(0, " : "";
      return fmt::format("{}(if {} > {} then {} else {}){}", around, part(0), part(1), part(2), part(3),
                         term.number == 2 ? ")" : "");
    }
  }
  return "";
}

auto TermFunction(const std::string& name) -> std::string {
  if (name == "soft")
    return "function soft\n  input Real x;\n  output Real y;\nalgorithm\n  y := x/(1 + abs(x));\nend soft;\n";
  return "function cubic\n  input Real x;\n  output Real y;\nprotected\n"
         "  Real a[4] = {0, 1, 0, 0.5};\nalgorithm\n  y := 0;\n"
         "  for i in 4:-1:1 loop\n    y := y*x + a[i];\n  end for;\nend cubic;\n";
}

}  // namespace kerf::torture
