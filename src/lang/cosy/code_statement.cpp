// Assignment and control.
#include "lang/cosy/coder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::Service;

KERF_DIAG(CosyCannotAssign, Error, "`{}` cannot be assigned to", std::string);
KERF_DIAG(CosyAssignKind, Error, "`{}` is {}, and this is {}", std::string, std::string_view,
          std::string_view);

auto TextOf(Kind kind) -> std::string_view { return kind == Kind::Boolean ? "a truth value" : "a number"; }

}  // namespace

void Coder::Statements(const std::vector<Statement>& statements, const Scope& scope) {
  Body(statements, scope);
}

void Coder::Body(const std::vector<Statement>& statements, const Scope& scope) {
  for (const Statement& statement : statements) One(statement, scope);
}

void Coder::One(const Statement& statement, const Scope& scope) {
  const Span outer = span_;
  span_ = statement.span;
  // Registers live within one statement, and what is around it keeps its own.
  const uint32_t registers = next_register_;
  switch (statement.kind) {
    case StatementKind::Assign: Assign(statement, scope); break;
    case StatementKind::If:     If(statement, scope); break;
    case StatementKind::Group:
    case StatementKind::With:   Body(statement.body, scope); break;
    case StatementKind::For:    For(statement, scope); break;
    case StatementKind::While:  While(statement, scope); break;
    case StatementKind::Case:   Case(statement, scope); break;
    case StatementKind::Write:  Write(statement, scope); break;
    case StatementKind::Call:   CallStatement(statement, scope); break;
    case StatementKind::Branch:
    case StatementKind::Broken: break;
    default:                    Command(statement, scope); break;
  }
  next_register_ = registers;
  span_ = outer;
}

void Coder::Assign(const Statement& statement, const Scope& scope) {
  const Node& target = program_.nodes[statement.target];
  const Value value = Expression(statement.value, scope);
  const NameId name = target.kind == NodeKind::Attribute ? target.field : target.name;
  const Symbol* symbol = translator_.Resolve(scope, name, target.span);
  if (symbol == nullptr || !value.is_good) return;
  if (value.reg == process::kNone) {
    emitter_.Emit(statement.span, CosyCannotAssign, symbol->name);
    return;
  }
  if (target.kind == NodeKind::Element && symbol->is_array && symbol->kind == SymbolKind::Variable) {
    if (target.operands.size() != 1) return;
    const Value subscript = NumberOf(target.operands[0], scope);
    if (!subscript.is_good) return;
    if (symbol->range != process::kNone) Invoke(Service::CheckRange, symbol->range, {value});
    NoteAssigned(*symbol, target.span);
    if (KindOf(symbol->type) != Kind::Boolean && value.kind != Kind::Boolean)
      translator_.unit_model().Assign(*symbol, statement.value, scope, statement.span);
    Emit(Op::StoreAt, symbol->index, value.reg, subscript.reg, symbol->size);
    return;
  }
  if (target.kind == NodeKind::Element || target.kind == NodeKind::Call ||
      target.kind == NodeKind::Derivative || symbol->is_array) {
    emitter_.Emit(target.span, CosyCannotAssign, symbol->name);
    return;
  }
  StoreInto(*symbol, value, target.span);
  if (KindOf(symbol->type) != Kind::Boolean && value.kind != Kind::Boolean)
    translator_.unit_model().Assign(*symbol, statement.value, scope, statement.span);
}

void Coder::NoteAssigned(const Symbol& symbol, Span span) {
  translator_.NoteAssigned(symbol, span);
  if (place_ == Place::Communication) translator_.NoteCommunicated(symbol);
}

