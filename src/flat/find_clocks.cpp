// The graph of a flat model: a node for each element of a variable, a context for each equation, clause and
// algorithm.
#include "flat/find_clocks.h"

#include <algorithm>

#include "flat/clock_graph.h"
#include "flat/print_expressions.h"

namespace kerf::flat {

namespace {

using expr::Kind;
using expr::Op;

class Finder : public ClockGraph {
 public:
  Finder(Model& model, const IntegerOf& integer_of)
      : ClockGraph(model.world->pool, integer_of), model_(model) {}

  auto Run() -> std::optional<ClockConflict> {
    if (!HasClocks(model_)) return std::nullopt;
    PlaceVariables();
    for (const EquationId id : model_.equations.ids()) {
      const Equation& equation = model_.equations[id];
      const uint32_t context = NewNode();
      equation_nodes_.push_back(context);
      if (equation.is_initial) continue;
      Walk(equation.lhs, context, equation.origin);
      Walk(equation.rhs, context, equation.origin);
    }
    for (const Clause& clause : model_.clauses) {
      clause_nodes_.push_back(NewNode());
      if (!clause.is_initial) WalkStatement(clause.statement, clause_nodes_.back());
    }
    for (const Algorithm& algorithm : model_.algorithms) {
      algorithm_nodes_.push_back(NewNode());
      if (algorithm.is_initial) continue;
      for (const Statement& statement : algorithm.statements)
        WalkStatement(statement, algorithm_nodes_.back());
    }
    std::vector<uint32_t> order = equation_nodes_;
    for (const auto* more : {&clause_nodes_, &algorithm_nodes_})
      order.insert(order.end(), more->begin(), more->end());
    const auto conflict = Number(order, model_.clocking);
    Mark();
    return conflict;
  }

 protected:
  void JoinVariable(VarId var, uint32_t context) override {
    for (uint32_t k = 0; k < count_[var.index]; ++k) Join(context, first_[var.index] + k);
  }

  // x[2, 3]: the element alone. False if the subscripts are not all numbers.
  auto JoinElement(ExprId id, uint32_t context) -> bool override {
    const auto operands = pool().operands(id);
    if (pool().op(operands[0]) != Op::Var) return false;
    const VarId var = pool().var(operands[0]);
    const auto dims = pool().shapes().dims(pool()[operands[0]].shape);
    if (operands.size() != dims.size() + 1 || count_[var.index] == 0) return false;
    int64_t position = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      const ExprId subscript = operands[d + 1];
      if (pool().op(subscript) != Op::Integer) return false;
      position = position * dims[d] + pool().integer(subscript) - 1;
    }
    if (position < 0 || position >= count_[var.index]) return false;
    Join(context, first_[var.index] + static_cast<uint32_t>(position));
    return true;
  }

 private:
  // Whether a model or statement has clock operators.
  template <typename Whole>
  auto HasClocks(const Whole& whole) -> bool {
    std::vector<ExprId> roots;
    const auto add = [&](ExprId id) { roots.push_back(id); };
    VisitExpressions(whole, add);
    return HasClockOp(roots);
  }

  // A node for each element.
  void PlaceVariables() {
    uint32_t next = 0;
    for (const VarId id : model_.vars.ids()) {
      const Var& var = model_.vars[id];
      const bool is_known =
          var.variability == Variability::Constant || var.variability == Variability::Parameter;
      const int64_t n = is_known ? 0 : std::max<int64_t>(1, pool().shapes().count(var.type.shape));
      first_.push_back(next);
      count_.push_back(static_cast<uint32_t>(n));
      for (int64_t k = 0; k < n; ++k) next = NewNode() + 1;
    }
  }

  void WalkStatement(const Statement& statement, uint32_t context) {
    for (const ExprId id : {statement.target, statement.value, statement.message})
      Walk(id, context, statement.origin);
    const bool is_choice = statement.kind == StatementKind::If && HasClocks(statement);
    for (const Branch& branch : statement.branches) {
      // What the parameters rule out has no clock.
      const auto known =
          is_choice && branch.condition.has_value() ? integer_of()(branch.condition) : std::nullopt;
      if (known && *known == 0) continue;
      Walk(branch.condition, context, statement.origin);
      if (branch.condition.has_value() && pool()[branch.condition].kind == Kind::Clock) MarkClocked(context);
      for (const Statement& inner : branch.body) WalkStatement(inner, context);
      if (known) break;
    }
  }

  void Mark() {
    Clocking& clocking = model_.clocking;
    for (size_t k = 0; k < first_.size(); ++k) {
      uint32_t found = Clocking::kUnclocked;
      for (uint32_t e = 0; e < count_[k] && found == Clocking::kUnclocked; ++e)
        found = PartitionOf(first_[k] + e);
      clocking.of_var.push_back(found);
    }
    for (const uint32_t node : equation_nodes_) clocking.of_equation.push_back(PartitionOf(node));
    for (const uint32_t node : clause_nodes_) clocking.of_clause.push_back(PartitionOf(node));
    for (const uint32_t node : algorithm_nodes_) clocking.of_algorithm.push_back(PartitionOf(node));
  }

  Model& model_;
  // By variable: its nodes.
  std::vector<uint32_t> first_;
  std::vector<uint32_t> count_;
  std::vector<uint32_t> equation_nodes_;
  std::vector<uint32_t> clause_nodes_;
  std::vector<uint32_t> algorithm_nodes_;
};

}  // namespace

auto FindClocks(Model& model, const IntegerOf& integer_of) -> std::optional<ClockConflict> {
  model.clocking = {};
  return Finder(model, integer_of).Run();
}

}  // namespace kerf::flat
