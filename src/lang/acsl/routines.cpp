// FUNCTION and SUBROUTINE behind the program as functions of the flat model. What a routine assigns to are
// outputs; what it also reads is an input as well.
#include <algorithm>
#include <set>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using FlatKind = flat::StatementKind;

KERF_DIAG(AcslFunctionAssigns, Error,
          "the FUNCTION `{}` assigns to its argument `{}`, which it cannot do in an expression",
          std::string_view, std::string_view);
KERF_DIAG(AcslSubroutineValue, Error, "`{}` is a SUBROUTINE, which has no value; CALL it", std::string_view);
KERF_DIAG(AcslFunctionCalled, Error, "`{}` is a FUNCTION, which cannot be called by CALL", std::string_view);
KERF_DIAG(AcslNoOutputs, Warning, "the SUBROUTINE `{}` assigns to none of its arguments, so it does nothing",
          std::string_view);
KERF_DIAG(AcslArgumentType, Error, "argument {} of `{}` has another type or size there", size_t,
          std::string_view);
KERF_DIAG(AcslReturnPlace, Error, "RETURN belongs in a FUNCTION or SUBROUTINE");
KERF_DIAG(AcslCommonBlock, Error, "the program has no COMMON block that matches the one of `{}`",
          std::string_view);
KERF_DIAG(AcslCommonAssigned, Error, "`{}` assigns to `{}` in COMMON; make it an argument", std::string_view,
          std::string_view);

// All names that occur, and those that are assigned to.
struct RoutineNames {
  std::set<NameId> assigned;
  std::set<NameId> counters;
};

void NoteNames(const std::vector<Statement>& body, RoutineNames& names) {
  for (const Statement& statement : body) {
    for (const Target& target : statement.targets) names.assigned.insert(target.name);
    if (statement.kind == StatementKind::Do) names.counters.insert(statement.name);
    NoteNames(statement.body, names);
    NoteNames(statement.else_body, names);
  }
}

// The declared type, or by the first letter.
auto KindOf(const Program& program, const Routine& routine, NameId name) -> Kind {
  for (const TypeDeclaration& type : routine.types) {
    if (type.name == name) return type.kind;
  }
  if (name == routine.name && routine.has_kind) return routine.kind;
  // Names that the front end makes say their type with the program.
  for (const TypeDeclaration& type : program.types) {
    if (type.name == name && program.names.lower[name].starts_with("jump_to")) return type.kind;
  }
  const char first = program.names.lower[name][0];
  return first >= 'i' && first <= 'n' && !program.names.lower[name].starts_with("left_") ? Kind::Integer
                                                                                         : Kind::Real;
}

}  // namespace

auto Flattener::RoutineOf(NameId name) const -> const Routine* {
  const auto found = std::ranges::find(program_.routines, name, &Routine::name);
  return found == program_.routines.end() ? nullptr : &*found;
}

// A routine comes after those that it calls.
void Flattener::AddRoutines() {
  place_ = SectionKind::Derivative;
  for (size_t pass = 0; pass < program_.routines.size(); ++pass) {
    for (const Routine& routine : program_.routines) {
      std::vector<NodeId> roots;
      std::vector<const std::vector<Statement>*> stack = {&routine.body};
      while (!stack.empty()) {
        for (const Statement& statement : *stack.back()) {
          if (statement.value.has_value()) roots.push_back(statement.value);
        }
        const std::vector<Statement>& body = *stack.back();
        stack.pop_back();
        for (const Statement& statement : body) {
          stack.push_back(&statement.body);
          stack.push_back(&statement.else_body);
        }
      }
      bool is_ready = !routines_.contains(routine.name);
      for (const NodeId root : roots) {
        for (uint32_t n = program_.nodes[root].first; n <= root.index; ++n) {
          const NameId name = program_.nodes[NodeId{n}].name;
          const bool is_call = program_.nodes[NodeId{n}].kind == NodeKind::Call && name.has_value();
          if (is_call && name != routine.name && RoutineOf(name) != nullptr && !routines_.contains(name))
            is_ready = false;
        }
      }
      if (is_ready) AddRoutine(routine);
    }
  }
}

