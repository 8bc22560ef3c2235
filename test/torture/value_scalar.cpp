// Operators and functions of scalars, and of arrays element by element.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>

#include "value.h"

namespace kerf::torture {

namespace {

// Numbers that differ by less are taken for equal by one evaluation and for different by another.
constexpr double kTie = 1e-9;

auto IsWhole(const Val& x) -> bool { return x.sort == Sort::Integer; }
auto CommonSort(const Val& x, const Val& y) -> Sort {
  return IsWhole(x) && IsWhole(y) ? Sort::Integer : Sort::Real;
}

auto MadeNumber(double number, Sort sort, bool is_exact) -> Val {
  if (!std::isfinite(number) || std::abs(number) > 1e12) throw NoValue{"a number is too large"};
  Val value = sort == Sort::Integer ? IntegerVal(number) : RealVal(number);
  value.sort = sort;
  value.is_exact = is_exact;
  return value;
}

// A number that may be rounded down and compared with whole numbers.
auto Settled(const Val& x) -> double {
  const double nearest = std::round(x.number);
  if (!x.is_exact && std::abs(x.number - nearest) < kTie * std::max(1.0, std::abs(nearest)))
    throw NoValue{"rounding decides"};
  return x.number;
}

// Few bits after the point: sums and products of such numbers are exact.
auto HasFewBits(double x) -> bool { return std::abs(x) < 1e6 && std::floor(x * 0x1p16) == x * 0x1p16; }

auto Divided(const Val& x, const Val& y) -> Val {
  if (std::abs(y.number) < kTie) throw NoValue{"a division by 0"};
  const double quotient = x.number / y.number;
  const bool is_exact = x.is_exact && y.is_exact && HasFewBits(quotient) && quotient * y.number == x.number;
  return MadeNumber(quotient, Sort::Real, is_exact);
}

auto Quotient(const Val& x, const Val& y) -> double { return Settled(Divided(x, y)); }

auto Power(const Val& x, const Val& y) -> Val {
  const bool is_whole = y.number == std::round(y.number);
  if (x.number < 0 && !is_whole) throw NoValue{"a root of a negative number"};
  if (std::abs(x.number) < kTie && y.number <= 0) throw NoValue{"0 to the power 0"};
  const double power = std::pow(x.number, y.number);
  return MadeNumber(power, Sort::Real, x.is_exact && y.is_exact && is_whole && HasFewBits(power));
}

auto Compared(const Val& x, const Val& y) -> double {
  if (x.sort == Sort::Text) return x.text < y.text ? -1 : x.text == y.text ? 0 : 1;
  const double difference = x.number - y.number;
  if (!(x.is_exact && y.is_exact) &&
      std::abs(difference) < kTie * std::max({1.0, std::abs(x.number), std::abs(y.number)}))
    throw NoValue{"rounding decides"};
  return difference;
}

using Binary = std::function<Val(const Val&, const Val&)>;
using Unary = std::function<Val(const Val&)>;

auto BinaryFunctions() -> const std::map<std::string, Binary>& {
  const auto relation = [](bool (*holds)(double)) -> Binary {
    return [holds](const Val& x, const Val& y) { return BooleanVal(holds(Compared(x, y))); };
  };
  const auto rounded = [](const Val& x, const Val& y, double number) {
    return MadeNumber(number, CommonSort(x, y), x.is_exact && y.is_exact && HasFewBits(number));
  };
  static const std::map<std::string, Binary> functions = {
      {"+",
       [](const Val& x, const Val& y) {
         if (x.sort == Sort::Text) return TextVal(x.text + y.text);
         const double sum = x.number + y.number;
         return MadeNumber(sum, CommonSort(x, y), x.is_exact && y.is_exact && HasFewBits(sum));
       }},
      {"-", [=](const Val& x, const Val& y) { return rounded(x, y, x.number - y.number); }},
      {"*", [=](const Val& x, const Val& y) { return rounded(x, y, x.number * y.number); }},
      {"/", Divided},
      {"^", Power},
      {"<", relation([](double d) { return d < 0; })},
      {"<=", relation([](double d) { return d <= 0; })},
      {">", relation([](double d) { return d > 0; })},
      {">=", relation([](double d) { return d >= 0; })},
      {"==", relation([](double d) { return d == 0; })},
      {"<>", relation([](double d) { return d != 0; })},
      {"and", [](const Val& x, const Val& y) { return BooleanVal(x.number != 0 && y.number != 0); }},
      {"or", [](const Val& x, const Val& y) { return BooleanVal(x.number != 0 || y.number != 0); }},
      {"min", [=](const Val& x, const Val& y) { return rounded(x, y, std::min(x.number, y.number)); }},
      {"max", [=](const Val& x, const Val& y) { return rounded(x, y, std::max(x.number, y.number)); }},
      {"atan2",
       [](const Val& x, const Val& y) {
         if (x.number == 0 && y.number == 0) throw NoValue{"atan2 of 0"};
         // Where the angle jumps, signs of zeros and rounding decide.
         if (y.number <= 0 && std::abs(x.number) < kTie) throw NoValue{"atan2 jumps"};
         return MadeNumber(std::atan2(x.number, y.number), Sort::Real, false);
       }},
      {"div", [=](const Val& x, const Val& y) { return rounded(x, y, std::trunc(Quotient(x, y))); }},
      {"mod", [=](const Val& x,
                  const Val& y) { return rounded(x, y, x.number - std::floor(Quotient(x, y)) * y.number); }},
      {"rem", [=](const Val& x,
                  const Val& y) { return rounded(x, y, x.number - std::trunc(Quotient(x, y)) * y.number); }},
  };
  return functions;
}

auto UnaryFunctions() -> const std::map<std::string, Unary>& {
  const auto smooth = [](double (*function)(double), double low, double high) -> Unary {
    return [=](const Val& x) {
      if (!(x.number >= low && x.number <= high)) throw NoValue{"outside of a domain"};
      return MadeNumber(function(x.number), Sort::Real, false);
    };
  };
  constexpr double kAll = 1e6;
  static const std::map<std::string, Unary> functions = {
      {"-", [](const Val& x) { return MadeNumber(-x.number, x.sort, x.is_exact); }},
      {"not", [](const Val& x) { return BooleanVal(x.number == 0); }},
      {"abs", [](const Val& x) { return MadeNumber(std::abs(x.number), x.sort, x.is_exact); }},
      {"sign",
       [](const Val& x) {
         if (!x.is_exact && std::abs(x.number) < kTie) throw NoValue{"rounding decides"};
         return IntegerVal(x.number > 0 ? 1 : x.number < 0 ? -1 : 0);
       }},
      {"floor", [](const Val& x) { return MadeNumber(std::floor(Settled(x)), Sort::Real, true); }},
      {"ceil", [](const Val& x) { return MadeNumber(std::ceil(Settled(x)), Sort::Real, true); }},
      {"integer", [](const Val& x) { return IntegerVal(std::floor(Settled(x))); }},
      {"Integer", [](const Val& x) { return IntegerVal(x.number); }},
      {"Real", [](const Val& x) { return AsReal(x); }},
      {"noEvent", [](const Val& x) { return x; }},
      {"sqrt", smooth([](double x) { return std::sqrt(x); }, kTie, kAll)},
      {"exp", smooth([](double x) { return std::exp(x); }, -20, 10)},
      {"log", smooth([](double x) { return std::log(x); }, 1e-6, kAll)},
      {"log10", smooth([](double x) { return std::log10(x); }, 1e-6, kAll)},
      {"sin", smooth([](double x) { return std::sin(x); }, -1e3, 1e3)},
      {"cos", smooth([](double x) { return std::cos(x); }, -1e3, 1e3)},
      {"tan", smooth([](double x) { return std::tan(x); }, -1.5, 1.5)},
      {"asin", smooth([](double x) { return std::asin(x); }, -0.999, 0.999)},
      {"acos", smooth([](double x) { return std::acos(x); }, -0.999, 0.999)},
      {"atan", smooth([](double x) { return std::atan(x); }, -kAll, kAll)},
      {"sinh", smooth([](double x) { return std::sinh(x); }, -10, 10)},
      {"cosh", smooth([](double x) { return std::cosh(x); }, -10, 10)},
      {"tanh", smooth([](double x) { return std::tanh(x); }, -10, 10)},
  };
  return functions;
}

// Element by element; a scalar goes with every element.
auto SpreadOver(const Binary& function, const Val& x, const Val& y, Sort sort) -> Val {
  if (x.is_scalar() && y.is_scalar()) return function(x, y);
  const Val& shape = x.is_scalar() ? y : x;
  if (!x.is_scalar() && !y.is_scalar() && x.dims != y.dims) throw NoValue{"arrays of different sizes"};
  std::vector<Val> parts;
  for (size_t k = 0; k < shape.parts.size(); ++k)
    parts.push_back(function(x.is_scalar() ? x : x.parts[k], y.is_scalar() ? y : y.parts[k]));
  return ArrayVal(shape.dims, std::move(parts), sort);
}

auto ResultSort(const std::string& op, const Val& x) -> Sort {
  if (op == "/" || op == "^") return Sort::Real;
  return x.sort;
}

}  // namespace

auto ApplyScalar(const std::string& op, const std::vector<Val>& operands, Val& result) -> bool {
  if (operands.size() == 1) {
    const auto found = UnaryFunctions().find(op);
    if (found == UnaryFunctions().end()) return false;
    const Val& x = operands[0];
    if (x.is_scalar()) {
      result = found->second(x);
      return true;
    }
    std::vector<Val> parts;
    for (const Val& part : x.parts) parts.push_back(found->second(part));
    result = ArrayVal(x.dims, std::move(parts), x.sort);
    return true;
  }
  if (operands.size() != 2) return false;
  // ".+" and the others are the plain operators element by element.
  const std::string plain = op.size() == 2 && op[0] == '.' ? op.substr(1) : op;
  const auto found = BinaryFunctions().find(plain);
  if (found == BinaryFunctions().end()) return false;
  result = SpreadOver(found->second, operands[0], operands[1], ResultSort(plain, operands[0]));
  return true;
}

}  // namespace kerf::torture