// A number becomes whole as in Fortran, towards zero.
void Coder::StoreInto(const Symbol& symbol, const Value& value, Span span, bool checks_range) {
  // State events are cleared by some programs: what that is for has gone with the flags of 1979.
  if (symbol.kind == SymbolKind::StateEvent) return;
  const bool is_cell = symbol.kind == SymbolKind::Variable || symbol.kind == SymbolKind::Attribute;
  if (symbol.kind == SymbolKind::Gate && value.kind == Kind::Boolean) {
    Invoke(Service::SetGate, symbol.index, {value});
    return;
  }
  const bool is_local = symbol.kind == SymbolKind::Local;
  if (!is_cell && !is_local && symbol.kind != SymbolKind::Field) {
    emitter_.Emit(span, CosyCannotAssign, symbol.name);
    return;
  }
  NoteAssigned(symbol, span);
  const Kind kind = KindOf(symbol.type);
  if ((kind == Kind::Boolean) != (value.kind == Kind::Boolean)) {
    emitter_.Emit(span, CosyAssignKind, symbol.name, TextOf(kind), TextOf(value.kind));
    return;
  }
  uint32_t reg = value.reg;
  if (kind == Kind::Integer && value.kind == Kind::Real) {
    reg = NewRegister();
    Emit(Op::Unary, reg, value.reg, 0, 0, static_cast<uint8_t>(expr::Op::IntegerPart));
  }
  const Value stored{reg, kind, true};
  if (checks_range && symbol.range != process::kNone) Invoke(Service::CheckRange, symbol.range, {stored});
  if (is_cell) {
    Emit(Op::Store, symbol.index, reg);
  } else if (is_local) {
    Emit(Op::Move, symbol.index, reg);
  } else {
    Emit(Op::StoreField, symbol.index, reg);
  }
  Observe(symbol, stored);
}

// Every assignment is an observation.
void Coder::Observe(const Symbol& symbol, const Value& value) {
  if (symbol.collect != process::kNone) Invoke(Service::Observe, symbol.collect, {value});
  if (symbol.histogram != process::kNone) Invoke(Service::Count, symbol.histogram, {value});
  if (symbol.time_value != process::kNone) Invoke(Service::SetTimeValue, symbol.time_value, {value});
}

void Coder::If(const Statement& statement, const Scope& scope) {
  const Value condition = Truth(statement.value, scope);
  if (condition.is_good) translator_.unit_model().Condition(statement.value, scope, span_);
  const uint32_t past = Emit(Op::JumpUnless, 0, condition.reg);
  Body(statement.body, scope);
  if (statement.else_body.empty()) {
    Land(past);
    return;
  }
  const uint32_t end = Emit(Op::Jump);
  Land(past);
  Body(statement.else_body, scope);
  Land(end);
}

// The limit is evaluated at each pass: registers do not survive a wait inside of the loop.
void Coder::For(const Statement& statement, const Scope& scope) {
  const Symbol* symbol = translator_.Resolve(scope, statement.name, statement.span);
  const Value first = NumberOf(statement.value, scope);
  if (symbol == nullptr || !first.is_good) return;
  // Behind the last pass it is one more than the limit: its range counts inside.
  StoreInto(*symbol, first, statement.span, false);
  const uint32_t top = Here();
  const uint32_t registers = next_register_;
  const Value index = SymbolValue(*symbol, statement.span);
  const Value last = NumberOf(statement.last, scope);
  if (!index.is_good || !last.is_good) return;
  const uint32_t holds = NewRegister();
  Emit(Op::Binary, holds, index.reg, last.reg, 0, static_cast<uint8_t>(expr::Op::LessEqual));
  const uint32_t end = Emit(Op::JumpUnless, 0, holds);
  if (symbol->range != process::kNone) Invoke(Service::CheckRange, symbol->range, {index});
  next_register_ = registers;
  Body(statement.body, scope);
  const Value present = SymbolValue(*symbol, statement.span);
  const Value one = Number(1);
  const Value next{NewRegister(), KindOf(symbol->type), true};
  Emit(Op::Binary, next.reg, present.reg, one.reg, 0, static_cast<uint8_t>(expr::Op::Add));
  StoreInto(*symbol, next, statement.span, false);
  Emit(Op::Jump, top);
  Land(end);
}

void Coder::While(const Statement& statement, const Scope& scope) {
  const uint32_t top = Here();
  const Value condition = Truth(statement.value, scope);
  if (condition.is_good) translator_.unit_model().Condition(statement.value, scope, span_);
  const uint32_t end = Emit(Op::JumpUnless, 0, condition.reg);
  Body(statement.body, scope);
  Emit(Op::Jump, top);
  Land(end);
}

