// Statements that are followed at translation: what each place has been given so far is an expression, and an
// IF makes one expression of what its two parts give. Loops are written out.
#include <cmath>

#include "base/number_text.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(
    CosyNotFollowed, Error,
    "this cannot stand here: statements among equations assign, decide by IF and CASE, and repeat by FOR");
KERF_DIAG(
    CosyNotGivenHere, Error,
    "`{}` is {}, which statements among equations do not give; they give ALGEBR variables and derivatives",
    std::string, std::string_view);
KERF_DIAG(CosyReadEarly, Error, "`{}` is read further up, before it is given its value here", std::string);
KERF_DIAG(CosySometimesRead, Error, "`{}` has a value on some of the paths that lead here alone",
          std::string);
KERF_DIAG(CosySubscriptUnknown, Error, "the subscript of `{}` must be known at translation here",
          std::string);
KERF_DIAG(CosyNoSuchElement, Error, "`{}` has elements 1 to {}, but no element {}", std::string, uint32_t,
          double);
KERF_DIAG(CosyFollowedTooLong, Error,
          "the statements of sections and continuous routines, written out, are more than {}", size_t);
KERF_DIAG(CosyNotContinuous, Error,
          "`{}` is not declared as CONTINUOUS, so that statements among equations cannot call it",
          std::string_view);

auto WhatIs(const Symbol& symbol, bool is_derivative) -> std::string_view {
  if (symbol.kind == SymbolKind::Constant) return "a constant";
  if (symbol.kind != SymbolKind::Variable && symbol.kind != SymbolKind::Field) return "not a variable";
  if (is_derivative) return "not a state";
  return symbol.type == Tok::State || symbol.type == Tok::DState ? "a state" : "set at events";
}

auto IsGivenHere(const Symbol& symbol, bool is_derivative) -> bool {
  if (symbol.kind != SymbolKind::Variable && symbol.kind != SymbolKind::Field) return false;
  if (is_derivative) return symbol.type == Tok::State || symbol.type == Tok::DState;
  return symbol.type == Tok::Algebr || symbol.type == Tok::Memory || symbol.type == Tok::Sample ||
         symbol.is_of_submodel;
}

}  // namespace

void ModelBuilder::Follow(const std::vector<Statement>& statements, Scope& scope) {
  for (const Statement& statement : statements) FollowOne(statement, scope);
}

void ModelBuilder::FollowOne(const Statement& statement, Scope& scope) {
  if (n_followed_ > kMostFollowed) return;
  if (++n_followed_ > kMostFollowed) {
    emitter_.Emit(statement.span, CosyFollowedTooLong, kMostFollowed);
    return;
  }
  switch (statement.kind) {
    case StatementKind::Assign: return FollowAssignment(statement, scope);
    case StatementKind::If:     return FollowIf(statement, scope);
    case StatementKind::Case:   return FollowCase(statement, scope);
    case StatementKind::For:    return FollowFor(statement, scope);
    case StatementKind::Call:   return FollowCall(statement, scope);
    case StatementKind::Group:
    case StatementKind::With:   return Follow(statement.body, scope);
    case StatementKind::Broken: return;
    default:                    emitter_.Emit(statement.span, CosyNotFollowed); return;
  }
}

// The whole number of an element, 1 if it is unknown.
auto ModelBuilder::Subscript(const Node& element, const Symbol& symbol, const Scope& scope)
    -> std::optional<uint32_t> {
  if (element.operands.size() != 1) {
    emitter_.Emit(element.span, CosySubscriptUnknown, symbol.name);
    return std::nullopt;
  }
  std::optional<double> subscript = translator_.TryConstant(element.operands[0], scope);
  if (!subscript) {
    const ExprId value = Lower(element.operands[0], scope);
    if (value == Pool::kError) return std::nullopt;
    if (pool_.op(value) == Op::Integer) subscript = static_cast<double>(pool_.integer(value));
    if (pool_.op(value) == Op::Real) subscript = pool_.number(value);
  }
  if (!subscript) {
    emitter_.Emit(element.span, CosySubscriptUnknown, symbol.name);
    return std::nullopt;
  }
  if (*subscript != std::floor(*subscript) || !(*subscript >= 1 && *subscript <= symbol.size)) {
    emitter_.Emit(element.span, CosyNoSuchElement, symbol.name, symbol.size, *subscript);
    return std::nullopt;
  }
  return static_cast<uint32_t>(*subscript);
}

