// Each expression is walked once, without recursion; statements may nest.
#include "flat/verify_expressions.h"

#include <algorithm>

#include <fmt/format.h>

namespace kerf::flat {

using expr::Kind;
using expr::Op;

void ExpressionVerifier::Enter(std::string place, const FunctionBody* body, DomainId domain) {
  place_ = std::move(place);
  body_ = body;
  domain_ = domain;
  if (domain.has_value() && !model_.domains.Contains(domain)) {
    Report(fmt::format("domain {} is out of range", domain.index));
    domain_ = {};
  }
}

void ExpressionVerifier::Report(std::string_view text) {
  breaches_.push_back(fmt::format("{}: {}", place_, text));
}

auto ExpressionVerifier::IsIn(ExprId id) const -> bool { return id.index < world_.pool.size(); }

void ExpressionVerifier::Optional(ExprId id) {
  if (id.has_value()) Expression(id);
}

void ExpressionVerifier::Expression(ExprId id) {
  if (!IsIn(id)) return Report(id.has_value() ? "expression out of range" : "no expression");
  const std::vector<ExprId>& nodes = walker_.Postorder(id);
  bound_.clear();
  for (const ExprId node : nodes) {
    const Op op = world_.pool.op(node);
    if (op < Op::ArrayOf || op > Op::MaxOf) continue;
    const auto operands = world_.pool.operands(node);
    for (size_t k = 1; k < operands.size(); k += 2) bound_.push_back(operands[k]);
  }
  std::ranges::sort(bound_);
  for (const ExprId node : nodes) Node(node);
}

void ExpressionVerifier::Node(ExprId id) {
  const expr::Pool& pool = world_.pool;
  Type(pool.type(id));
  switch (pool.op(id)) {
    case Op::Error: return Report("Error expression");
    case Op::Var:
      if (!model_.vars.Contains(pool.var(id)))
        Report(fmt::format("variable {} is out of range", pool.var(id).index));
      return;
    case Op::Local:
      if (body_ == nullptr) return Report("local variable outside of a function");
      if (pool.position(id) >= body_->variables.size())
        Report(fmt::format("local variable {} is out of range", pool.position(id)));
      return;
    case Op::Iterator:
      if (!IsBoundByDomain(id) && !std::ranges::binary_search(bound_, id) &&
          std::ranges::find(loops_, id) == loops_.end()) {
        Report(fmt::format("iterator {} is not bound", world_.names[pool.name(id)]));
      }
      return;
    case Op::Function:
      if (!world_.functions.Contains(pool.function(id)))
        Report(fmt::format("function {} is out of range", pool.function(id).index));
      return;
    default: return;
  }
}

auto ExpressionVerifier::IsBoundByDomain(ExprId iterator) const -> bool {
  if (!domain_.has_value()) return false;
  const auto& iterations = model_.domains[domain_].iterations;
  const uint32_t position = world_.pool.position(iterator);
  return position < iterations.size() && iterations[position].name == world_.pool.name(iterator);
}

void ExpressionVerifier::Type(const expr::Type& type) {
  size_t n = size_t{type.detail} + 1;
  if (type.kind == Kind::Enumeration) n = world_.enumerations.size();
  if (type.kind == Kind::Record) n = world_.records.size();
  if (type.kind == Kind::Object) n = world_.object_classes.size();
  if (type.detail >= n) Report(fmt::format("type {} is out of range", type.detail));
}

auto ExpressionVerifier::Agree(const expr::Type& x, const expr::Type& y) const -> bool {
  if (x.kind != y.kind || x.detail != y.detail) return false;
  return std::ranges::equal(
      world_.pool.shapes().dims(x.shape), world_.pool.shapes().dims(y.shape),
      [](int32_t a, int32_t b) { return a == b || a == expr::kUnknownSize || b == expr::kUnknownSize; });
}

// A call gives at least as many values as its tuple takes; their types are known to the function only.
void ExpressionVerifier::Sides(ExprId target, ExprId value) {
  Expression(target);
  Expression(value);
  if (!IsIn(target) || !IsIn(value)) return;
  const expr::Pool& pool = world_.pool;
  if (pool.op(target) != Op::Tuple) {
    expr::Type given = pool.type(value);
    // Where all numbers are Real, a running index is one, too.
    const bool has_one_kind = model_.listing == Listing::AsWritten;
    if (has_one_kind && given.kind == Kind::Integer && pool.type(target).kind == Kind::Real)
      given.kind = Kind::Real;
    if (!Agree(pool.type(target), given)) Report("the two sides have different types");
    return;
  }
  if (pool.op(value) != Op::Call || pool.op(pool.operand(value, 0)) != Op::Function) return;
  const FunctionId function = pool.function(pool.operand(value, 0));
  if (!world_.functions.Contains(function)) return;
  if (pool.operands(target).size() > world_.functions[function].n_outputs)
    Report("more variables than outputs");
}

void ExpressionVerifier::Condition(ExprId id, bool is_when) {
  Expression(id);
  if (!IsIn(id)) return;
  const expr::Type type = world_.pool.type(id);
  const bool is_boolean = type.kind == Kind::Boolean && (is_when || type.shape == expr::kScalar);
  if (!is_boolean && !(is_when && type.kind == Kind::Clock)) Report("the condition is not Boolean");
}

void ExpressionVerifier::StatementTree(const Statement& s) {
  const bool is_pair = s.kind == StatementKind::Equality || s.kind == StatementKind::Assignment ||
                       s.kind == StatementKind::Reinit;
  if (is_pair) {
    Sides(s.target, s.value);
  } else if (s.kind == StatementKind::Assert) {
    Condition(s.value, false);
    Optional(s.target);
  } else {
    Optional(s.value);
  }
  Optional(s.message);
  const bool is_loop = s.kind == StatementKind::For;
  if (is_loop) loops_.push_back(s.target);
  for (size_t k = 0; k < s.branches.size(); ++k) {
    const Branch& branch = s.branches[k];
    const bool is_else = s.kind == StatementKind::If && k > 0 && k + 1 == s.branches.size();
    if (branch.condition.has_value() || !(is_loop || is_else))
      Condition(branch.condition, s.kind == StatementKind::When);
    for (const Statement& inner : branch.body) StatementTree(inner);
  }
  if (is_loop) loops_.pop_back();
}

}  // namespace kerf::flat
