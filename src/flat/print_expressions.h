// All expressions of statements, functions and models, in order, for walks that want every one.
#pragma once

#include "flat/model.h"

namespace kerf::flat {

// Calls visit(ExprId) for each that has a value.
template <typename Visit>
void VisitExpressions(const Statement& statement, Visit& visit) {
  for (const ExprId id : {statement.target, statement.value, statement.message}) {
    if (id.has_value()) visit(id);
  }
  for (const Branch& branch : statement.branches) {
    if (branch.condition.has_value()) visit(branch.condition);
    for (const Statement& inner : branch.body) VisitExpressions(inner, visit);
  }
}

template <typename Visit>
void VisitExpressions(const FunctionBody& body, Visit& visit) {
  const auto visit_all = [&](const std::vector<ExprId>& list) {
    for (const ExprId id : list) {
      if (id.has_value()) visit(id);
    }
  };
  for (const Local& local : body.variables) {
    visit_all(local.sizes);
    if (local.binding.has_value()) visit(local.binding);
  }
  for (const Statement& statement : body.statements) VisitExpressions(statement, visit);
  for (const InverseOf& inverse : body.inverses) visit(inverse.call);
  if (!body.external) return;
  if (body.external->result.has_value()) visit(body.external->result);
  visit_all(body.external->arguments);
}

template <typename Visit>
void VisitExpressions(const Attributes& a, Visit& visit) {
  for (const ExprId id : {a.start, a.min, a.max, a.nominal, a.fixed_value}) {
    if (id.has_value()) visit(id);
  }
}

// The model without its functions.
template <typename Visit>
void VisitExpressions(const Model& model, Visit& visit) {
  for (const VarId id : model.vars.ids()) {
    const Var& var = model.vars[id];
    if (var.binding.has_value()) visit(var.binding);
    if (var.attributes.has_value()) VisitExpressions(model.attributes[var.attributes], visit);
  }
  for (const EquationId id : model.equations.ids()) {
    visit(model.equations[id].lhs);
    visit(model.equations[id].rhs);
  }
  for (const Assertion& assertion : model.assertions) {
    visit(assertion.condition);
    if (assertion.message.has_value()) visit(assertion.message);
  }
  for (const Clause& clause : model.clauses) VisitExpressions(clause.statement, visit);
  for (const Algorithm& algorithm : model.algorithms) {
    for (const Statement& statement : algorithm.statements) VisitExpressions(statement, visit);
  }
}

}  // namespace kerf::flat
