// See memory_functions.h.
#include "lang/cosy/memory_functions.h"

namespace kerf::cosy {

using expr::ExprId;
using expr::Kind;
using expr::Op;
using flat::Variability;

auto MemoryWorkshop::pool() -> expr::Pool& { return builder_.pool_; }

auto MemoryWorkshop::AddVar(std::string_view suffix, Kind kind, Variability variability, ExprId start)
    -> ExprId {
  const expr::VarId id = builder_.AddVar(fmt::format("{}.{}", name_, suffix), kind, variability, nullptr);
  flat::Var& var = builder_.part_.model.vars[id];
  var.origin = builder_.OriginAt(span_);
  var.is_protected = true;
  if (start.has_value()) {
    flat::Attributes attributes;
    attributes.start = start;
    var.attributes = builder_.part_.model.attributes.Add(attributes);
  }
  return builder_.Ref(id);
}

auto MemoryWorkshop::IsLiteral(ExprId value) const -> bool {
  const Op op = builder_.pool_.op(value);
  return op == Op::Real || op == Op::Integer || op == Op::Boolean;
}

// True at every instant, so that it becomes true at the first event.
auto MemoryWorkshop::AtStart() -> ExprId {
  constexpr double kBeforeAll = -1e300;
  return pool().Binary(Op::Greater, pool().Time(), pool().Real(kBeforeAll));
}

auto MemoryWorkshop::Hidden(std::string_view suffix) -> ExprId {
  return AddVar(suffix, Kind::Real, Variability::Continuous, {});
}

// The program may compute where it begins, which is known when the run starts.
auto MemoryWorkshop::Memory(std::string_view suffix, Kind kind, ExprId start) -> ExprId {
  if (IsLiteral(start)) return AddVar(suffix, kind, Variability::Discrete, start);
  const ExprId memory = AddVar(suffix, kind, Variability::Discrete, pool().Real(0));
  When(AtStart(), {{memory, start}});
  return memory;
}

auto MemoryWorkshop::State(std::string_view suffix, ExprId start) -> ExprId {
  if (IsLiteral(start)) return AddVar(suffix, Kind::Real, Variability::Continuous, start);
  const ExprId state = AddVar(suffix, Kind::Real, Variability::Continuous, pool().Real(0));
  flat::Statement reinit;
  reinit.kind = flat::StatementKind::Reinit;
  reinit.target = state;
  reinit.value = start;
  reinit.origin = builder_.OriginAt(span_);
  flat::Clause clause;
  clause.owner = base::PathStore::kRoot;
  clause.statement = WhenOf(AtStart(), {reinit});
  builder_.part_.model.clauses.push_back(std::move(clause));
  return state;
}

void MemoryWorkshop::Equate(ExprId left, ExprId right) { builder_.AddEquation(left, right, span_); }

auto MemoryWorkshop::WhenOf(ExprId condition, std::vector<flat::Statement> body) -> flat::Statement {
  flat::Statement when;
  when.kind = flat::StatementKind::When;
  when.origin = builder_.OriginAt(span_);
  when.branches.push_back({condition, std::move(body)});
  return when;
}

void MemoryWorkshop::When(ExprId condition, std::vector<cssl::Change> changes) {
  std::vector<flat::Statement> body;
  for (const cssl::Change& change : changes) {
    flat::Statement assignment;
    assignment.kind = flat::StatementKind::Assignment;
    assignment.target = change.target;
    assignment.value = change.value;
    assignment.origin = builder_.OriginAt(span_);
    body.push_back(std::move(assignment));
  }
  statements_.push_back(WhenOf(condition, std::move(body)));
}

void MemoryWorkshop::Finish() {
  if (statements_.empty()) return;
  flat::Algorithm algorithm;
  algorithm.owner = base::PathStore::kRoot;
  algorithm.origin = builder_.OriginAt(span_);
  algorithm.statements = std::move(statements_);
  builder_.part_.model.algorithms.push_back(std::move(algorithm));
}

}  // namespace kerf::cosy
