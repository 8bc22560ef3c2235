// kerf ratchet: how large a flat model is.
#include <algorithm>

#include "driver/command_ratchet_model.h"

namespace kerf::driver {

namespace {

auto Points(const flat::Model& model, flat::DomainId domain) -> uint64_t {
  uint64_t n = 1;
  if (!domain.has_value()) return n;
  for (const flat::Iteration& at : model.domains[domain].iterations) {
    const int64_t span = (int64_t{at.last} - at.first) / (at.step == 0 ? 1 : at.step);
    n *= span < 0 ? 0 : static_cast<uint64_t>(span) + 1;
  }
  return n;
}

auto Elements(const flat::Model& model, const expr::Type& type) -> uint64_t {
  uint64_t n = 1;
  for (const int32_t size : model.world->pool.shapes().dims(type.shape))
    n *= static_cast<uint64_t>(std::max(size, 0));
  return n;
}

// Branches of one clause say what the same unknowns are, so the first one counts.
auto ClauseEquations(const flat::Model& model, const flat::Clause& clause) -> uint64_t {
  uint64_t n = 0;
  std::vector<const flat::Statement*> open = {&clause.statement};
  while (!open.empty()) {
    const flat::Statement& statement = *open.back();
    open.pop_back();
    if (statement.kind == flat::StatementKind::Equality)
      n += Elements(model, model.world->pool.type(statement.target));
    if (statement.branches.empty()) continue;
    for (const flat::Statement& inner : statement.branches[0].body) open.push_back(&inner);
  }
  return n * Points(model, clause.domain);
}

}  // namespace

auto SizeOf(const flat::Model& model) -> FlatSize {
  FlatSize size;
  for (const auto id : model.vars.ids()) {
    const flat::Var& var = model.vars[id];
    const bool is_sought =
        var.variability == flat::Variability::Continuous || var.variability == flat::Variability::Discrete;
    if (is_sought) size.unknowns += Elements(model, var.type);
  }
  for (const auto id : model.equations.ids()) {
    const flat::Equation& equation = model.equations[id];
    if (equation.is_initial) continue;
    size.equations += Elements(model, model.world->pool.type(equation.lhs)) * Points(model, equation.domain);
  }
  for (const flat::Clause& clause : model.clauses) {
    if (!clause.is_initial) size.equations += ClauseEquations(model, clause);
  }
  return size;
}

}  // namespace kerf::driver