auto Flattener::AddLocal(const Routine& routine, NameId name, std::string_view written, flat::Role role,
                         Span span) -> ExprId {
  flat::Local local;
  local.name = model_.world->names.Intern(written);
  std::vector<int32_t> dims;
  for (const ArrayDeclaration& array : routine.arrays) {
    if (array.name != name) continue;
    for (const NodeId size : array.sizes) {
      // Sizes are numbers or PARAMETERs of the routine; others come with the argument.
      std::optional<double> value;
      if (size.has_value() && program_.nodes[size].kind == NodeKind::Number)
        value = program_.nodes[size].value;
      for (const Constant& constant : routine.constants) {
        const bool is_it =
            size.has_value() && constant.is_fixed && constant.name == program_.nodes[size].name;
        if (is_it && program_.nodes[constant.expression].kind == NodeKind::Number)
          value = program_.nodes[constant.expression].value;
      }
      dims.push_back(value ? static_cast<int32_t>(*value) : expr::kUnknownSize);
      local.sizes.push_back(value ? pool_.Integer(static_cast<int64_t>(*value)) : ExprId{});
    }
  }
  local.type = {KindOf(program_, routine, name), dims.empty() ? expr::kScalar : pool_.shapes().Make(dims), 0};
  local.role = role;
  local.origin = OriginAt(span);
  routine_body_->variables.push_back(local);
  const ExprId made = pool_.Local(static_cast<uint32_t>(routine_body_->variables.size() - 1), local.type);
  locals_[name] = made;
  return made;
}

void Flattener::AddInputs(const Routine& routine) {
  for (size_t k = 0; k < routine.dummies.size(); ++k) {
    if (!routine.is_read[k]) continue;
    const NameId name = routine.dummies[k];
    const std::string written(program_.names.Written(name));
    AddLocal(routine, name, routine.is_assigned[k] ? written + "_in" : written, flat::Role::Input,
             routine.span);
  }
  for (const CommonBlock& block : routine.commons) {
    for (const NameId name : block.members)
      AddLocal(routine, name, program_.names.Written(name), flat::Role::Input, routine.span);
  }
  routine_body_->n_inputs = static_cast<uint32_t>(routine_body_->variables.size());
}

void Flattener::AddOutputs(const Routine& routine) {
  for (size_t k = 0; k < routine.dummies.size(); ++k) {
    if (!routine.is_assigned[k]) continue;
    const NameId name = routine.dummies[k];
    const ExprId input = routine.is_read[k] ? locals_[name] : ExprId{};
    const ExprId output =
        AddLocal(routine, name, program_.names.Written(name), flat::Role::Output, routine.span);
    if (input.has_value()) routine_body_->statements.push_back(Assign(output, input, routine.span));
    ++routine_body_->n_outputs;
  }
  if (!routine.is_function) return;
  AddLocal(routine, routine.name, "result", flat::Role::Output, routine.span);
  ++routine_body_->n_outputs;
}

// Variables of the routine alone; those of DATA and PARAMETER begin with their values.
void Flattener::AddInside(const Routine& routine) {
  RoutineNames names;
  NoteNames(routine.body, names);
  for (const Constant& constant : routine.constants) {
    if (locals_.contains(constant.name)) continue;
    const ExprId local = AddLocal(routine, constant.name, program_.names.Written(constant.name),
                                  flat::Role::Protected, constant.span);
    const Kind kind = pool_.type(local).kind;
    const auto one = [&](double value) {
      if (kind == Kind::Boolean) return pool_.Boolean(value != 0);
      return kind == Kind::Integer ? pool_.Integer(static_cast<int64_t>(value)) : pool_.Real(value);
    };
    ExprId value;
    if (constant.is_fixed) {
      value = ToKind(Lower(constant.expression), kind, constant.span);
    } else {
      std::vector<ExprId> values;
      for (const double number : constant.values) values.push_back(one(number));
      value = pool_.type(local).shape == expr::kScalar ? values[0] : pool_.Make(Op::Array, values);
    }
    routine_body_->variables[routine_body_->variables.size() - 1].binding = value;
  }
  for (const NameId name : names.assigned) {
    if (!locals_.contains(name))
      AddLocal(routine, name, program_.names.Written(name), flat::Role::Protected, routine.span);
  }
}

