// TERMT: what ends the run. A limit on time alone becomes the stop time; the rest is watched, in DERIVATIVE
// as an event of its own, in DYNAMIC at the communication points.
#include <cmath>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using FlatKind = flat::StatementKind;

KERF_DIAG(AcslNoEnd, Warning, "no TERMT ends the run; it goes to time {}, or where --stop says", double);

// Without a limit on time the run ends after so many communication intervals at the latest.
constexpr double kMaxIntervals = 100'000;

}  // namespace

// a .OR. b .OR. c, from left to right.
void Flattener::SplitCondition(NodeId root, std::vector<NodeId>& parts) const {
  std::vector<NodeId> stack = {root};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    const Node& node = program_.nodes[id];
    if (node.kind == NodeKind::Operation && node.op == Op::Or) {
      stack.insert(stack.end(), node.operands.rbegin(), node.operands.rend());
    } else {
      parts.push_back(id);
    }
  }
}

// t .GE. limit and its like.
auto Flattener::TimeLimit(NodeId id, bool& is_strict) -> std::optional<double> {
  const Node& node = program_.nodes[id];
  if (node.kind != NodeKind::Operation) return std::nullopt;
  const bool is_forward = node.op == Op::GreaterEqual || node.op == Op::Greater;
  const bool is_backward = node.op == Op::LessEqual || node.op == Op::Less;
  if (!is_forward && !is_backward) return std::nullopt;
  const Node& time = program_.nodes[node.operands[is_forward ? 0 : 1]];
  if (time.kind != NodeKind::Name || SymbolOf(time.name).role != Role::Time) return std::nullopt;
  is_strict = node.op == Op::Greater || node.op == Op::Less;
  return TryEvaluate(node.operands[is_forward ? 1 : 0]);
}

auto Flattener::EndMessage(const Statement& statement) -> ExprId {
  const std::string_view text =
      statement.message.has_value() ? program_.names.lower[statement.message] : std::string_view("TERMT");
  return pool_.Text(model_.world->names.Intern(text));
}

// The part of the condition that is not a limit on time; limits move the stop time.
auto Flattener::RestOfEnd(const Statement& statement, bool at_points) -> ExprId {
  has_end_ = true;
  std::vector<NodeId> parts;
  SplitCondition(statement.value, parts);
  const double begin = program_.settings.variable ? program_.settings.variable->value : 0;
  const double step = SettingValue(program_.settings.cinterval, "cint", 0.1);
  ExprId rest;
  for (const NodeId part : parts) {
    bool is_strict = false;
    auto limit = TimeLimit(part, is_strict);
    if (limit) {
      // A communication point counts as reached although rounding leaves it a little short.
      constexpr double kSlack = 1e-6;
      double points = std::ceil((*limit - begin) / step - kSlack);
      if (is_strict && std::abs(points - (*limit - begin) / step) < kSlack) ++points;
      const double point = begin + std::max(points, 0.0) * step;
      if (at_points && std::abs(point - *limit) > kSlack * step) limit = point;
      stop_ = stop_ ? std::min(*stop_, *limit) : *limit;
      continue;
    }
    const ExprId condition = LowerCondition(part);
    if (condition == Pool::kError) return {};
    rest = rest.has_value() ? pool_.Binary(Op::Or, rest, condition) : condition;
  }
  return rest;
}

// Nothing changes it during the run.
auto Flattener::IsSetBefore(ExprId condition) const -> bool {
  std::vector<ExprId> stack = {condition};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (pool_.op(id) == Op::Time) return false;
    if (pool_.op(id) == Op::Var && model_.vars[pool_.var(id)].variability > flat::Variability::Parameter)
      return false;
    const auto operands = pool_.operands(id);
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  return true;
}

