// Both sides of the equations of a flat model, at the points of a table where nothing happens.
#include "flat_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "expr/print.h"
#include "flat_evaluator.h"

namespace kerf::torture {

namespace {

using flat::StatementKind;

// Solvers of nonlinear equations stop about here.
constexpr double kSameSides = 1e-5;

class FlatChecker {
 public:
  FlatChecker(const flat::Model& model, const TablePoint& point) : model_(model), point_(point) {}

  auto Run() -> std::string {
    for (const auto id : model_.vars.ids()) {
      const flat::Var& var = model_.vars[id];
      if (!var.binding.has_value() || var.type.kind == expr::Kind::Text) continue;
      Try(fmt::format("the value of {}", FlatEvaluator(model_, point_).NameOf(id)),
          [&](FlatEvaluator& evaluator) {
            return Distance(evaluator.ValueOf(id), evaluator.Run(var.binding)) <= kSameSides;
          });
    }
    for (const auto id : model_.equations.ids()) {
      const flat::Equation& equation = model_.equations[id];
      if (equation.is_initial && !point_.is_start) continue;
      Try(fmt::format("equation {}", id.index), [&](FlatEvaluator& evaluator) {
        bool holds = true;
        evaluator.ForAll(equation.domain,
                         [&] { holds = holds && Holds(evaluator, equation.lhs, equation.rhs); });
        return holds;
      });
    }
    for (const flat::Assertion& assertion : model_.assertions) {
      if (assertion.is_initial || assertion.is_warning) continue;
      Try("an assertion", [&](FlatEvaluator& evaluator) {
        bool holds = true;
        evaluator.ForAll(assertion.domain,
                         [&] { holds = holds && evaluator.Run(assertion.condition).number != 0; });
        return holds;
      });
    }
    for (const flat::Clause& clause : model_.clauses) {
      if (clause.is_initial) continue;
      Try("a clause", [&](FlatEvaluator& evaluator) {
        bool holds = true;
        evaluator.ForAll(clause.domain, [&] { holds = holds && Holds(evaluator, clause.statement); });
        return holds;
      });
    }
    for (const flat::Algorithm& algorithm : model_.algorithms) {
      if (!algorithm.is_initial) Algorithm(algorithm);
    }
    return problem_;
  }

 private:
  template <typename Holding>
  void Try(const std::string& what, const Holding& holds) {
    if (!problem_.empty()) return;
    try {
      FlatEvaluator evaluator(model_, point_);
      if (!holds(evaluator))
        problem_ = fmt::format("the flat model does not hold at time {}: {}\n",
                               point_.TryNumber("time").value_or(0), what);
    } catch (const NoValue&) {
      // What cannot be evaluated here is not checked.
      return;
    }
  }

  auto Holds(FlatEvaluator& evaluator, expr::ExprId lhs, expr::ExprId rhs) -> bool {
    const expr::Pool& pool = model_.world->pool;
    if (pool.op(lhs) != expr::Op::Tuple)
      return Distance(evaluator.Run(lhs), evaluator.Run(rhs)) <= kSameSides;
    const std::vector<Val> outputs = evaluator.Outputs(rhs);
    const auto targets = pool.operands(lhs);
    bool holds = true;
    for (size_t k = 0; k < targets.size(); ++k) {
      if (pool.op(targets[k]) == expr::Op::Colon || pool.op(targets[k]) == expr::Op::Error) continue;
      holds = holds && Distance(evaluator.Run(targets[k]), outputs.at(k)) <= kSameSides;
    }
    return holds;
  }

  auto Holds(FlatEvaluator& evaluator, const flat::Statement& statement) -> bool {
    if (statement.kind == StatementKind::Equality) return Holds(evaluator, statement.target, statement.value);
    if (statement.kind == StatementKind::Assert) return evaluator.Run(statement.value).number != 0;
    if (statement.kind != StatementKind::If) return true;
    for (const flat::Branch& branch : statement.branches) {
      if (branch.condition.has_value() && evaluator.Run(branch.condition).number == 0) continue;
      return std::ranges::all_of(branch.body,
                                 [&](const flat::Statement& inner) { return Holds(evaluator, inner); });
    }
    return true;
  }

