// Statements that run in order: in PROCEDURAL, INITIAL, DISCRETE, DYNAMIC and TERMINAL.
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using FlatKind = flat::StatementKind;

KERF_DIAG(AcslJump, Error, "this jump cannot be put into the form of IF and ELSE");
KERF_NOTE(AcslJumpAdvice, "jumps forward to a label of the same block can, and jumps back that close a loop");
KERF_DIAG(AcslUnknownCall, Error, "there is no routine `{}` to call", std::string_view);
KERF_DIAG(AcslTermtPlace, Error, "TERMT cannot stand here");
KERF_DIAG(AcslSchedulePlace, Error, "a crossing is watched from DERIVATIVE; elsewhere only `.AT.` can stand");

}  // namespace

auto Flattener::Assign(ExprId target, ExprId value, Span span) -> flat::Statement {
  flat::Statement statement;
  statement.kind = FlatKind::Assignment;
  statement.target = target;
  statement.value = value;
  statement.origin = OriginAt(span);
  return statement;
}

void Flattener::LowerBody(const std::vector<Statement>& body, std::vector<flat::Statement>& out) {
  for (const Statement& statement : StructureJumps(body)) LowerStatement(statement, out);
}

void Flattener::LowerStatement(const Statement& statement, std::vector<flat::Statement>& out) {
  switch (statement.kind) {
    case StatementKind::Assign:     return LowerAssignment(statement, out);
    case StatementKind::If:         return LowerIf(statement, out);
    case StatementKind::Do:         return LowerDo(statement, out);
    case StatementKind::Call:       return LowerCallStatement(statement, out);
    case StatementKind::Schedule:   return LowerSchedule(statement, out);
    case StatementKind::Terminate:  return LowerTerminate(statement, out);
    case StatementKind::Procedural: return LowerBody(statement.body, out);
    case StatementKind::Loop:       return LowerLoop(statement, out);
    case StatementKind::Leave:      return LowerLeave(statement, out);
    case StatementKind::GoTo:       emitter_.Emit(statement.span, AcslJump).Note({}, AcslJumpAdvice); return;
    case StatementKind::Return:     return LowerReturn(statement, out);
    case StatementKind::Print:      return LowerPrint(statement, out);
    case StatementKind::Continue:
    case StatementKind::NoSort:
    case StatementKind::Sort:
    case StatementKind::Broken:     return;
  }
}

void Flattener::LowerLeave(const Statement& statement, std::vector<flat::Statement>& out) {
  size_t loop = jump_loops_.size() - 1;
  while (statement.name.has_value() && loop > 0 && jump_loops_[loop].exit != statement.name) --loop;
  if (loop + 1 < jump_loops_.size())
    out.push_back(Assign(LeftFlag(loop, statement.span), pool_.Real(1), statement.span));
  flat::Statement leave;
  leave.kind = FlatKind::Break;
  leave.origin = OriginAt(statement.span);
  out.push_back(std::move(leave));
}

auto Flattener::WholeTarget(const Target& target) -> ExprId {
  if (routine_ != nullptr) {
    const auto found = locals_.find(target.name);
    return found == locals_.end() ? Pool::kError : found->second;
  }
  Symbol& symbol = SymbolOf(target.name);
  VarId var = symbol.var;
  if (place_ == SectionKind::Initial && symbol.initial_var.has_value()) var = symbol.initial_var;
  if (symbol.role == Role::State && symbol.set_var.has_value() && place_ != SectionKind::Initial) {
    var = symbol.set_var;
    overrides_[target.name] = Ref(var);
  }
  return var.has_value() ? Ref(var) : Pool::kError;
}

auto Flattener::LowerTarget(const Target& target) -> ExprId {
  const ExprId whole = WholeTarget(target);
  if (whole == Pool::kError || target.subscripts.empty()) return whole;
  std::vector<ExprId> parts = {whole};
  for (const NodeId subscript : target.subscripts)
    parts.push_back(ToKind(Lower(subscript), Kind::Integer, target.span));
  return pool_.Make(Op::Subscript, parts);
}

void Flattener::LowerAssignment(const Statement& statement, std::vector<flat::Statement>& out) {
  const Target& target = statement.targets[0];
  if (options_.is_for_readers && target.name == program_.names.Find(kRunAgain)) return;
  // The right side is read before the left side gets its new meaning.
  const ExprId value = Lower(statement.value);
  const ExprId to = LowerTarget(target);
  if (value == Pool::kError || to == Pool::kError) return;
  if (pool_.type(value).shape != pool_.type(to).shape) {
    ReportShapes(statement.span);
    return;
  }
  out.insert(out.end(), pending_.begin(), pending_.end());
  pending_.clear();
  out.push_back(Assign(to, ToKind(value, pool_.type(to).kind, statement.span), statement.span));
}

