// See fold.h.
#include "lang/dymola/fold.h"

#include <algorithm>
#include <cmath>

namespace kerf::dymola {

namespace {

using expr::Op;

// Beyond this a subscript means nothing, and products of two stay far from overflow.
constexpr int64_t kHuge = int64_t{1} << 31;

auto IsHuge(const Affine& x) -> bool {
  const auto huge = [](int64_t v) { return v > kHuge || v < -kHuge; };
  return huge(x.constant) || std::ranges::any_of(x.coefficients, huge);
}

auto IsConstant(const Affine& x) -> bool {
  return std::ranges::all_of(x.coefficients, [](int64_t v) { return v == 0; });
}

auto Scale(Affine x, int64_t factor) -> Affine {
  x.constant *= factor;
  for (int64_t& coefficient : x.coefficients) coefficient *= factor;
  return x;
}

auto Plus(Affine x, const Affine& y) -> Affine {
  x.constant += y.constant;
  for (size_t k = 0; k < kMaxIterators; ++k) x.coefficients[k] += y.coefficients[k];
  return x;
}

}  // namespace

auto TryFold(Op op, double x, double y) -> std::optional<double> {
  const auto truth = [](bool b) { return b ? 1.0 : 0.0; };
  // Only what sizes, bounds and conditions need; the rest stays an expression.
  if (op == Op::Neg) return -x;
  if (op == Op::Add) return x + y;
  if (op == Op::Sub) return x - y;
  if (op == Op::Mul) return x * y;
  if (op == Op::Div) return y != 0 ? std::optional(x / y) : std::nullopt;
  if (op == Op::Pow) return std::pow(x, y);
  if (op == Op::Less) return truth(x < y);
  if (op == Op::LessEqual) return truth(x <= y);
  if (op == Op::Greater) return truth(x > y);
  if (op == Op::GreaterEqual) return truth(x >= y);
  if (op == Op::Equal) return truth(x == y);
  if (op == Op::NotEqual) return truth(x != y);
  if (op == Op::Not) return truth(x == 0);
  if (op == Op::And) return truth(x != 0 && y != 0);
  if (op == Op::Or) return truth(x != 0 || y != 0);
  if (op == Op::Abs) return std::abs(x);
  if (op == Op::Sqrt) return x >= 0 ? std::optional(std::sqrt(x)) : std::nullopt;
  if (op == Op::Floor) return std::floor(x);
  if (op == Op::Ceil) return std::ceil(x);
  if (op == Op::Min) return std::min(x, y);
  if (op == Op::Max) return std::max(x, y);
  if (op == Op::Mod) return y != 0 ? std::optional(x - y * std::floor(x / y)) : std::nullopt;
  return std::nullopt;
}

auto AffineOf(double number) -> Affine {
  Affine affine;
  affine.holds = std::abs(number) <= static_cast<double>(kHuge) && number == std::floor(number);
  if (affine.holds) affine.constant = static_cast<int64_t>(number);
  return affine;
}

auto CombineAffine(Op op, const Affine& x, const Affine& y) -> Affine {
  Affine result;
  if (!x.holds || !y.holds) return result;
  if (op == Op::Neg) result = Scale(x, -1);
  if (op == Op::Add) result = Plus(x, y);
  if (op == Op::Sub) result = Plus(x, Scale(y, -1));
  if (op == Op::Mul && IsConstant(y)) result = Scale(x, y.constant);
  if (op == Op::Mul && IsConstant(x)) result = Scale(y, x.constant);
  result.holds = result.holds && !IsHuge(result);
  return result;
}

}  // namespace kerf::dymola