void Flattener::AddRoutine(const Routine& routine) {
  auto body = std::make_unique<flat::FunctionBody>();
  routine_ = &routine;
  routine_body_ = body.get();
  locals_.clear();
  body->origin = OriginAt(routine.span);
  RoutineNames names;
  NoteNames(routine.body, names);
  for (const CommonBlock& block : routine.commons) {
    for (const NameId member : block.members) {
      if (names.assigned.contains(member))
        emitter_.Emit(routine.span, AcslCommonAssigned, program_.names.Written(routine.name),
                      program_.names.Written(member));
    }
  }
  AddInputs(routine);
  AddOutputs(routine);
  if (body->n_outputs == 0) {
    emitter_.Emit(routine.span, AcslNoOutputs, program_.names.Written(routine.name));
    locals_.clear();
    routine_ = nullptr;
    routine_body_ = nullptr;
    return;
  }
  AddInside(routine);
  in_procedural_ = true;
  LowerBody(routine.body, body->statements);
  in_procedural_ = false;
  overrides_.clear();
  locals_.clear();
  routine_ = nullptr;
  routine_body_ = nullptr;
  body->is_complete = true;
  flat::World& world = *model_.world;
  flat::Function function;
  function.name = world.names.Intern(program_.names.Written(routine.name));
  function.n_outputs = body->n_outputs;
  function.body = static_cast<uint32_t>(world.bodies.size());
  world.bodies.push_back(std::move(body));
  const flat::FunctionId id = world.functions.Add(function);
  model_.functions.push_back(id);
  routines_.emplace(routine.name, id);
}

// Members of COMMON blocks of the routine by their place in those of the program.
void Flattener::AddCommons(const Routine& routine, std::vector<ExprId>& arguments) {
  for (const CommonBlock& block : routine.commons) {
    const auto& known = routine_ == nullptr ? program_.commons : routine_->commons;
    const auto found = std::ranges::find(known, block.name, &CommonBlock::name);
    if (found == known.end() || found->members.size() < block.members.size()) {
      emitter_.Emit(routine.span, AcslCommonBlock, program_.names.Written(routine.name));
      return;
    }
    for (size_t k = 0; k < block.members.size(); ++k) {
      Node node;
      node.kind = NodeKind::Name;
      node.name = found->members[k];
      node.span = routine.span;
      node.first = program_.nodes.size();
      arguments.push_back(Lower(program_.nodes.Add(std::move(node))));
    }
  }
}

namespace {

// Whether a value can be passed for a variable of a function: unknown sizes fit all.
auto Fits(const expr::Pool& pool, expr::Type value, expr::Type local) -> bool {
  const auto a = pool.shapes().dims(value.shape);
  const auto b = pool.shapes().dims(local.shape);
  if (a.size() != b.size() || value.kind != local.kind) return false;
  for (size_t k = 0; k < a.size(); ++k) {
    if (a[k] != b[k] && b[k] != expr::kUnknownSize && a[k] != expr::kUnknownSize) return false;
  }
  return true;
}

}  // namespace

