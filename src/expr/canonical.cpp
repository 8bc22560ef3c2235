// From expressions to canonical forms, operands first. Sums are gathered with a stack when they are needed,
// so that a long one costs its length once.
#include "expr/canonical.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "expr/canonical_form.h"

namespace kerf::expr {

namespace {

class Canonicaliser {
 public:
  Canonicaliser(const Pool& pool, const Namer& namer) : pool_(pool), namer_(namer) {}

  auto Residual(ExprId lhs, ExprId rhs) -> std::string {
    for (const ExprId id : Needed(lhs, rhs)) {
      if (!IsSum(id)) values_[id] = Make(id);
    }
    return CanonicalAdd({{Value(lhs), 1}, {Value(rhs), -1}})->text;
  }

 private:
  [[nodiscard]] auto IsSum(ExprId id) const -> bool {
    const Op op = pool_.op(id);
    return (op == Op::Add || op == Op::Sub) && pool_[id].shape == kScalar;
  }

  // Sums, products and powers; all else is taken as a whole.
  [[nodiscard]] auto IsArithmetic(ExprId id) const -> bool {
    if (pool_[id].shape != kScalar) return false;
    const Op op = pool_.op(id);
    return IsSum(id) || op == Op::Neg || op == Op::Mul || op == Op::Div || op == Op::Pow || op == Op::ToReal;
  }

  // All nodes down to those that are taken as a whole, operands before their users.
  auto Needed(ExprId lhs, ExprId rhs) -> std::vector<ExprId> {
    std::vector<ExprId> found;
    std::unordered_set<ExprId> seen;
    std::vector<ExprId> stack = {lhs, rhs};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if (!seen.insert(id).second) continue;
      found.push_back(id);
      if (!IsArithmetic(id)) continue;
      for (const ExprId operand : pool_.operands(id)) stack.push_back(operand);
    }
    std::ranges::sort(found, {}, &ExprId::index);
    return found;
  }

  auto Value(ExprId id) -> Canonical { return IsSum(id) ? Sum(id) : values_[id]; }

  auto Sum(ExprId root) -> Canonical {
    std::vector<CanonicalPart> parts;
    std::vector<std::pair<ExprId, double>> stack = {{root, 1}};
    while (!stack.empty()) {
      const auto [id, sign] = stack.back();
      stack.pop_back();
      if (!IsSum(id)) {
        parts.push_back({values_[id], sign});
        continue;
      }
      stack.emplace_back(pool_.operand(id, 1), pool_.op(id) == Op::Sub ? -sign : sign);
      stack.emplace_back(pool_.operand(id, 0), sign);
    }
    return CanonicalAdd(parts);
  }

  auto Make(ExprId id) -> Canonical {
    if (pool_.IsNumber(id)) return CanonicalNumber(pool_.number(id));
    if (!IsArithmetic(id)) return Atom(id);
    const auto operand = [&](size_t k) { return Value(pool_.operand(id, k)); };
    switch (pool_.op(id)) {
      case Op::Neg:    return CanonicalMul(CanonicalNumber(-1), operand(0));
      case Op::Mul:    return CanonicalMul(operand(0), operand(1));
      case Op::Div:    return CanonicalMul(operand(0), CanonicalPow(operand(1), CanonicalNumber(-1)));
      case Op::Pow:    return CanonicalPow(operand(0), operand(1));
      case Op::ToReal: return operand(0);
      default:         return Atom(id);
    }
  }

  auto Atom(ExprId id) -> Canonical {
    const std::string text = Print(pool_, id, namer_);
    const Op op = pool_.op(id);
    const bool is_operator = op == Op::If || (op >= Op::Less && op <= Op::Or);
    return CanonicalAtom(is_operator ? "(" + text + ")" : text);
  }

  const Pool& pool_;
  const Namer& namer_;
  std::unordered_map<ExprId, Canonical> values_;
};

}  // namespace

auto PrintCanonical(const Pool& pool, ExprId lhs, ExprId rhs, const Namer& namer) -> std::string {
  return Canonicaliser(pool, namer).Residual(lhs, rhs) + " = 0.0";
}

}  // namespace kerf::expr
