// Calls: elements of arrays, tables, and the functions of Fortran.
#include "lang/acsl/flattener.h"
#include "lang/acsl/intrinsics.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(AcslUnknownFunction, Error, "there is no function, array or table `{}`", std::string_view);
KERF_DIAG(AcslArgumentCount, Error, "`{}` takes {}, not {}", std::string_view, std::string, size_t);
KERF_DIAG(AcslSubscriptCount, Error, "`{}` takes another number of subscripts: {}, not {}", std::string_view,
          size_t, size_t);
KERF_DIAG(AcslOperatorPlace, Error, "`{}` belongs into DERIVATIVE, outside of PROCEDURAL", std::string_view);

}  // namespace

auto Flattener::Operands(const Node& node) const -> std::vector<ExprId> {
  std::vector<ExprId> values;
  for (const NodeId operand : node.operands) values.push_back(lowered_.at(operand));
  return values;
}

auto Flattener::CheckCount(const Node& node, size_t least, size_t most) -> bool {
  const size_t n = node.operands.size();
  if (n >= least && n <= most) return true;
  const std::string wanted = least == most ? fmt::format("{} argument{}", least, least == 1 ? "" : "s")
                                           : fmt::format("{} to {} arguments", least, most);
  emitter_.Emit(node.span, AcslArgumentCount, program_.names.Written(node.name), wanted, n);
  return false;
}

auto Flattener::LowerCall(NodeId id) -> ExprId {
  const Node& node = program_.nodes[id];
  const auto symbol = symbol_index_.find(node.name);
  const bool is_local = routine_ != nullptr && locals_.contains(node.name);
  if (is_local ||
      (routine_ == nullptr && symbol != symbol_index_.end() && !symbols_[symbol->second]->dims.empty()))
    return LowerElement(id);
  for (const NodeId operand : node.operands) {
    if (lowered_[operand] == Pool::kError) return Pool::kError;
  }
  if (const auto table = tables_.find(node.name); table != tables_.end()) {
    const flat::FunctionBody& body = *model_.world->bodies[model_.world->functions[table->second].body];
    if (!CheckCount(node, body.n_inputs, body.n_inputs)) return Pool::kError;
    std::vector<ExprId> arguments = Operands(node);
    for (size_t k = 0; k < arguments.size(); ++k)
      arguments[k] = ToReal(arguments[k], program_.nodes[node.operands[k]].span);
    return pool_.Call(table->second, arguments);
  }
  if (const Routine* routine = RoutineOf(node.name)) return CallFunction(node, *routine);
  const std::string_view name = program_.names.lower[node.name];
  if (IsOperator(id)) {
    const bool is_random = name == "unif" || name == "gauss";
    if (is_random && place_ != SectionKind::Derivative) return CallRandom(node, name);
    emitter_.Emit(node.span, AcslOperatorPlace, program_.names.Written(node.name));
    return Pool::kError;
  }
  for (const auto part : {&Flattener::CallIntrinsic, &Flattener::CallRounding, &Flattener::CallSource}) {
    if (const auto result = (this->*part)(node, name)) return *result;
  }
  emitter_.Emit(node.span, AcslUnknownFunction, program_.names.Written(node.name));
  return Pool::kError;
}

auto Flattener::LowerElement(NodeId id) -> ExprId {
  const Node& node = program_.nodes[id];
  const auto override_found = overrides_.find(node.name);
  ExprId array = override_found == overrides_.end() ? ExprId{} : override_found->second;
  if (routine_ != nullptr) {
    array = locals_.at(node.name);
  } else if (!array.has_value()) {
    const Symbol& symbol = SymbolOf(node.name);
    const bool is_initial = place_ == SectionKind::Initial && symbol.initial_var.has_value();
    const VarId var = is_initial ? symbol.initial_var : symbol.var;
    if (!var.has_value()) return LowerName(id);
    array = Ref(var);
  }
  const size_t n_dims = pool_.shapes().dims(pool_.type(array).shape).size();
  if (node.operands.size() != n_dims) {
    emitter_.Emit(node.span, AcslSubscriptCount, program_.names.Written(node.name), n_dims,
                  node.operands.size());
    return Pool::kError;
  }
  std::vector<ExprId> parts = {array};
  for (const NodeId operand : node.operands)
    parts.push_back(ToKind(lowered_[operand], Kind::Integer, program_.nodes[operand].span));
  for (const ExprId part : parts) {
    if (part == Pool::kError) return Pool::kError;
  }
  return pool_.Make(Op::Subscript, parts);
}

auto Flattener::CallIntrinsic(const Node& node, std::string_view name) -> std::optional<ExprId> {
  const std::vector<ExprId> values = Operands(node);
  for (const PlainFunction& function : kPlain) {
    if (function.name != name) continue;
    if (!CheckCount(node, 1, 1)) return Pool::kError;
    return pool_.Unary(function.op, ToReal(values[0], node.span));
  }
  for (const PlainFunction& function : kExtremes) {
    if (function.name != name) continue;
    if (!CheckCount(node, 2, 1000)) return Pool::kError;
    return Extreme(function.op, values, node.span);
  }
  if (name == "abs" || name == "iabs" || name == "dabs") {
    if (!CheckCount(node, 1, 1)) return Pool::kError;
    const bool is_whole = pool_.type(values[0]).kind == Kind::Integer;
    return pool_.Unary(Op::Abs, is_whole ? values[0] : ToReal(values[0], node.span));
  }
  if (name == "atan2") {
    if (!CheckCount(node, 2, 2)) return Pool::kError;
    return pool_.Binary(Op::Atan2, ToReal(values[0], node.span), ToReal(values[1], node.span));
  }
  return std::nullopt;
}

auto Flattener::Extreme(Op op, const std::vector<ExprId>& values, Span span) -> ExprId {
  ExprId result;
  for (const ExprId value : values) {
    const ExprId real = ToReal(value, span);
    if (real == Pool::kError) return real;
    result = result.has_value() ? pool_.Binary(op, result, real) : real;
  }
  return result;
}

}  // namespace kerf::acsl