auto Flattener::CallFunction(const Node& node, const Routine& routine) -> ExprId {
  const std::string_view written = program_.names.Written(routine.name);
  if (!routine.is_function) {
    emitter_.Emit(node.span, AcslSubroutineValue, written);
    return Pool::kError;
  }
  const size_t n = routine.dummies.size();
  const auto found = routines_.find(routine.name);
  if (!CheckCount(node, n, n) || found == routines_.end()) return Pool::kError;
  std::vector<ExprId> given = Operands(node);
  std::vector<ExprId> arguments;
  const flat::FunctionBody& body = *model_.world->bodies[model_.world->functions[found->second].body];
  for (size_t k = 0; k < n; ++k) {
    if (routine.is_assigned[k]) {
      emitter_.Emit(node.span, AcslFunctionAssigns, written, program_.names.Written(routine.dummies[k]));
      return Pool::kError;
    }
    if (!routine.is_read[k]) continue;
    const expr::Type type = body.variables[arguments.size()].type;
    const ExprId value = ToKind(given[k], type.kind, node.span);
    if (value == Pool::kError) return value;
    if (!Fits(pool_, pool_.type(value), type)) {
      emitter_.Emit(node.span, AcslArgumentType, k + 1, written);
      return Pool::kError;
    }
    arguments.push_back(value);
  }
  AddCommons(routine, arguments);
  for (const ExprId argument : arguments) {
    if (argument == Pool::kError) return argument;
  }
  std::vector<ExprId> operands = {pool_.Function(found->second)};
  operands.insert(operands.end(), arguments.begin(), arguments.end());
  return pool_.Typed(Op::Call, body.variables[body.n_inputs].type, operands);
}

void Flattener::CallRoutine(const Statement& statement, const Routine& routine,
                            std::vector<flat::Statement>& out) {
  const std::string_view written = program_.names.Written(routine.name);
  const auto found = routines_.find(routine.name);
  if (routine.is_function) {
    emitter_.Emit(statement.span, AcslFunctionCalled, written);
    return;
  }
  if (found == routines_.end() || statement.targets.empty() ||
      statement.positions.size() != statement.targets.size())
    return;
  const flat::FunctionBody& body = *model_.world->bodies[model_.world->functions[found->second].body];
  const Node& call = program_.nodes[statement.value];
  std::vector<ExprId> operands = {pool_.Function(found->second)};
  const auto pass = [&](ExprId value, size_t k) {
    const expr::Type type = body.variables[operands.size() - 1].type;
    value = ToKind(value, type.kind, statement.span);
    if (value == Pool::kError) return false;
    operands.push_back(value);
    if (Fits(pool_, pool_.type(value), type)) return true;
    emitter_.Emit(statement.span, AcslArgumentType, k + 1, written);
    return false;
  };
  for (size_t k = 0; k < routine.dummies.size(); ++k) {
    if (!routine.is_read[k]) continue;
    const ExprId value =
        k < statement.n_left ? LowerTarget(statement.targets[k]) : Lower(call.operands[k - statement.n_left]);
    if (value == Pool::kError || !pass(value, k)) return;
  }
  std::vector<ExprId> commons;
  AddCommons(routine, commons);
  for (const ExprId value : commons) {
    if (!pass(value, operands.size() - 1)) return;
  }
  std::vector<ExprId> targets;
  for (size_t k = 0; k < statement.targets.size(); ++k) {
    targets.push_back(LowerTarget(statement.targets[k]));
    if (targets.back() == Pool::kError) return;
    if (!Fits(pool_, pool_.type(targets.back()), body.variables[body.n_inputs + k].type)) {
      emitter_.Emit(statement.span, AcslArgumentType, statement.positions[k] + size_t{1}, written);
      return;
    }
  }
  out.insert(out.end(), pending_.begin(), pending_.end());
  pending_.clear();
  const ExprId value = pool_.Typed(Op::Call, pool_.type(targets[0]), operands);
  out.push_back(
      Assign(targets.size() == 1 ? targets[0] : pool_.Make(Op::Tuple, targets), value, statement.span));
}

void Flattener::LowerReturn(const Statement& statement, std::vector<flat::Statement>& out) {
  if (routine_ == nullptr) {
    emitter_.Emit(statement.span, AcslReturnPlace);
    return;
  }
  flat::Statement leave;
  leave.kind = FlatKind::Return;
  leave.origin = OriginAt(statement.span);
  out.push_back(std::move(leave));
}

}  // namespace kerf::acsl
