// Functions that equations call, as functions of the flat model: parameters in, one result out, statements
// between. All numbers are Real there, and those of whole variables are cut when they are assigned.
#include <algorithm>

#include "flat/function.h"
#include "lang/cosy/model_builder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using FlatKind = flat::StatementKind;

KERF_DIAG(CosyNotInFunction, Error,
          "this cannot stand in `{}`, which equations call: its value may depend on its parameters alone, by "
          "assignments, IF, CASE, FOR and WHILE",
          std::string_view);
KERF_DIAG(CosyProcedureInEquation, Error, "`{}` is a procedure; equations call functions", std::string_view);
KERF_DIAG(CosyFunctionParameters, Error, "`{}` has {} parameters, and is called with {}", std::string_view,
          size_t, size_t);
KERF_DIAG(CosyScalarReference, Error, "the VAR parameter `{}` of `{}` has no meaning in equations",
          std::string_view, std::string_view);
KERF_DIAG(CosyArraySize, Error, "the parameter `{}` has {} elements, and this has {}", std::string_view,
          size_t, size_t);
KERF_DIAG(
    CosyHiddenJump, Warning,
    "`{}` decides by IF or CASE, and equations call it: where it jumps no event is found. Declare it as "
    "CONTINUOUS, or say it by a discontinuous function or by CASE and CONDIT",
    std::string_view);

auto Decides(const std::vector<Statement>& statements) -> bool {
  return std::ranges::any_of(statements, [](const Statement& statement) {
    return statement.kind == StatementKind::If || statement.kind == StatementKind::Case ||
           Decides(statement.body);
  });
}

}  // namespace

auto ModelBuilder::RefuseInFunction(Span span) -> ExprId {
  emitter_.Emit(span, CosyNotInFunction, translator_.Written(function_->name));
  return Pool::kError;
}

// Which names stand for whole arrays.
void ModelBuilder::FindArrays(NodeId root) {
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    const Routine* routine = node.kind == NodeKind::Call ? translator_.FindRoutine(node.name) : nullptr;
    if (routine == nullptr) continue;
    for (size_t i = 0; i < std::min(node.operands.size(), routine->formals.size()); ++i) {
      const bool is_name = program_.nodes[node.operands[i]].kind == NodeKind::Name;
      if (is_name && routine->formals[i].size.has_value()) whole_arrays_.insert(node.operands[i]);
    }
  }
}

auto ModelBuilder::LocalOf(const Symbol& symbol) -> ExprId {
  expr::Type type{symbol.type == Tok::Boolean ? Kind::Boolean : Kind::Real, expr::kScalar, 0};
  if (symbol.is_array) {
    const std::vector<int32_t> dims = {static_cast<int32_t>(symbol.size)};
    type.shape = pool_.shapes().Make(dims);
  }
  return pool_.Local(symbol.index, type);
}

auto ModelBuilder::LowerRoutine(const Node& node, const Routine& routine, const Scope& scope) -> ExprId {
  const std::string_view name = translator_.Written(routine.name);
  if (!routine.is_function) {
    emitter_.Emit(node.span, CosyProcedureInEquation, name);
    return Pool::kError;
  }
  if (node.operands.size() != routine.formals.size()) {
    emitter_.Emit(node.span, CosyFunctionParameters, name, routine.formals.size(), node.operands.size());
    return Pool::kError;
  }
  if (routine.is_continuous) return LowerContinuous(node, routine, scope);
  const auto function = FunctionOf(routine, node.span);
  if (!function) return Pool::kError;
  std::vector<ExprId> arguments;
  for (size_t k = 0; k < node.operands.size(); ++k) {
    const cosy::Variable& formal = routine.formals[k];
    const Span span = program_.nodes[node.operands[k]].span;
    ExprId value = lowered_[node.operands[k]];
    if (!formal.size.has_value())
      value = ToKind(value, formal.type == Tok::Boolean ? Kind::Boolean : Kind::Real, span);
    if (value == Pool::kError) return value;
    const auto dims = pool_.shapes().dims(pool_.type(value).shape);
    const flat::Function& made = part_.model.world->functions[*function];
    const expr::Type wanted = part_.model.world->bodies[made.body]->variables[k].type;
    const auto wanted_dims = pool_.shapes().dims(wanted.shape);
    if (!std::ranges::equal(dims, wanted_dims)) {
      emitter_.Emit(span, CosyArraySize, translator_.Written(formal.name),
                    wanted_dims.empty() ? size_t{1} : static_cast<size_t>(wanted_dims[0]),
                    dims.empty() ? size_t{1} : static_cast<size_t>(dims[0]));
      return Pool::kError;
    }
    arguments.push_back(value);
  }
  const Kind kind = routine.type == Tok::Boolean ? Kind::Boolean : Kind::Real;
  arguments.insert(arguments.begin(), pool_.Function(*function));
  return pool_.Typed(Op::Call, {kind, expr::kScalar, 0}, arguments);
}