void Flattener::LowerIf(const Statement& statement, std::vector<flat::Statement>& out) {
  flat::Statement choice;
  choice.kind = FlatKind::If;
  choice.origin = OriginAt(statement.span);
  const ExprId condition = LowerCondition(statement.value);
  if (condition == Pool::kError) return;
  out.insert(out.end(), pending_.begin(), pending_.end());
  pending_.clear();
  choice.branches.push_back({condition, {}});
  LowerBody(statement.body, choice.branches.back().body);
  if (!statement.else_body.empty()) {
    choice.branches.push_back({{}, {}});
    LowerBody(statement.else_body, choice.branches.back().body);
    // A jump around a block.
    if (choice.branches[0].body.empty())
      choice.branches = {{pool_.Unary(Op::Not, condition), std::move(choice.branches[1].body)}};
  }
  if (choice.branches.size() == 1 && choice.branches[0].body.empty()) return;
  out.push_back(std::move(choice));
}

void Flattener::LowerDo(const Statement& statement, std::vector<flat::Statement>& out) {
  flat::Statement loop;
  loop.kind = FlatKind::For;
  loop.origin = OriginAt(statement.span);
  // The number of passes is known before the run where it can be.
  const auto bound = [&](NodeId id) {
    if (const auto value = TryEvaluate(id)) return pool_.Integer(static_cast<int64_t>(*value));
    return ToKind(Lower(id), Kind::Integer, program_.nodes[id].span);
  };
  const ExprId first = bound(statement.value);
  const ExprId last = bound(statement.last);
  const ExprId step = statement.step.has_value() ? bound(statement.step) : pool_.Integer(1);
  if (first == Pool::kError || last == Pool::kError || step == Pool::kError) return;
  const flat::NameId name = model_.world->names.Intern(program_.names.Written(statement.name));
  loop.target = pool_.Iterator(loop_depth_++, name);
  const std::vector<int32_t> unknown = {expr::kUnknownSize};
  const expr::Type range{Kind::Integer, pool_.shapes().Make(unknown), 0};
  loop.value = pool_.Typed(Op::Range, range, {first, step, last});
  const auto saved =
      overrides_.find(statement.name) == overrides_.end() ? ExprId{} : overrides_[statement.name];
  overrides_[statement.name] = loop.target;
  loop.branches.push_back({{}, {}});
  // Jumps inside of it leave this loop first, and then those around it.
  const bool can_be_left = !jump_loops_.empty();
  if (can_be_left) jump_loops_.emplace_back();
  LowerBody(statement.body, loop.branches.back().body);
  if (can_be_left) jump_loops_.pop_back();
  --loop_depth_;
  overrides_.erase(statement.name);
  if (saved.has_value()) overrides_[statement.name] = saved;
  const bool is_alone = loop_depth_ == 0 && jump_loops_.empty() && routine_ == nullptr;
  if (is_alone && HasVaryingRange(loop)) {
    LowerVaryingDo(std::move(loop), statement.span, out);
    return;
  }
  out.push_back(std::move(loop));
  if (can_be_left) LeaveOuter(statement, out);
}

void Flattener::LowerTerminate(const Statement& statement, std::vector<flat::Statement>& out) {
  const bool can_stand = place_ == SectionKind::Discrete || place_ == SectionKind::Dynamic;
  if (!can_stand || in_procedural_) {
    emitter_.Emit(statement.span, AcslTermtPlace);
    return;
  }
  has_end_ = true;
  flat::Statement end;
  end.kind = FlatKind::Terminate;
  end.origin = OriginAt(statement.span);
  end.message = EndMessage(statement);
  const ExprId condition = LowerCondition(statement.value);
  if (condition == Pool::kError) return;
  flat::Statement choice;
  choice.kind = FlatKind::If;
  choice.origin = end.origin;
  choice.branches.push_back({condition, {std::move(end)}});
  out.push_back(std::move(choice));
}

void Flattener::LowerSchedule(const Statement& statement, std::vector<flat::Statement>& out) {
  if (statement.how != Tok::At || in_procedural_) {
    emitter_.Emit(statement.span, AcslSchedulePlace);
    return;
  }
  ExprId value = LowerReal(statement.value);
  if (value == Pool::kError) return;
  // What INITIAL schedules for a time before the start runs at the start.
  const double begin = program_.settings.variable ? program_.settings.variable->value : 0;
  const bool is_later = pool_.IsNumber(value) && pool_.number(value) >= begin;
  if (place_ == SectionKind::Initial && !is_later) value = pool_.Binary(Op::Max, value, pool_.Real(begin));
  out.push_back(Assign(AtVar(statement), value, statement.span));
}

// LOGD asks for a point in the results, which every event gives anyway; the seeds are set as wished.
void Flattener::LowerCallStatement(const Statement& statement, std::vector<flat::Statement>& out) {
  const std::string_view name = program_.names.lower[statement.name];
  // Events begin the integration anew by themselves, which is all that RESET is for.
  if (name == "logd" || name == "reset" || name == "histry" || name == "debug") return;
  if (const Routine* routine = RoutineOf(statement.name)) return CallRoutine(statement, *routine, out);
  const Node& call = program_.nodes[statement.value];
  const bool is_seed = (name == "unifi" || name == "gausi") && call.operands.size() == 1;
  if (is_seed && place_ != SectionKind::Derivative) {
    out.push_back(Assign(Seed(), LowerReal(call.operands[0]), statement.span));
    return;
  }
  emitter_.Emit(statement.span, AcslUnknownCall, program_.names.Written(statement.name));
}

}  // namespace kerf::acsl
