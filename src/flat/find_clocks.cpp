// A graph of variables and contexts. A context is an equation, a clause or an algorithm, or the first
// argument of a clock conversion operator, which counts as an equation of its own.
#include "flat/find_clocks.h"

#include <algorithm>
#include <set>

#include "base/disjoint_sets.h"
#include "expr/walk.h"
#include "flat/clock_rates.h"
#include "flat/print_expressions.h"

namespace kerf::flat {

namespace {

using expr::Kind;
using expr::Op;

auto IsClockOp(Op op) -> bool {
  switch (op) {
    case Op::Clock:
    case Op::Previous:
    case Op::Hold:
    case Op::ClockSample:
    case Op::SubSample:
    case Op::SuperSample:
    case Op::ShiftSample:
    case Op::BackSample:
    case Op::NoClock:
    case Op::Interval:
    case Op::FirstTick:   return true;
    default:              return false;
  }
}

auto IsSubConversion(Op op) -> bool {
  return op == Op::SubSample || op == Op::SuperSample || op == Op::ShiftSample || op == Op::BackSample ||
         op == Op::NoClock;
}

class Finder {
 public:
  Finder(Model& model, const IntegerOf& integer_of)
      : model_(model), pool_(model.world->pool), integer_of_(integer_of) {}

  auto Run() -> std::optional<ClockConflict> {
    if (!HasClocks(model_)) return std::nullopt;
    PlaceVariables();
    for (const EquationId id : model_.equations.ids()) {
      const Equation& equation = model_.equations[id];
      const uint32_t context = NewNode();
      equation_nodes_.push_back(context);
      if (equation.is_initial) continue;
      origin_ = equation.origin;
      Walk(equation.lhs, context);
      Walk(equation.rhs, context);
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
    return Number();
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

  auto HasClockOp(std::span<const ExprId> roots) -> bool {
    const auto& order = walker_.Postorder(roots);
    return std::ranges::any_of(order, [&](ExprId id) { return IsClockOp(pool_.op(id)); });
  }

  auto NewNode() -> uint32_t {
    bases_.Add();
    is_clocked_.push_back(false);
    is_discretized_.push_back(false);
    clocks_.emplace_back();
    methods_.emplace_back();
    return subs_.Add();
  }

  // A node for each element.
  void PlaceVariables() {
    for (const VarId id : model_.vars.ids()) {
      const Var& var = model_.vars[id];
      const bool is_known =
          var.variability == Variability::Constant || var.variability == Variability::Parameter;
      const int64_t n = is_known ? 0 : std::max<int64_t>(1, pool_.shapes().count(var.type.shape));
      first_.push_back(static_cast<uint32_t>(is_clocked_.size()));
      count_.push_back(static_cast<uint32_t>(n));
      for (int64_t k = 0; k < n; ++k) NewNode();
    }
  }

  void Join(uint32_t a, uint32_t b) {
    bases_.Join(a, b);
    subs_.Join(a, b);
  }

  void JoinVariable(VarId var, uint32_t context) {
    for (uint32_t k = 0; k < count_[var.index]; ++k) Join(context, first_[var.index] + k);
  }

  // x[2, 3]: the element alone. False if the subscripts are not all numbers.
  auto JoinElement(ExprId id, uint32_t context) -> bool {
    const auto operands = pool_.operands(id);
    if (pool_.op(operands[0]) != Op::Var) return false;
    const VarId var = pool_.var(operands[0]);
    const auto dims = pool_.shapes().dims(pool_[operands[0]].shape);
    if (operands.size() != dims.size() + 1 || count_[var.index] == 0) return false;
    int64_t position = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      const ExprId subscript = operands[d + 1];
      if (pool_.op(subscript) != Op::Integer) return false;
      position = position * dims[d] + pool_.integer(subscript) - 1;
    }
    if (position < 0 || position >= count_[var.index]) return false;
    Join(context, first_[var.index] + static_cast<uint32_t>(position));
    return true;
  }

  struct Visit {
    ExprId id;
    uint32_t context;
  };

  void Walk(ExprId root, uint32_t context) {
    if (!root.has_value()) return;
    std::vector<Visit> stack = {{root, context}};
    // What is shared is visited once in each context.
    std::set<std::pair<uint32_t, uint32_t>> done;
    while (!stack.empty()) {
      const Visit at = stack.back();
      stack.pop_back();
      if (!done.emplace(at.id.index, at.context).second) continue;
      const Op op = pool_.op(at.id);
      if (op == Op::Var) JoinVariable(pool_.var(at.id), at.context);
      if (op == Op::Der || op == Op::Time) is_discretized_[at.context] = true;
      if (op == Op::Subscript && JoinElement(at.id, at.context)) continue;
      if (expr::group_of(op) == expr::Group::Leaf) continue;
      const uint32_t first = IsClockOp(op) ? Convert(at.id, op, at.context) : at.context;
      if (op == Op::If && HasClockOp(std::span(&at.id, 1))) {
        if (const auto known = integer_of_(pool_.operand(at.id, 0))) {
          stack.push_back({pool_.operand(at.id, *known != 0 ? 1 : 2), at.context});
          continue;
        }
      }
      const auto operands = pool_.operands(at.id);
      for (size_t k = 0; k < operands.size(); ++k)
        stack.push_back({operands[k], k == 0 ? first : at.context});
    }
  }

  // The context of the first argument of a clock operator.
  auto Convert(ExprId id, Op op, uint32_t context) -> uint32_t {
    const auto operands = pool_.operands(id);
    if (op == Op::Hold) {
      const uint32_t argument = NewNode();
      is_clocked_[argument] = true;
      return argument;
    }
    is_clocked_[context] = true;
    if (op == Op::ClockSample) {
      if (operands.size() > 1) Define(operands[1], context);
      return NewNode();
    }
    if (op == Op::Clock) {
      Define(id, context);
      const bool is_event = !operands.empty() && pool_[operands[0]].kind == Kind::Boolean;
      return is_event ? NewNode() : context;
    }
    if (!IsSubConversion(op)) return context;
    const uint32_t argument = NewNode();
    bases_.Join(context, argument);
    if (op != Op::NoClock) rates_.Add({id, argument, context, origin_});
    return argument;
  }

  void Define(ExprId clock, uint32_t context) {
    if (pool_.op(clock) != Op::Clock) return;
    const auto operands = pool_.operands(clock);
    if (operands.empty()) return;
    if (pool_[operands[0]].kind == Kind::Clock) {
      methods_[context] = operands.size() > 1 ? operands[1] : ExprId{};
    } else {
      clocks_[context] = clock;
    }
  }

  void WalkStatement(const Statement& statement, uint32_t context) {
    origin_ = statement.origin;
    for (const ExprId id : {statement.target, statement.value, statement.message}) Walk(id, context);
    const bool is_choice = statement.kind == StatementKind::If && HasClocks(statement);
    for (const Branch& branch : statement.branches) {
      // What the parameters rule out has no clock.
      const auto known =
          is_choice && branch.condition.has_value() ? integer_of_(branch.condition) : std::nullopt;
      if (known && *known == 0) continue;
      Walk(branch.condition, context);
      if (branch.condition.has_value() && pool_[branch.condition].kind == Kind::Clock)
        is_clocked_[context] = true;
      for (const Statement& inner : branch.body) WalkStatement(inner, context);
      if (known) break;
    }
  }

  // Partitions in the order of their first equation, those of one base clock together.
  auto Number() -> std::optional<ClockConflict> {
    const auto n = static_cast<uint32_t>(is_clocked_.size());
    std::vector<bool> is_base_clocked(n);
    for (uint32_t k = 0; k < n; ++k) {
      if (is_clocked_[k]) is_base_clocked[bases_.Find(k)] = true;
    }
    Clocking& clocking = model_.clocking;
    std::vector<uint32_t> base_number(n, Clocking::kUnclocked);
    std::vector<uint32_t> sub_number(n, Clocking::kUnclocked);
    std::vector<uint32_t> order = equation_nodes_;
    for (const auto* more : {&clause_nodes_, &algorithm_nodes_})
      order.insert(order.end(), more->begin(), more->end());
    for (uint32_t k = 0; k < n; ++k) order.push_back(k);
    std::vector<std::vector<uint32_t>> subs;
    for (const uint32_t node : order) {
      const uint32_t base = bases_.Find(node);
      const uint32_t sub = subs_.Find(node);
      if (!is_base_clocked[base] || sub_number[sub] != Clocking::kUnclocked) continue;
      if (base_number[base] == Clocking::kUnclocked) {
        base_number[base] = clocking.n_bases++;
        subs.emplace_back();
      }
      subs[base_number[base]].push_back(sub);
      sub_number[sub] = 0;
    }
    for (uint32_t base = 0; base < subs.size(); ++base) {
      for (const uint32_t sub : subs[base]) {
        sub_number[sub] = static_cast<uint32_t>(clocking.partitions.size());
        clocking.partitions.emplace_back().base = base;
      }
    }
    for (uint32_t k = 0; k < n; ++k) Describe(k, sub_number[subs_.Find(k)]);
    Mark(sub_number);
    return rates_.Solve(pool_, integer_of_, clocking,
                        [&](uint32_t node) { return sub_number[subs_.Find(node)]; });
  }

  void Describe(uint32_t node, uint32_t number) {
    if (number == Clocking::kUnclocked) return;
    ClockPartition& partition = model_.clocking.partitions[number];
    if (clocks_[node].has_value() && !partition.clock.has_value()) partition.clock = clocks_[node];
    if (methods_[node].has_value()) partition.solver_method = methods_[node];
    partition.is_discretized = partition.is_discretized || is_discretized_[node];
  }

  void Mark(const std::vector<uint32_t>& sub_number) {
    Clocking& clocking = model_.clocking;
    const auto number = [&](uint32_t node) { return sub_number[subs_.Find(node)]; };
    for (size_t k = 0; k < first_.size(); ++k) {
      uint32_t found = Clocking::kUnclocked;
      for (uint32_t e = 0; e < count_[k] && found == Clocking::kUnclocked; ++e) found = number(first_[k] + e);
      clocking.of_var.push_back(found);
    }
    for (const uint32_t node : equation_nodes_) clocking.of_equation.push_back(number(node));
    for (const uint32_t node : clause_nodes_) clocking.of_clause.push_back(number(node));
    for (const uint32_t node : algorithm_nodes_) clocking.of_algorithm.push_back(number(node));
  }

  Model& model_;
  expr::Pool& pool_;
  expr::Walker walker_{pool_};
  const IntegerOf& integer_of_;
  // Nodes that have one base clock, and those that have one clock.
  base::DisjointSets bases_;
  base::DisjointSets subs_;
  std::vector<bool> is_clocked_;
  std::vector<bool> is_discretized_;
  std::vector<ExprId> clocks_;
  std::vector<ExprId> methods_;
  // By variable: its nodes.
  std::vector<uint32_t> first_;
  std::vector<uint32_t> count_;
  std::vector<uint32_t> equation_nodes_;
  std::vector<uint32_t> clause_nodes_;
  std::vector<uint32_t> algorithm_nodes_;
  ClockRates rates_;
  OriginId origin_;
};

}  // namespace

auto FindClocks(Model& model, const IntegerOf& integer_of) -> std::optional<ClockConflict> {
  model.clocking = {};
  return Finder(model, integer_of).Run();
}

}  // namespace kerf::flat