// A condition that INITIAL has settled comes true at no point, so that the run is told when to end: at the
// communication point behind the start, or never.
void Flattener::EmitEndAt(const Statement& statement, ExprId time) {
  flat::Statement end;
  end.kind = FlatKind::Terminate;
  end.message = EndMessage(statement);
  end.origin = OriginAt(statement.span);
  events_.push_back(
      WhenOf({pool_.Binary(Op::GreaterEqual, pool_.Time(), time)}, {std::move(end)}, statement.span));
}

// In DYNAMIC: the condition is watched, and tested again at the communication point after it came true. A
// test at every point would make the integrator begin anew there.
void Flattener::EmitEnd(const Statement& statement) {
  const ExprId rest = RestOfEnd(statement, true);
  if (!rest.has_value()) return;
  const ExprId begin = pool_.Real(program_.settings.variable ? program_.settings.variable->value : 0);
  const ExprId step = Ref(SymbolOf(CommunicationName()).var);
  if (IsSetBefore(rest))
    return EmitEndAt(statement, pool_.If(rest, pool_.Add(begin, step), pool_.Real(kNever)));
  // The first point is tested whatever happens: a condition that is true from the start on never comes true.
  const ExprId at =
      HiddenVar("end_at", Kind::Real, flat::Variability::Discrete, pool_.Add(begin, step), statement.span);
  constexpr double kSlack = 1e-9;
  const ExprId passed = pool_.Sub(pool_.Div(pool_.Sub(pool_.Time(), begin), step), pool_.Real(kSlack));
  const ExprId next = pool_.Add(begin, pool_.Mul(step, pool_.Unary(Op::Ceil, passed)));
  events_.push_back(WhenOf({rest}, {Assign(at, next, statement.span)}, statement.span));
  flat::Statement end;
  end.kind = FlatKind::Terminate;
  end.message = EndMessage(statement);
  end.origin = OriginAt(statement.span);
  flat::Statement choice;
  choice.kind = FlatKind::If;
  choice.origin = end.origin;
  choice.branches.push_back({rest, {std::move(end)}});
  const ExprId before = pool_.Typed(Op::Pre, pool_.type(at), {at});
  const ExprId is_time = pool_.Binary(Op::GreaterEqual, pool_.Time(), before);
  events_.push_back(WhenOf({is_time}, {std::move(choice)}, statement.span));
}

auto Flattener::AfterFirstInterval() -> ExprId {
  const ExprId begin = pool_.Real(program_.settings.variable ? program_.settings.variable->value : 0);
  const ExprId step = Ref(SymbolOf(CommunicationName()).var);
  return pool_.Binary(Op::GreaterEqual, pool_.Time(), pool_.Add(begin, step));
}

// In DERIVATIVE, and what the model says about its run.
void Flattener::FindEnd() {
  place_ = SectionKind::Derivative;
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Derivative) continue;
    for (const Statement& statement : section.statements) {
      if (statement.kind != StatementKind::Terminate) continue;
      const ExprId rest = RestOfEnd(statement, false);
      if (!rest.has_value()) continue;
      flat::Statement end;
      end.kind = FlatKind::Terminate;
      end.message = EndMessage(statement);
      end.origin = OriginAt(statement.span);
      flat::Clause clause;
      clause.owner = base::PathStore::kRoot;
      // What is true from the start on never comes true; it ends the run at the first communication point.
      const ExprId is_late = pool_.Binary(Op::And, AfterFirstInterval(), rest);
      clause.statement = WhenOf({rest, is_late}, {std::move(end)}, statement.span);
      model_.clauses.push_back(std::move(clause));
    }
  }
  const double begin = program_.settings.variable ? program_.settings.variable->value : 0;
  const double step = SettingValue(program_.settings.cinterval, "cint", 0.1);
  constexpr double kShortRun = 100;
  model_.start_time = begin;
  model_.interval = step;
  if (stop_) {
    model_.stop_time = stop_;
  } else {
    model_.stop_time = begin + step * (has_end_ ? kMaxIntervals : kShortRun);
    if (!has_end_) emitter_.Emit(program_.span, AcslNoEnd, *model_.stop_time);
  }
}

}  // namespace kerf::acsl
