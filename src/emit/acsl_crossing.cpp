// See acsl_crossing.h.
#include "emit/acsl_crossing.h"

#include <algorithm>

#include "expr/walk.h"

namespace kerf::emit {

namespace {

using dae::VarKind;
using expr::ExprId;
using expr::Op;
using expr::VarId;

class Crossing {
 public:
  Crossing(transform::Work& work, const std::map<VarId, ExprId>& solutions)
      : dae_(work.dae), pool_(work.dae.world->pool), walker_(pool_), solutions_(solutions) {}

  auto Run(ExprId condition) -> AcslTrigger {
    const ExprId root = Defined(condition);
    AcslTrigger trigger;
    const Op op = pool_.op(root);
    const bool is_up = op == Op::Greater || op == Op::GreaterEqual;
    const bool is_down = op == Op::Less || op == Op::LessEqual;
    if ((is_up || is_down) && IsReal(root)) {
      const ExprId x = pool_.operand(root, 0);
      const ExprId y = pool_.operand(root, 1);
      const bool is_at = (is_up && IsTime(x) && IsFixed(y)) || (is_down && IsTime(y) && IsFixed(x));
      trigger.kind =
          is_at ? AcslTrigger::Kind::At : (is_up ? AcslTrigger::Kind::Up : AcslTrigger::Kind::Down);
      trigger.value = is_at ? (is_up ? y : x) : pool_.Sub(x, y);
      return trigger;
    }
    trigger.kind = AcslTrigger::Kind::Up;
    trigger.value = Function(root);
    return trigger;
  }

 private:
  // A condition that is a variable of an equation is what its equation says.
  auto Defined(ExprId id) -> ExprId {
    while (pool_.op(id) == Op::Var || pool_.op(id) == Op::NoEvent) {
      if (pool_.op(id) == Op::NoEvent) {
        id = pool_.operand(id, 0);
        continue;
      }
      const auto found = solutions_.find(pool_.var(id));
      if (found == solutions_.end() || !found->second.has_value()) return id;
      id = found->second;
    }
    return id;
  }

  [[nodiscard]] auto IsReal(ExprId relation) const -> bool {
    return std::ranges::all_of(pool_.operands(relation), [&](ExprId operand) {
      return pool_.type(operand).kind == expr::Kind::Real || pool_.type(operand).kind == expr::Kind::Integer;
    });
  }

  [[nodiscard]] auto IsTime(ExprId id) const -> bool { return pool_.op(id) == Op::Time; }

  auto IsFixed(ExprId root) -> bool {
    return std::ranges::all_of(walker_.Postorder(root), [&](ExprId id) {
      if (pool_.op(id) == Op::Time) return false;
      if (pool_.op(id) != Op::Var) return true;
      const VarKind kind = dae_.vars[pool_.var(id)].kind;
      return kind == VarKind::Parameter || kind == VarKind::Constant;
    });
  }

  // Positive where the condition holds. Conditions below others come first in the walk.
  auto Function(ExprId root) -> ExprId {
    std::map<ExprId, ExprId> functions;
    std::vector<ExprId> stack = {root};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      const ExprId defined = Defined(id);
      std::vector<ExprId> missing;
      for (const ExprId operand : Parts(defined)) {
        if (!functions.contains(operand)) missing.push_back(operand);
      }
      if (!missing.empty()) {
        stack.insert(stack.end(), missing.begin(), missing.end());
        continue;
      }
      functions[id] = Combined(defined, functions);
      stack.pop_back();
    }
    return functions[root];
  }

  [[nodiscard]] auto Parts(ExprId id) const -> std::vector<ExprId> {
    const Op op = pool_.op(id);
    if (op != Op::And && op != Op::Or && op != Op::Not) return {};
    const auto operands = pool_.operands(id);
    return {operands.begin(), operands.end()};
  }

  auto Combined(ExprId id, std::map<ExprId, ExprId>& functions) -> ExprId {
    const auto part = [&](size_t k) { return functions[pool_.operand(id, k)]; };
    const auto operand = [&](size_t k) { return pool_.operand(id, k); };
    switch (pool_.op(id)) {
      case Op::And: return pool_.Binary(Op::Min, part(0), part(1));
      case Op::Or:  return pool_.Binary(Op::Max, part(0), part(1));
      case Op::Not: return pool_.Neg(part(0));
      case Op::Greater:
      case Op::GreaterEqual:
        if (IsReal(id)) return pool_.Sub(operand(0), operand(1));
        break;
      case Op::Less:
      case Op::LessEqual:
        if (IsReal(id)) return pool_.Sub(operand(1), operand(0));
        break;
      default: break;
    }
    return pool_.If(id, pool_.Real(1), pool_.Real(-1));
  }

  const dae::Dae& dae_;
  expr::Pool& pool_;
  expr::Walker walker_;
  const std::map<VarId, ExprId>& solutions_;
};

}  // namespace

auto MakeCrossing(transform::Work& work, const std::map<VarId, ExprId>& solutions, ExprId condition)
    -> AcslTrigger {
  return Crossing(work, solutions).Run(condition);
}

}  // namespace kerf::emit
