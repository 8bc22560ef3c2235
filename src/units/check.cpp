// The parts of a model, one after the other.
#include "units/check.h"

#include "diag/consumers.h"
#include "units/infer.h"
#include "units/report.h"

namespace kerf::units {

namespace {

using expr::Kind;
using expr::Op;
using flat::Statement;
using flat::StatementKind;

class Checker {
 public:
  Checker(const flat::Model& model, UnitTable& table, ExprUnits& units, diag::Emitter& emitter)
      : model_(model), world_(*model.world), units_(units), reporter_(model, table, units, emitter) {}

  void Run() {
    for (const VarId id : model_.vars.ids()) Variable(id);
    for (const flat::EquationId id : model_.equations.ids()) {
      const flat::Equation& equation = model_.equations[id];
      Sides(equation.origin, equation.lhs, equation.rhs);
    }
    for (const flat::Assertion& assertion : model_.assertions) Alone(assertion.origin, assertion.condition);
    for (const flat::Clause& clause : model_.clauses) StatementTree(clause.statement);
    for (const flat::Algorithm& algorithm : model_.algorithms) {
      for (const Statement& statement : algorithm.statements) StatementTree(statement);
    }
  }

 private:
  // Where the text names a constant with a unit, the expression may have lost it.
  auto IsDoubtful(const diag::Span& span) const -> bool {
    const auto at = world_.unit_constants.lower_bound({span.buffer, span.begin});
    return at != world_.unit_constants.end() && at->first == span.buffer && at->second < span.end;
  }

  auto SpanOf(flat::OriginId origin) const -> diag::Span {
    return origin.has_value() ? world_.origins[origin].span : diag::Span{};
  }

  void Variable(VarId id) {
    const flat::Var& var = model_.vars[id];
    Value(id, var.binding, var.binding_origin.has_value() ? var.binding_origin : var.origin);
    if (!var.attributes.has_value()) return;
    const flat::Attributes& a = model_.attributes[var.attributes];
    for (const ExprId value : {a.start, a.min, a.max, a.nominal}) Value(id, value, var.origin);
  }

  void Value(VarId id, ExprId value, flat::OriginId origin) {
    if (!value.has_value() || !Alone(origin, value)) return;
    const diag::Span span = SpanOf(origin);
    if (AreInConflict(units_.var(id), units_.Of(value)) && !IsDoubtful(span))
      reporter_.Value(span, id, value);
  }

  // False if the operands of some part of it do not fit.
  auto Alone(flat::OriginId origin, ExprId value) -> bool {
    const ExprId conflict = units_.Of(value).conflict;
    if (!conflict.has_value()) return true;
    const diag::Span span = SpanOf(origin);
    if (!IsDoubtful(span)) reporter_.Conflict(span, conflict);
    return false;
  }

  // Branches of an if-equation may be about different quantities, as may the elements of arrays and records.
  auto TakeApart(flat::OriginId origin, ExprId left, ExprId right) -> bool {
    const Op op = world_.pool.op(left);
    const auto a = world_.pool.operands(left);
    const auto b = world_.pool.operands(right);
    if (op == Op::If) {
      if (!Alone(origin, a[0])) return true;
      const bool is_same = world_.pool.op(right) == Op::If && b[0] == a[0];
      for (const size_t k : {size_t{2}, size_t{1}}) pairs_.emplace_back(a[k], is_same ? b[k] : right);
      return true;
    }
    if (world_.pool.op(right) == Op::If) {
      if (!Alone(origin, b[0])) return true;
      for (const size_t k : {size_t{2}, size_t{1}}) pairs_.emplace_back(left, b[k]);
      return true;
    }
    const bool is_list = op == Op::Array || op == Op::Record;
    if (!is_list || world_.pool.op(right) != op || a.size() != b.size()) return false;
    for (size_t k = a.size(); k-- > 0;) pairs_.emplace_back(a[k], b[k]);
    return true;
  }

  void Sides(flat::OriginId origin, ExprId lhs, ExprId rhs) {
    pairs_ = {{lhs, rhs}};
    while (!pairs_.empty()) {
      const auto [left, right] = pairs_.back();
      pairs_.pop_back();
      if (TakeApart(origin, left, right)) continue;
      if (!Alone(origin, left) || !Alone(origin, right)) return;
      if (world_.pool.op(left) == Op::Tuple) {
        Outputs(origin, left, right);
      } else if (AreInConflict(units_.Of(left), units_.Of(right)) && !IsDoubtful(SpanOf(origin))) {
        return reporter_.Sides(SpanOf(origin), left, right);
      }
    }
  }

  void Outputs(flat::OriginId origin, ExprId targets, ExprId call) {
    const flat::FunctionBody* body = units_.BodyOf(call);
    const auto list = world_.pool.operands(targets);
    for (uint32_t k = 0; body != nullptr && k < list.size() && k < body->n_outputs; ++k) {
      const bool differs = AreInConflict(units_.OfOutput(call, k), units_.Of(list[k]));
      if (differs && !IsDoubtful(SpanOf(origin))) return reporter_.Output(SpanOf(origin), call, k, list[k]);
    }
  }

  void StatementTree(const Statement& statement) {
    const bool is_pair = statement.kind == StatementKind::Equality ||
                         statement.kind == StatementKind::Assignment ||
                         statement.kind == StatementKind::Reinit;
    if (is_pair) {
      Sides(statement.origin, statement.target, statement.value);
    } else if (statement.value.has_value()) {
      Alone(statement.origin, statement.value);
    }
    for (const flat::Branch& branch : statement.branches) {
      if (branch.condition.has_value()) Alone(statement.origin, branch.condition);
      for (const Statement& inner : branch.body) StatementTree(inner);
    }
  }

  const flat::Model& model_;
  const flat::World& world_;
  ExprUnits& units_;
  UnitReporter reporter_;
  std::vector<std::pair<ExprId, ExprId>> pairs_;
};

}  // namespace

void CheckUnits(const flat::Model& model, diag::Emitter& emitter, std::string_view time_unit) {
  UnitTable table;
  ExprUnits units(model, table, time_unit);
  if (!units.has_units()) return;
  InferUnits(model, table, units);
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter front(sorted);
  Checker(model, table, units, front).Run();
}

auto IsUnitOfTime(std::string_view text) -> bool {
  UnitTable table;
  const auto unit = table.TryParse(text);
  return unit && table.HaveSameDimension(*unit, *table.TryParse("s"));
}

}  // namespace kerf::units