void Coder::Case(const Statement& statement, const Scope& scope) {
  std::vector<uint32_t> ends;
  for (const Statement& branch : statement.body) {
    const uint32_t registers = next_register_;
    const Value selector = Expression(statement.value, scope);
    const Value value = Expression(branch.value, scope);
    if (!selector.is_good || !value.is_good) return;
    const uint32_t holds = NewRegister();
    Emit(Op::Binary, holds, selector.reg, value.reg, 0, static_cast<uint8_t>(expr::Op::Equal));
    const uint32_t next = Emit(Op::JumpUnless, 0, holds);
    next_register_ = registers;
    Body(branch.body, scope);
    ends.push_back(Emit(Op::Jump));
    Land(next);
  }
  const Value selector = NumberOf(statement.value, scope);
  if (selector.is_good) Invoke(Service::NoBranch, 0, {selector});
  for (const uint32_t end : ends) Land(end);
}

// Leaves a jump to where the guard does not hold.
auto Coder::SkipUnless(const Guard& guard, std::vector<uint32_t>& ends) -> bool {
  const NodeId condition = guard.owner->left;
  for (uint32_t k = program_.nodes[condition].first; k <= condition.index; ++k) {
    // Functions of the continuous part have no value in statements.
    const NodeKind kind = program_.nodes[NodeId{k}].kind;
    if (kind == NodeKind::Call || kind == NodeKind::Derivative) return false;
  }
  const Value left = Expression(condition, *guard.scope);
  if (!left.is_good) return false;
  const uint32_t holds = NewRegister();
  if (guard.owner->kind == EquationKind::If) {
    const auto op = static_cast<uint8_t>(expr::Op::Not);
    Emit(guard.branch == 0 ? Op::Move : Op::Unary, holds, left.reg, 0, 0, op);
  } else {
    const Value value = Expression(guard.owner->body[guard.branch].left, *guard.scope);
    if (!value.is_good) return false;
    Emit(Op::Binary, holds, left.reg, value.reg, 0, static_cast<uint8_t>(expr::Op::Equal));
  }
  ends.push_back(Emit(Op::JumpUnless, 0, holds));
  return true;
}

void Coder::CheckCases(const std::vector<PlacedEquation>& cases) {
  for (const PlacedEquation& placed : cases) {
    const Equation& equation = *placed.equation;
    span_ = equation.span;
    next_register_ = 0;
    std::vector<uint32_t> ends;
    // One inside of another counts only while that one has come to it.
    bool is_good = true;
    for (const Guard& guard : placed.guards) is_good = is_good && SkipUnless(guard, ends);
    if (!is_good) continue;
    const Value selector = Expression(equation.left, *placed.scope);
    if (!selector.is_good) continue;
    for (const Equation& branch : equation.body) {
      const Value value = Expression(branch.left, *placed.scope);
      if (!value.is_good) return;
      const uint32_t differs = NewRegister();
      Emit(Op::Binary, differs, selector.reg, value.reg, 0, static_cast<uint8_t>(expr::Op::NotEqual));
      ends.push_back(Emit(Op::JumpUnless, 0, differs));
    }
    Invoke(Service::NoBranch, 0, {selector});
    for (const uint32_t end : ends) Land(end);
  }
}

// Texts as they are, numbers in between.
void Coder::Write(const Statement& statement, const Scope& scope) {
  process::Pattern pattern;
  std::vector<Value> values;
  for (const NodeId id : statement.values) {
    const Node& node = program_.nodes[id];
    pattern.is_value.push_back(node.kind != NodeKind::Text);
    pattern.texts.push_back(node.kind == NodeKind::Text ? std::string(program_.names.lower[node.name])
                                                        : std::string());
    if (node.kind == NodeKind::Text) continue;
    const Value value = Expression(id, scope);
    if (!value.is_good) return;
    values.push_back(value);
  }
  auto& patterns = translator_.out().patterns;
  patterns.push_back(std::move(pattern));
  Invoke(Service::Write, static_cast<uint32_t>(patterns.size() - 1), values);
}

}  // namespace kerf::cosy