auto ModelBuilder::AddFunctionLocal(flat::FunctionBody& body, const cosy::Variable& variable, flat::Role role,
                                    Scope* scope) -> ExprId {
  Symbol symbol;
  symbol.kind = SymbolKind::Local;
  symbol.type = variable.type;
  symbol.span = variable.span;
  symbol.name = scope->prefix + std::string(translator_.Written(variable.name));
  symbol.index = static_cast<uint32_t>(body.variables.size());
  symbol.is_array = variable.size.has_value();
  symbol.is_local = role == flat::Role::Input;
  if (symbol.is_array) symbol.size = translator_.WholeConstant(variable.size, *scope, 1);
  flat::Local local;
  std::string name(translator_.Written(variable.name));
  if (role == flat::Role::Input && !symbol.is_array) name += "_in";
  local.name = part_.model.world->names.Intern(name);
  local.role = role;
  local.origin = OriginAt(variable.span);
  const ExprId expression = LocalOf(symbol);
  local.type = pool_.type(expression);
  if (symbol.is_array) local.sizes = {pool_.Integer(symbol.size)};
  body.variables.push_back(local);
  const bool is_named = role != flat::Role::Input || symbol.is_array;
  if (role == flat::Role::Protected) translator_.DeclareRange(variable, *scope, symbol);
  if (is_named) translator_.AddSymbol(*scope, variable.name, symbol);
  return expression;
}

auto ModelBuilder::FunctionOf(const Routine& routine, Span span) -> std::optional<expr::FunctionId> {
  if (const auto found = functions_.find(&routine); found != functions_.end()) return found->second;
  const std::string_view name = translator_.Written(routine.name);
  for (const cosy::Variable& formal : routine.formals) {
    if (!formal.is_reference || formal.size.has_value()) continue;
    emitter_.Emit(span, CosyScalarReference, translator_.Written(formal.name), name);
    return std::nullopt;
  }
  if (Decides(routine.body)) emitter_.Emit(span, CosyHiddenJump, name);
  flat::World& world = *part_.model.world;
  flat::Function function;
  function.name = world.names.Intern(name);
  function.body = static_cast<uint32_t>(world.bodies.size());
  world.bodies.push_back(std::make_unique<flat::FunctionBody>());
  flat::FunctionBody& body = *world.bodies.back();
  const expr::FunctionId id = world.functions.Add(function);
  functions_.emplace(&routine, id);
  part_.model.functions.push_back(id);
  Scope* scope = translator_.SharedScope(std::string(name) + ".", routine.is_external);
  body.origin = OriginAt(routine.span);
  body.n_inputs = static_cast<uint32_t>(routine.formals.size());
  body.n_outputs = 1;
  std::vector<ExprId> inputs;
  for (const cosy::Variable& formal : routine.formals)
    inputs.push_back(AddFunctionLocal(body, formal, flat::Role::Input, scope));
  cosy::Variable result;
  result.name = routine.name;
  result.type = routine.type;
  result.span = routine.span;
  const auto begin = [&](ExprId target, ExprId value) {
    body.statements.push_back(StoreLocal(Symbol{}, target, value, routine.span));
  };
  const auto zero = [&](ExprId target) {
    begin(target, pool_.type(target).kind == Kind::Boolean ? pool_.Boolean(false) : pool_.Real(0));
  };
  zero(AddFunctionLocal(body, result, flat::Role::Output, scope));
  // Parameters by value may be assigned to.
  for (size_t k = 0; k < routine.formals.size(); ++k) {
    if (routine.formals[k].size.has_value()) continue;
    begin(AddFunctionLocal(body, routine.formals[k], flat::Role::Protected, scope), inputs[k]);
  }
  for (const cosy::Variable& variable : routine.declarations.variables) {
    const ExprId local = AddFunctionLocal(body, variable, flat::Role::Protected, scope);
    if (!variable.size.has_value()) zero(local);
    if (!variable.size.has_value()) continue;
    const std::vector<ExprId> zeros(static_cast<size_t>(pool_.shapes().dims(pool_.type(local).shape)[0]),
                                    pool_.Real(0));
    begin(local, pool_.Make(Op::Array, zeros));
  }
  const Routine* outer = function_;
  const int point = point_;
  function_ = &routine;
  point_ = -1;
  FunctionStatements(routine.body, *scope, body.statements);
  function_ = outer;
  point_ = point;
  body.is_complete = true;
  return id;
}

void ModelBuilder::FunctionStatements(const std::vector<Statement>& statements, const Scope& scope,
                                      std::vector<flat::Statement>& out) {
  for (const Statement& statement : statements) FunctionStatement(statement, scope, out);
}

