// Assertions of a model: conditions that are watched during the run, with the texts that are told when they
// fail.
#include "flat/print_names.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Op;

}  // namespace

auto ModelScalariser::DemandOf(const flat::Statement& statement) -> Demand {
  constexpr int64_t kWarning = 1;
  Demand demand{statement.value, statement.message, true, statement.origin};
  if (!statement.target.has_value()) return demand;
  const auto level = values_.interpreter().Evaluate(statement.target);
  demand.is_error = !level || level->integer != kWarning;
  return demand;
}

// A message that cannot be put together later is told as it is written.
auto ModelScalariser::MessageOf(ExprId message) -> ExprId {
  if (!message.has_value()) return {};
  Symbol symbol;
  const bool may_change = machine_.SetTextsMayChange(true);
  const bool is_done = machine_.EvaluateQuietly(message, symbol) && IsLeaf(symbol);
  machine_.SetTextsMayChange(may_change);
  if (is_done) return ExprOf(symbol);
  const std::string text = expr::Print(pool_, message, flat::ModelNamer(flat_));
  return pool_.Text(world_.names.Intern(text));
}

// Outside of `guard` the condition need not hold. What is certain is not watched.
void ModelScalariser::AddAssertion(const Demand& demand, ExprId guard, const Source& source) {
  Symbol symbol;
  machine_.ResetBudget();
  if (!machine_.EvaluateQuietly(demand.condition, symbol)) return Report(source.origin);
  if (!IsLeaf(symbol)) return;
  ExprId holds = ExprOf(symbol);
  if (guard.has_value()) holds = pool_.Binary(Op::Or, pool_.Unary(Op::Not, guard), holds);
  if (pool_.op(holds) == Op::Boolean && pool_.boolean(holds)) return;
  const flat::OriginId origin = demand.origin.has_value() ? demand.origin : source.origin;
  dae_.assertions.push_back({holds, source.owner, origin, demand.is_error, MessageOf(demand.message)});
}

}  // namespace kerf::transform
