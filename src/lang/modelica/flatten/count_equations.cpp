// How many scalar equations statements are, and how many unknowns variables (section 4.8).
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Statement;
using flat::StatementKind;

auto Flattener::ScalarsOf(const Type& type) -> int64_t {
  int64_t n = world_.pool.shapes().count(type.shape);
  if (type.kind != Kind::Record) return n;
  int64_t fields = 0;
  for (const flat::RecordField& field : world_.records[type.detail].fields) fields += ScalarsOf(field.type);
  return n * fields;
}

// What a target of an equation or assignment counts.
auto Flattener::ScalarsOf(ExprId target) -> int64_t {
  if (world_.pool.op(target) != Op::Tuple) return ScalarsOf(world_.pool.type(target));
  int64_t n = 0;
  const std::vector<ExprId> parts(world_.pool.operands(target).begin(), world_.pool.operands(target).end());
  for (const ExprId part : parts)
    n += world_.pool.op(part) == Op::Colon ? 0 : ScalarsOf(world_.pool.type(part));
  return n;
}

auto Flattener::PointsOf(flat::DomainId domain) -> int64_t {
  int64_t n = 1;
  if (!domain.has_value()) return n;
  for (const flat::Iteration& loop : model_.domains[domain].iterations)
    n *= std::max<int64_t>(0, (loop.last - loop.first) / loop.step + 1);
  return n;
}

// Variables that a when-clause or an algorithm gives values to, each once.
void Flattener::CollectTargets(const Statement& statement, std::set<ExprId>& targets) {
  const bool gives = statement.kind == StatementKind::Equality || statement.kind == StatementKind::Assignment;
  if (gives && statement.target.has_value() && statement.target != Pool::kError) {
    std::vector<ExprId> stack = {statement.target};
    while (!stack.empty()) {
      ExprId at = stack.back();
      stack.pop_back();
      // An algorithm that assigns an element owns the whole array; equations own what they name.
      while (world_.pool.op(at) == Op::Subscript && statement.kind == StatementKind::Assignment)
        at = world_.pool.operand(at, 0);
      const Op op = world_.pool.op(at);
      if (op == Op::Tuple || op == Op::Record || op == Op::Array) {
        for (const ExprId part : world_.pool.operands(at)) stack.push_back(part);
      } else if (op == Op::Var || op == Op::Subscript) {
        targets.insert(at);
      }
    }
  }
  for (const flat::Branch& branch : statement.branches) {
    for (const Statement& inner : branch.body) CollectTargets(inner, targets);
  }
}

auto Flattener::EquationsOf(const flat::Clause& clause) -> int64_t {
  if (clause.statement.kind == StatementKind::If) {
    return clause.statement.branches.empty()
               ? 0
               : static_cast<int64_t>(CountEquations(clause.statement.branches[0].body)) *
                     PointsOf(clause.domain);
  }
  std::set<ExprId> targets;
  CollectTargets(clause.statement, targets);
  int64_t n = 0;
  for (const ExprId target : targets) n += ScalarsOf(world_.pool.type(target));
  return n * PointsOf(clause.domain);
}

auto Flattener::EquationsOf(const flat::Algorithm& algorithm) -> int64_t {
  std::set<ExprId> targets;
  for (const Statement& statement : algorithm.statements) CollectTargets(statement, targets);
  int64_t n = 0;
  for (const ExprId target : targets) n += ScalarsOf(world_.pool.type(target));
  return n;
}

auto Flattener::IsUnknown(const flat::Var& var) -> bool {
  return var.variability != flat::Variability::Constant && var.variability != flat::Variability::Parameter &&
         var.type.kind != Kind::Object && var.causality != flat::Causality::Input;
}

}  // namespace kerf::modelica
