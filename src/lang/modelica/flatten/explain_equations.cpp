// The equations, statements and connections that speak of a variable.
#include <algorithm>

#include <fmt/format.h>

#include "flat/print_expressions.h"
#include "lang/modelica/flatten/explain.h"

namespace kerf::modelica {

namespace {

// More equations than this are only counted.
constexpr size_t kMaxEquations = 12;
constexpr size_t kMaxEquationText = 90;

auto RoleOf(const flat::Equation& equation, flat::MadeBy made_by) -> std::string {
  if (equation.is_initial) return "initial";
  if (made_by == flat::MadeBy::Connection) return "connection";
  return made_by == flat::MadeBy::Default ? "open port" : "equation";
}

auto RoleOf(const flat::Statement& statement) -> std::string_view {
  switch (statement.kind) {
    case flat::StatementKind::When: return "when";
    case flat::StatementKind::If:   return "if";
    default:                        return "clause";
  }
}

}  // namespace

auto Explainer::Mentions(ExprId id, VarId var) -> bool {
  return std::ranges::any_of(walker_.Postorder(id), [&](ExprId node) {
    return world_.pool.op(node) == expr::Op::Var && world_.pool.var(node) == var;
  });
}

auto Explainer::OwnerText(PathId owner) -> std::string {
  if (!owner.has_value() || owner == base::PathStore::kRoot)
    return std::string(world_.names[context_.model.name]);
  return world_.paths.Render(owner);
}

void Explainer::AddStatement(const flat::Statement& statement, VarId var, std::string_view role, PathId owner,
                             std::vector<flat::ExplanationStep>& steps) {
  bool is_mentioned = false;
  const auto visit = [&](ExprId id) { is_mentioned = is_mentioned || Mentions(id, var); };
  flat::VisitExpressions(statement, visit);
  if (!is_mentioned) return;
  const diag::Span span = statement.origin.has_value() ? world_.origins[statement.origin].span : diag::Span{};
  steps.push_back({std::string(role), "", span, OwnerText(owner)});
}

void Explainer::AddConnections(VarId var, std::vector<flat::ExplanationStep>& steps) {
  const PathId path = context_.model.vars[var].path;
  for (const flat::ConnectionSet& set : context_.model.connection_sets) {
    if (std::ranges::count(set.members, path) == 0) continue;
    for (const flat::OriginId origin : set.connections)
      steps.push_back({"from", "", world_.origins[origin].span, ""});
  }
}

void Explainer::AddEquations(VarId var, std::vector<flat::ExplanationStep>& steps) {
  const flat::Model& model = context_.model;
  std::vector<flat::ExplanationStep> made;
  for (const flat::EquationId id : model.equations.ids()) {
    const flat::Equation& equation = model.equations[id];
    if (!Mentions(equation.lhs, var) && !Mentions(equation.rhs, var)) continue;
    const flat::Origin origin =
        equation.origin.has_value() ? world_.origins[equation.origin] : flat::Origin{};
    // A connection is told with all its connect clauses below.
    const bool is_connection = origin.made_by == flat::MadeBy::Connection;
    made.push_back({RoleOf(equation, origin.made_by),
                    expr::PrintEquation(world_.pool, equation.lhs, equation.rhs, names_,
                                        {.max_length = kMaxEquationText}),
                    is_connection ? diag::Span{} : origin.span,
                    is_connection ? "" : OwnerText(equation.owner)});
  }
  for (const flat::Clause& clause : model.clauses)
    AddStatement(clause.statement, var, RoleOf(clause.statement), clause.owner, made);
  for (const flat::Algorithm& algorithm : model.algorithms) {
    for (const flat::Statement& statement : algorithm.statements)
      AddStatement(statement, var, "algorithm", algorithm.owner, made);
  }
  const size_t n_more = made.size() - std::min(made.size(), kMaxEquations);
  made.resize(made.size() - n_more);
  if (n_more > 0) made.push_back({"", fmt::format("and {} more", n_more), {}, ""});
  AddConnections(var, made);
  steps.insert(steps.end(), made.begin(), made.end());
}

}  // namespace kerf::modelica