// Nothing after a reported mistake.
auto ModelBuilder::PlaceOf(NodeId target, const Scope& scope) -> std::optional<Place> {
  const Node* node = &program_.nodes[target];
  Place place;
  if (node->kind == NodeKind::Derivative) {
    place.is_derivative = true;
    node = &program_.nodes[node->operands[0]];
  }
  const bool is_variable = node->kind == NodeKind::Name || node->kind == NodeKind::Element;
  if (!is_variable) {
    emitter_.Emit(node->span, CosyNotFollowed);
    return std::nullopt;
  }
  place.symbol = translator_.Resolve(scope, node->name, node->span);
  if (place.symbol == nullptr) return std::nullopt;
  if (place.symbol->is_array != (node->kind == NodeKind::Element)) {
    emitter_.Emit(node->span, CosySubscriptUnknown, place.symbol->name);
    return std::nullopt;
  }
  if (node->kind == NodeKind::Name) return place;
  const auto subscript = Subscript(*node, *place.symbol, scope);
  if (!subscript) return std::nullopt;
  place.element = *subscript;
  return place;
}

void ModelBuilder::FollowAssignment(const Statement& statement, Scope& scope) {
  const ExprId value = Lower(statement.value, scope);
  const auto place = PlaceOf(statement.target, scope);
  if (!place || value == Pool::kError) return;
  SetPlace(*place, value, statement.span);
}

void ModelBuilder::SetPlace(const Place& place, ExprId value, Span span) {
  const Symbol& symbol = *place.symbol;
  const bool is_local = symbol.kind == SymbolKind::Local && !place.is_derivative;
  if (!is_local && !IsGivenHere(symbol, place.is_derivative)) {
    emitter_.Emit(span, CosyNotGivenHere, symbol.name, WhatIs(symbol, place.is_derivative));
    return;
  }
  if (symbol.type != Tok::Sample && read_early_.contains(place)) {
    emitter_.Emit(span, CosyReadEarly, symbol.name);
    return;
  }
  const Kind kind = is_local ? (symbol.type == Tok::Boolean ? Kind::Boolean : Kind::Real) : Kind::Real;
  value = ToKind(value, kind, span);
  if (value == Pool::kError) return;
  // Towards zero where the variable is whole.
  if (is_local && symbol.type == Tok::Integer && pool_.op(value) != Op::Real)
    value = pool_.If(pool_.Binary(Op::Less, value, pool_.Real(0)), pool_.Unary(Op::Ceil, value),
                     pool_.Unary(Op::Floor, value));
  if (is_local && symbol.type == Tok::Integer && pool_.op(value) == Op::Real)
    value = pool_.Real(std::trunc(pool_.number(value)));
  if (is_local && symbol.range != process::kNone) {
    const process::Range& range = translator_.out().ranges[symbol.range];
    AssertOnPath(IsWithin(value, range),
                 fmt::format("`{}` leaves its range {} to {}", symbol.name, base::NumberText(range.least),
                             base::NumberText(range.most)),
                 span);
  }
  NotePlace(place);
  known_.values[place] = value;
  known_.partial.erase(place);
}

void ModelBuilder::NotePlace(const Place& place) {
  if (noted_.insert(place).second) order_.push_back(place);
}

// What a place has been given, nothing where it is what it is anyway.
auto ModelBuilder::KnownValue(const Place& place, Span span) -> ExprId {
  if (!is_following_) return {};
  if (known_.partial.contains(place)) {
    emitter_.Emit(span, CosySometimesRead, place.symbol->name);
    return Pool::kError;
  }
  const auto found = known_.values.find(place);
  if (found != known_.values.end()) return found->second;
  read_early_.insert(place);
  return {};
}

auto ModelBuilder::Choice(ExprId condition, ExprId first, ExprId second) -> ExprId {
  if (pool_.type(first).kind != Kind::Boolean) return pool_.If(condition, first, second);
  return pool_.Binary(Op::Or, pool_.Binary(Op::And, condition, first),
                      pool_.Binary(Op::And, pool_.Unary(Op::Not, condition), second));
}

// What two parts give becomes one; what one of them alone gives is no value for what follows.
void ModelBuilder::Join(ExprId condition, const Known& first, Known& second) {
  for (const Place& place : order_) {
    const auto a = first.values.find(place);
    const auto b = second.values.find(place);
    const bool has_first = a != first.values.end();
    const bool has_second = b != second.values.end();
    if (!has_first && !has_second) continue;
    if (!has_first || !has_second || first.partial.contains(place)) second.partial.insert(place);
    if (has_first && !has_second) second.values[place] = a->second;
    if (has_first && has_second && a->second != b->second)
      b->second = Choice(condition, a->second, b->second);
  }
}

