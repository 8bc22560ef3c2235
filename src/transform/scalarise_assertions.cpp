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

// Outside of `guard` the condition need not hold.
void ModelScalariser::AddAssertion(const Demand& demand, ExprId guard, const Source& source) {
  Symbol symbol;
  machine_.ResetBudget();
  const ExprId active = machine_.SetActive(guard);
  const bool was_quiet = machine_.SetQuiet(!demand.is_located);
  const bool is_done = machine_.Evaluate(demand.condition, symbol);
  machine_.SetQuiet(was_quiet);
  machine_.SetActive(active);
  if (!is_done) return Report(source.origin);
  if (!IsLeaf(symbol)) return;
  Watch({ExprOf(symbol), MessageOf(demand.message), demand.is_error, demand.origin, guard,
         machine_.is_in_when()},
        source);
}

// What is certain is not watched. A when-clause acts in one iteration of an event and the start is one
// instant: what is asked there is asked at that event, and not at the points that come after it.
void ModelScalariser::Watch(SymbolicDemand demand, const Source& source) {
  if (source.is_initial) {
    const ExprId start = IsStart();
    demand.active = demand.active.has_value() ? pool_.Binary(Op::And, start, demand.active) : start;
  }
  const bool is_at_event = source.is_initial || demand.is_in_when;
  ExprId holds = demand.condition;
  if (demand.active.has_value() && !is_at_event)
    holds = pool_.Binary(Op::Or, pool_.Unary(Op::Not, demand.active), holds);
  const auto is_literal = [&](ExprId id, bool value) {
    return id.has_value() && pool_.op(id) == Op::Boolean && pool_.boolean(id) == value;
  };
  if (is_literal(holds, true) || is_literal(demand.active, false)) return;
  dae::Assertion made{holds, source.owner, demand.origin.has_value() ? demand.origin : source.origin,
                      demand.is_error, demand.message};
  if (is_at_event) made.active = demand.active;
  dae_.assertions.push_back(made);
}

// A function that is called with the same arguments again demands the same again.
void ModelScalariser::WatchDemands(const Source& source) {
  for (const SymbolicDemand& demand : machine_.TakeDemands()) {
    const std::array<uint32_t, 3> key = {demand.condition.index, demand.message.index, demand.active.index};
    if (watched_.insert(key).second) Watch(demand, source);
  }
}

}  // namespace kerf::transform
