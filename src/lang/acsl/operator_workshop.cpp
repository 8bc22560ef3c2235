// See operator_workshop.h.
#include "lang/acsl/operator_workshop.h"

namespace kerf::acsl {

using expr::ExprId;
using flat::Variability;

auto OperatorWorkshop::pool() -> expr::Pool& { return flattener_.pool_; }

auto OperatorWorkshop::NameOf(std::string_view suffix) const -> std::string {
  return fmt::format("{}_{}", flattener_.program_.names.Written(rule_.targets[0].name), suffix);
}

auto OperatorWorkshop::Hidden(std::string_view suffix) -> ExprId {
  return flattener_.HiddenVar(NameOf(suffix), expr::Kind::Real, Variability::Continuous, {}, rule_.span);
}

auto OperatorWorkshop::Memory(std::string_view suffix, expr::Kind kind, ExprId start) -> ExprId {
  return flattener_.HiddenVar(NameOf(suffix), kind, Variability::Discrete, start, rule_.span);
}

auto OperatorWorkshop::State(std::string_view suffix, ExprId start) -> ExprId {
  return flattener_.HiddenState(rule_, suffix, {}, start);
}

void OperatorWorkshop::Equate(ExprId left, ExprId right) { flattener_.AddEquation(left, right, rule_.span); }

void OperatorWorkshop::When(ExprId condition, std::vector<cssl::Change> changes) {
  std::vector<flat::Statement> body;
  for (const cssl::Change& change : changes)
    body.push_back(flattener_.Assign(change.target, change.value, rule_.span));
  flattener_.events_.push_back(flattener_.WhenOf({condition}, std::move(body), rule_.span));
}

}  // namespace kerf::acsl
