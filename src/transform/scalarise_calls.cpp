// Calls that are left to the run: functions of scalars stand in for functions of arrays and records.
#include <algorithm>

#include "expr/functions.h"
#include "flat/external_c.h"
#include "flat/foreign.h"
#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;

KERF_DIAG(ForeignMissing, Error, "{}", std::string);

// Kinds of the scalars of a symbol of that type, in order.
void FlattenKinds(const flat::World& world, const Symbol& symbol, expr::Type type, std::vector<Kind>& kinds) {
  if (IsLeaf(symbol)) {
    kinds.push_back(type.kind == Kind::Enumeration ? Kind::Integer : type.kind);
    return;
  }
  if (symbol.kind == Kind::Function) return;
  if (symbol.is_array) {
    for (const Symbol& element : symbol.elements())
      FlattenKinds(world, element, {type.kind, expr::kScalar, type.detail}, kinds);
    return;
  }
  const auto& fields = world.records[symbol.detail].fields;
  for (size_t k = 0; k < fields.size(); ++k) FlattenKinds(world, symbol.elements()[k], fields[k].type, kinds);
}

// Functions that Kerf knows by the names of their C functions.
auto IsBuiltIn(const flat::ExternalCall& external) -> bool {
  const std::string& name = external.name;
  return flat::FindNative(name, external.arguments.size()) != nullptr ||
         expr::TryFunctionOp(name).has_value() || name == "fabs" || name == "pow" || name == "fmod";
}

}  // namespace

auto ModelScalariser::CanBeCalled(FunctionId function, std::string& error) -> bool {
  const flat::Function known = world_.functions[function];
  if (!CanBeRun(function, error)) return false;
  error = "the function `" + std::string(world_.names[known.name]) + "`";
  return !world_.bodies[known.body]->is_impure;
}

auto ModelScalariser::CanBeRun(FunctionId function, std::string& error) -> bool {
  const flat::Function known = world_.functions[function];
  error = "the function `" + std::string(world_.names[known.name]) + "`";
  if (known.body == flat::Function::kNoBody) return false;
  const flat::FunctionBody& body = *world_.bodies[known.body];
  if (!body.external || IsBuiltIn(*body.external)) return true;
  if (world_.foreign == nullptr) return false;
  std::string why;
  if (world_.foreign->Prepare(world_, function, why)) return true;
  // Told once, here: what is missing is not missing in Kerf.
  if (not_yet_.insert(why).second) {
    const diag::Span span = SpanOf(body.origin);
    context_.diag.Emit(span, ForeignMissing, why);
  }
  error.clear();
  return false;
}

// A literal of the same kind as a value that is filled in later.
auto ModelScalariser::Placeholder(ExprId leaf) -> ExprId {
  switch (pool_[leaf].kind) {
    case Kind::Boolean: return pool_.Boolean(false);
    case Kind::Text:    return pool_.Text(world_.names.Intern(""));
    default:            return pool_.Integer(0);
  }
}

void ModelScalariser::AddRunTimeFunction(dae::RunTimeFunction& call) {
  const base::NameId name = world_.functions[call.function].name;
  call.scalar = world_.functions.Add({name, call.n_outputs, flat::Function::kNoBody});
  dae_.run_time_functions.push_back(call);
}

// A function that is known by its name alone takes the elements of arrays one by one.
auto ModelScalariser::NamedCall(FunctionId function, std::span<const Symbol> arguments,
                                std::vector<Symbol>& outputs) -> bool {
  std::vector<ExprId> operands = {pool_.Function(function)};
  for (const Symbol& argument : arguments) Flatten(argument, operands);
  outputs = {LeafSymbol(pool_.Make(Op::Call, operands))};
  return true;
}

auto ModelScalariser::RunTimeCall(FunctionId function, std::span<const Symbol> arguments,
                                  std::vector<Symbol>& outputs, std::string& error) -> bool {
  const flat::Function known = world_.functions[function];
  if (known.body == flat::Function::kNoBody) return NamedCall(function, arguments, outputs);
  if (!CanBeRun(function, error)) return false;
  const flat::FunctionBody& body = *world_.bodies[known.body];
  std::vector<Symbol> forms;
  if (!machine_.OutputForms(function, arguments, forms)) return false;

  dae::RunTimeFunction call;
  call.function = function;
  std::vector<ExprId> given;
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].kind == Kind::Function && !arguments[k].elements().empty()) return false;
    // Literals stay where they are; the rest is passed.
    const Symbol literals = MapLeaves(arguments[k], [&](ExprId leaf) {
      const bool is_literal = IsLiteral(pool_, leaf);
      call.is_given.push_back(is_literal);
      if (!is_literal) given.push_back(leaf);
      return is_literal ? leaf : Placeholder(leaf);
    });
    call.arguments.push_back(ValueOf(world_, literals, body.variables[k].type));
  }
  // A call of constants has been made already, unless it needs code outside and that is not called now.
  const bool is_left =
      world_.foreign != nullptr && !world_.foreign->IsCalling() && values_.interpreter().error().is_unknown;
  if (given.empty() ? !is_left : body.is_impure) return false;
  std::vector<Kind> kinds;
  for (size_t k = 0; k < forms.size(); ++k)
    FlattenKinds(world_, forms[k], body.variables[body.n_inputs + k].type, kinds);
  call.n_outputs = static_cast<uint32_t>(kinds.size());
  if (std::ranges::count(kinds, Kind::Text) > 0 && !machine_.texts_may_change()) {
    error = "texts that change during the run";
    return false;
  }
  for (const dae::RunTimeFunction& other : dae_.run_time_functions) {
    if (other.function == call.function && other.is_given == call.is_given &&
        other.arguments == call.arguments)
      call.scalar = other.scalar;
  }
  if (!call.scalar.has_value()) {
    AddRunTimeFunction(call);
    AddDerivative(call);
  }
  std::vector<ExprId> operands = {pool_.Function(call.scalar)};
  operands.insert(operands.end(), given.begin(), given.end());
  const bool is_single = kinds.size() == 1;
  const ExprId made = pool_.Typed(Op::Call, {is_single ? kinds[0] : Kind::Real, expr::kScalar, 0}, operands);
  size_t next = 0;
  for (const Symbol& form : forms) {
    outputs.push_back(MapLeaves(form, [&](ExprId) {
      const size_t k = next++;
      if (is_single) return made;
      return pool_.Typed(Op::Output, {kinds[k], expr::kScalar, 0},
                         {made, pool_.Integer(static_cast<int64_t>(k))});
    }));
  }
  return true;
}

}  // namespace kerf::transform
