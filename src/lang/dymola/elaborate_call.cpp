// Calls: derivatives, standard functions, and functions known by name alone.
#include <algorithm>

#include "lang/dymola/class_builder.h"
#include "lang/dymola/fold.h"
#include "lang/dymola/fortran_functions.h"
#include "lang/dymola/standard_functions.h"

namespace kerf::dymola {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(WrongArgumentCount, Error, "`{}` takes {} but is given {} arguments", std::string_view, std::string,
          uint32_t);
KERF_DIAG(ArgumentShape, Error, "`{}` does not work on the shape {}", std::string_view, std::string);
KERF_DIAG(VariableAsFunction, Error, "`{}` is a variable and cannot be called; is `*` missing?",
          std::string_view);
KERF_NOTE(DeclaredHere, "it is declared here");
KERF_DIAG(NotDifferentiable, Error, "{} cannot be differentiated", std::string);
KERF_DIAG(DerivativeNameTaken, Error, "the derivative needs the name `{}`, which is declared otherwise",
          std::string_view);

auto CountText(const StandardFunction& function) -> std::string {
  if (function.max_arguments > 2) return fmt::format("at least {} arguments", function.min_arguments);
  return function.min_arguments == 1 ? "1 argument" : "2 arguments";
}

}  // namespace

auto ClassBuilder::CallValue(const Node& node) -> Value {
  const NameId name = elab_.Name(NameId{node.a});
  std::vector<ExprId> arguments;
  std::vector<double> numbers;
  bool ok = true;
  bool is_fixed = true;
  for (uint32_t k = 0; k < node.c; ++k) {
    const Value& argument = ValueOf(ast_.lists[node.b + k]);
    arguments.push_back(argument.expr);
    numbers.push_back(argument.number);
    is_fixed &= argument.is_fixed;
    ok &= IsNumeric(argument.expr, ast_.nodes[ast_.lists[node.b + k]].span);
  }
  if (!ok) return {};
  if (TryDerivativeOrder(Text(name)) || TryStandardFunction(Text(name))) {
    Value value{StandardCall(node, name, arguments)};
    const auto function = TryStandardFunction(Text(name));
    if (!function || !is_fixed || value.expr == Pool::kError) return value;
    std::optional<double> folded = numbers[0];
    for (size_t k = std::min<size_t>(1, numbers.size() - 1); k < numbers.size() && folded; ++k) {
      folded = TryFold(function->op, *folded, numbers[k]);
    }
    value.is_fixed = folded.has_value();
    value.number = folded.value_or(0);
    value.affine = folded ? AffineOf(*folded) : Affine{};
    return value;
  }
  const auto variable = cls_.var_names.find(name);
  if (variable != cls_.var_names.end()) {
    emitter_.Emit(node.span, VariableAsFunction, Text(name))
        .Note(cls_.vars[variable->second].span, DeclaredHere);
    return {};
  }
  if (use_ == Use::Fixed) {
    ReportNotFixed(node.span);
    return {};
  }
  if (Is1991(elab_.program)) {
    if (const auto fortran = TryFortranFunction(Text(name))) return {FortranCall(node, *fortran, arguments)};
  }
  return {pool_.Call(elab_.FunctionOf(name, 1), arguments)};
}

auto ClassBuilder::StandardCall(const Node& node, NameId name, std::span<const ExprId> arguments) -> ExprId {
  const auto order = TryDerivativeOrder(Text(name));
  const auto function =
      order ? StandardFunction{Text(name), Op::Der, 1, 1} : *TryStandardFunction(Text(name));
  if (node.c < function.min_arguments || node.c > function.max_arguments) {
    emitter_.Emit(node.span, WrongArgumentCount, Text(name), CountText(function), node.c);
    return Pool::kError;
  }
  if (order) return DerivativeOf(arguments[0], *order, node.span);
  if (arguments.size() == 1) {
    const ExprId made = pool_.Unary(function.op, arguments[0]);
    if (made == Pool::kError) {
      emitter_.Emit(node.span, ArgumentShape, Text(name), ShapeText(pool_.type(arguments[0]).shape));
    }
    return made;
  }
  ExprId made = arguments[0];
  for (size_t k = 1; k < arguments.size() && made != Pool::kError; ++k) {
    made = pool_.Binary(function.op, made, arguments[k]);
    if (made != Pool::kError) continue;
    emitter_.Emit(node.span, ArgumentShape, Text(name), ShapeText(pool_.type(arguments[k]).shape));
  }
  return made;
}

// The variable derx, der2x … for x, or that element of it for an element of x.
auto ClassBuilder::DerivativeOf(ExprId operand, uint32_t order, const Span& span) -> ExprId {
  if (operand == Pool::kError) return operand;
  const bool is_element = pool_.op(operand) == Op::Subscript;
  const ExprId base = is_element ? pool_.operand(operand, 0) : operand;
  if (pool_.op(base) != Op::Var) {
    emitter_.Emit(span, NotDifferentiable, "an expression other than a variable");
    return Pool::kError;
  }
  const uint32_t slot = pool_.var(base).index;
  if (slot < cls_.own_vars) {
    emitter_.Emit(span, NotDifferentiable, "a variable of a submodel");
    return Pool::kError;
  }
  const uint32_t var = DerivativeVar(slot - cls_.own_vars, order, span);
  if (var == kNoIndex) return Pool::kError;
  const ExprId derivative = pool_.Var(expr::VarId{OwnSlot(var)}, pool_.type(base));
  if (!is_element) return derivative;
  const auto list = pool_.operands(operand);
  std::vector<ExprId> operands(list.begin(), list.end());
  operands[0] = derivative;
  return pool_.Make(Op::Subscript, operands);
}

// Makes the derivatives that are not there yet, the highest first, and links them downwards.
auto ClassBuilder::DerivativeVar(uint32_t var, uint32_t order, const Span& span) -> uint32_t {
  // The derivative of a derivative is one of higher order.
  for (; cls_.vars[var].kind == VarKind::Derivative; ++order) var = cls_.vars[var].derivative_of;
  const ClassVar base = cls_.vars[var];
  if (base.kind == VarKind::Parameter || base.kind == VarKind::Constant || base.kind == VarKind::External) {
    const std::string_view kind =
        base.kind == VarKind::External ? "external variable" : "parameter or constant";
    emitter_.Emit(span, NotDifferentiable, fmt::format("the {} `{}`", kind, Text(base.name)))
        .Note(base.span, DeclaredHere);
    return kNoIndex;
  }
  uint32_t above = kNoIndex;
  uint32_t result = kNoIndex;
  for (uint32_t k = order; k > 0; --k) {
    const std::string text =
        k == 1 ? fmt::format("der{}", Text(base.name)) : fmt::format("der{}{}", k, Text(base.name));
    const NameId name = elab_.world.names.Intern(text);
    const auto found = cls_.var_names.find(name);
    const bool exists = found != cls_.var_names.end();
    if (exists && cls_.vars[found->second].kind != VarKind::Derivative) {
      emitter_.Emit(span, DerivativeNameTaken, Text(name)).Note(cls_.vars[found->second].span, DeclaredHere);
      return kNoIndex;
    }
    const uint32_t index = exists ? found->second : AddVar(name, VarKind::Derivative, base.shape, span);
    if (above != kNoIndex) cls_.vars[above].derivative_of = index;
    if (result == kNoIndex) result = index;
    above = index;
    if (k == 1) cls_.vars[index].derivative_of = var;
  }
  return result;
}

}  // namespace kerf::dymola