  // Variables that statements give values to, also inside others; those given in when-clauses change at
  // events only.
  void Targets(const std::vector<flat::Statement>& statements, std::set<uint32_t>& vars,
               std::set<uint32_t>& discrete, bool is_when = false) {
    const expr::Pool& pool = model_.world->pool;
    for (const flat::Statement& statement : statements) {
      for (const flat::Branch& branch : statement.branches)
        Targets(branch.body, vars, discrete, is_when || statement.kind == StatementKind::When);
      if (statement.kind != StatementKind::Assignment) continue;
      std::vector<expr::ExprId> targets = {statement.target};
      if (pool.op(targets[0]) == expr::Op::Tuple)
        targets.assign(pool.operands(statement.target).begin(), pool.operands(statement.target).end());
      for (expr::ExprId target : targets) {
        while (pool.op(target) == expr::Op::Subscript || pool.op(target) == expr::Op::Field)
          target = pool.operand(target, 0);
        if (pool.op(target) != expr::Op::Var) continue;
        vars.insert(pool.var(target).index);
        if (is_when) discrete.insert(pool.var(target).index);
      }
    }
  }

  // Continuous variables begin at their start values, the others at those before the event, which between
  // events are those that they have.
  void Algorithm(const flat::Algorithm& algorithm) {
    std::set<uint32_t> targets;
    std::set<uint32_t> discrete;
    Targets(algorithm.statements, targets, discrete);
    Try("an algorithm", [&](FlatEvaluator& evaluator) {
      std::map<uint32_t, Val> results;
      for (const uint32_t index : targets) {
        const flat::Var& var = model_.vars[expr::VarId{index}];
        results[index] = evaluator.ValueOf(expr::VarId{index});
        if (var.variability != flat::Variability::Continuous || var.type.kind != expr::Kind::Real) continue;
        if (discrete.contains(index)) continue;
        const bool has_start =
            var.attributes.has_value() && model_.attributes[var.attributes].start.has_value();
        Val start = has_start ? evaluator.Run(model_.attributes[var.attributes].start) : RealVal(0);
        if (start.is_scalar() && !results[index].is_scalar()) {
          Val all = results[index];
          std::ranges::fill(all.parts, start);
          start = std::move(all);
        }
        evaluator.assigned[index] = AsReal(start);
      }
      evaluator.Execute(algorithm.statements);
      return std::ranges::all_of(targets, [&](uint32_t index) {
        const auto found = evaluator.assigned.find(index);
        return found == evaluator.assigned.end() || Distance(found->second, results[index]) <= kSameSides;
      });
    });
  }

  const flat::Model& model_;
  const TablePoint& point_;
  std::string problem_;
};

}  // namespace

auto CheckFlat(const flat::Model& model, const results::Table& table) -> std::string {
  TablePoint point(table);
  const std::vector<double>& times = table.columns.at(0);
  for (point.row = 0; point.row < times.size(); ++point.row) {
    const double time = times[point.row];
    const auto is_same = [&](size_t row) {
      return row < times.size() && times[row] - time < 1e-9 && time - times[row] < 1e-9;
    };
    if (is_same(point.row + 1) || (point.row > 0 && is_same(point.row - 1))) continue;
    // The first point may have events that leave no second one, the last one may be `terminal()`.
    if (point.row == 0 || point.row + 1 == times.size()) continue;
    const std::string problem = FlatChecker(model, point).Run();
    if (!problem.empty()) return problem;
  }
  return "";
}

auto CheckFlatStart(const flat::Model& model, const results::Table& table) -> std::string {
  TablePoint point(table);
  if (table.columns.empty() || table.columns[0].empty()) return "";
  point.is_start = true;
  return FlatChecker(model, point).Run();
}

}  // namespace kerf::torture