void ModelBuilder::FunctionStatement(const Statement& statement, const Scope& scope,
                                     std::vector<flat::Statement>& out) {
  flat::Statement made;
  made.origin = OriginAt(statement.span);
  switch (statement.kind) {
    case StatementKind::Assign: return FunctionAssign(statement, scope, out);
    case StatementKind::Group:  return FunctionStatements(statement.body, scope, out);
    case StatementKind::For:    return FunctionFor(statement, scope, out);
    case StatementKind::Case:   return FunctionCase(statement, scope, out);
    case StatementKind::Broken: return;
    case StatementKind::If:
    case StatementKind::While:  {
      const ExprId condition = LowerCondition(statement.value, scope);
      if (condition == Pool::kError) return;
      made.kind = statement.kind == StatementKind::If ? FlatKind::If : FlatKind::While;
      made.branches.push_back({condition, {}});
      FunctionStatements(statement.body, scope, made.branches[0].body);
      if (!statement.else_body.empty()) {
        made.branches.push_back({{}, {}});
        FunctionStatements(statement.else_body, scope, made.branches[1].body);
      }
      out.push_back(std::move(made));
      return;
    }
    default: RefuseInFunction(statement.span); return;
  }
}

// Towards zero where the variable is whole.
auto ModelBuilder::StoreLocal(const Symbol& symbol, ExprId target, ExprId value, Span span)
    -> flat::Statement {
  if (symbol.type == Tok::Integer)
    value = pool_.If(pool_.Binary(Op::Less, value, pool_.Real(0)), pool_.Unary(Op::Ceil, value),
                     pool_.Unary(Op::Floor, value));
  flat::Statement assignment;
  assignment.kind = FlatKind::Assignment;
  assignment.target = target;
  assignment.value = value;
  assignment.origin = OriginAt(span);
  return assignment;
}

void ModelBuilder::FunctionAssign(const Statement& statement, const Scope& scope,
                                  std::vector<flat::Statement>& out) {
  const Node& node = program_.nodes[statement.target];
  const Symbol* symbol = translator_.Resolve(scope, node.name, node.span);
  if (symbol == nullptr) return;
  const bool is_variable = node.kind == NodeKind::Name || node.kind == NodeKind::Element;
  if (symbol->kind != SymbolKind::Local || symbol->is_local || !is_variable) {
    RefuseInFunction(statement.span);
    return;
  }
  const ExprId target = Lower(statement.target, scope);
  if (target == Pool::kError) return;
  const ExprId value = ToKind(Lower(statement.value, scope), pool_.type(target).kind, statement.span);
  if (value == Pool::kError) return;
  out.push_back(StoreLocal(*symbol, target, value, statement.span));
  CheckLocalRange(*symbol, target, statement.span, out);
}

void ModelBuilder::FunctionFor(const Statement& statement, const Scope& scope,
                               std::vector<flat::Statement>& out) {
  const Symbol* symbol = translator_.Resolve(scope, statement.name, statement.span);
  const ExprId first = LowerReal(statement.value, scope);
  const ExprId last = LowerReal(statement.last, scope);
  if (symbol == nullptr || first == Pool::kError || last == Pool::kError) return;
  if (symbol->kind != SymbolKind::Local || symbol->is_array || symbol->type == Tok::Boolean) {
    RefuseInFunction(statement.span);
    return;
  }
  const ExprId index = LocalOf(*symbol);
  out.push_back(StoreLocal(*symbol, index, first, statement.span));
  flat::Statement loop;
  loop.kind = FlatKind::While;
  loop.origin = OriginAt(statement.span);
  loop.branches.push_back({pool_.Binary(Op::LessEqual, index, last), {}});
  // Behind the last pass it is one more than the limit, which nobody blames it for.
  CheckLocalRange(*symbol, index, statement.span, loop.branches[0].body);
  FunctionStatements(statement.body, scope, loop.branches[0].body);
  const ExprId next = pool_.Add(index, pool_.Real(1));
  loop.branches[0].body.push_back(StoreLocal(*symbol, index, next, statement.span));
  out.push_back(std::move(loop));
}

void ModelBuilder::FunctionCase(const Statement& statement, const Scope& scope,
                                std::vector<flat::Statement>& out) {
  const ExprId selector = LowerReal(statement.value, scope);
  flat::Statement choice;
  choice.kind = FlatKind::If;
  choice.origin = OriginAt(statement.span);
  for (const Statement& branch : statement.body) {
    const ExprId value = LowerReal(branch.value, scope);
    if (selector == Pool::kError || value == Pool::kError) return;
    choice.branches.push_back(
        {pool_.Typed(Op::Equal, {Kind::Boolean, expr::kScalar, 0}, {selector, value}), {}});
    FunctionStatements(branch.body, scope, choice.branches.back().body);
  }
  if (!choice.branches.empty()) out.push_back(std::move(choice));
}

}  // namespace kerf::cosy