// Follows them as they are done where the condition holds as well; gives what is known behind them, and
// leaves what was known before.
auto ModelBuilder::FollowPart(ExprId condition, const std::vector<Statement>& statements, Scope& scope)
    -> Known {
  const ExprId path = path_;
  path_ = path.has_value() ? pool_.Binary(Op::And, path, condition) : condition;
  Known before = known_;
  Follow(statements, scope);
  path_ = path;
  return std::exchange(known_, std::move(before));
}

void ModelBuilder::FollowIf(const Statement& statement, Scope& scope) {
  const auto decided = translator_.TryConstant(statement.value, scope);
  const ExprId condition = decided ? pool_.Boolean(*decided != 0) : LowerCondition(statement.value, scope);
  if (condition == Pool::kError) return;
  if (pool_.op(condition) == Op::Boolean)
    return Follow(pool_.boolean(condition) ? statement.body : statement.else_body, scope);
  const Known first = FollowPart(condition, statement.body, scope);
  Known second = FollowPart(pool_.Unary(Op::Not, condition), statement.else_body, scope);
  Join(condition, first, second);
  known_ = std::move(second);
}

// One IF after the other, the last branch for all that is left; that one of the branches is meant is looked
// after during the run.
void ModelBuilder::FollowCase(const Statement& statement, Scope& scope) {
  const ExprId selector = LowerReal(statement.value, scope);
  if (selector == Pool::kError || statement.body.empty()) return;
  std::vector<ExprId> conditions;
  ExprId any;
  for (const Statement& branch : statement.body) {
    const ExprId value = LowerReal(branch.value, scope);
    if (value == Pool::kError) return;
    conditions.push_back(pool_.Typed(Op::Equal, {Kind::Boolean, expr::kScalar, 0}, {selector, value}));
    any = any.has_value() ? pool_.Binary(Op::Or, any, conditions.back()) : conditions.back();
  }
  AssertOnPath(any, "CASE has no branch for the value of its selector", statement.span);
  Known joined;
  for (size_t k = conditions.size(); k-- > 0;) {
    Known part = FollowPart(conditions[k], statement.body[k].body, scope);
    if (k + 1 == conditions.size()) {
      joined = std::move(part);
    } else {
      Join(conditions[k], part, joined);
    }
  }
  known_ = std::move(joined);
}

// The index is a constant in each pass, and afterwards one more than the limit.
void ModelBuilder::FollowFor(const Statement& statement, Scope& scope) {
  const auto [first, last] = Passes(statement, scope, true);
  for (int64_t pass = first; pass <= last; ++pass) Follow(statement.body, *PassScope(statement, scope, pass));
  const Symbol* index = scope.Find(statement.name);
  if (index == nullptr || index->kind != SymbolKind::Local || index->is_array) return;
  const Place place{index, 0, false};
  NotePlace(place);
  known_.values[place] = pool_.Real(static_cast<double>(std::max(first, last + 1)));
}

void ModelBuilder::FollowCall(const Statement& statement, Scope& scope) {
  const Node& node = program_.nodes[statement.value];
  const Routine* routine = translator_.FindRoutine(node.name);
  if (routine == nullptr || !routine->is_continuous || routine->is_function) {
    emitter_.Emit(statement.span, CosyNotContinuous, translator_.Written(node.name));
    return;
  }
  std::vector<Actual> actuals;
  for (size_t k = 0; k < node.operands.size() && k < routine->formals.size(); ++k) {
    const Node& operand = program_.nodes[node.operands[k]];
    const cosy::Variable& formal = routine->formals[k];
    Actual actual{nullptr, {}, operand.span};
    if (formal.is_reference || formal.size.has_value()) {
      if (operand.kind == NodeKind::Name)
        actual.symbol = translator_.Resolve(scope, operand.name, operand.span);
      if (operand.kind == NodeKind::Name && actual.symbol == nullptr) return;
    } else {
      actual.value = Lower(node.operands[k], scope);
      if (actual.value == Pool::kError) return;
    }
    actuals.push_back(actual);
  }
  if (node.operands.size() > routine->formals.size()) actuals.resize(node.operands.size());
  Enter(UseOf(statement.value.index, *routine, scope), *routine, actuals, node.span);
}

// What must hold while the statement at work is done.
void ModelBuilder::AssertOnPath(ExprId condition, const std::string& message, Span span) {
  if (pool_.op(condition) == Op::Boolean && pool_.boolean(condition)) return;
  flat::Assertion assertion;
  assertion.condition =
      path_.has_value() ? pool_.Binary(Op::Or, pool_.Unary(Op::Not, path_), condition) : condition;
  assertion.owner = base::PathStore::kRoot;
  assertion.origin = OriginAt(span);
  assertion.message = pool_.Text(part_.model.world->names.Intern(message));
  part_.model.assertions.push_back(assertion);
}

}  // namespace kerf::cosy
