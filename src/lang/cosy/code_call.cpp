// Calls in statements: elementary functions, tables, questions about files and statistics.
#include <algorithm>

#include "lang/cosy/coder.h"
#include "lang/cosy/functions.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::Service;

KERF_DIAG(CosyNoFunction, Error, "there is no function `{}`", std::string_view);
KERF_DIAG(CosyFunctionArguments, Error, "`{}` takes {} arguments, and has {}", std::string_view, size_t,
          size_t);
KERF_DIAG(CosyStatisticWanted, Error, "`{}` asks for a variable that COLLECT or TIMEPERS names",
          std::string_view);

}  // namespace

auto Coder::CallValue(const Node& node, const Scope& scope, const std::vector<Value>& arguments) -> Value {
  const std::string_view name = translator_.Lower(node.name);
  const Value bad{0, Kind::Real, false};
  if (const Routine* routine = translator_.FindRoutine(node.name))
    return RoutineValue(node, *routine, scope, arguments);
  for (const Value& argument : arguments) {
    if (!argument.is_good) return bad;
  }
  const auto has_wrong_count = [&](size_t wanted) {
    if (arguments.size() == wanted) return false;
    emitter_.Emit(node.span, CosyFunctionArguments, translator_.Written(node.name), wanted, arguments.size());
    return true;
  };
  if (IsQuestion(name)) return has_wrong_count(1) ? bad : Question(node, scope);
  if (name == "steplevel") return has_wrong_count(1) ? bad : Invoke(Service::StepLevel, 0, arguments);
  if (name == "mean" || name == "stddev")
    return has_wrong_count(1) ? bad : StatisticFunction(node, scope, name == "mean");
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].kind != Kind::Boolean && arguments[k].reg != process::kNone) continue;
    emitter_.Emit(program_.nodes[node.operands[k]].span, CosyFunctionArguments,
                  translator_.Written(node.name), size_t{1}, size_t{0});
    return bad;
  }
  const Symbol* symbol = scope.Find(node.name);
  if (symbol != nullptr && symbol->kind == SymbolKind::Table)
    return has_wrong_count(1) ? bad : Invoke(Service::Table, symbol->index, arguments);
  const Intrinsic* intrinsic = FindIntrinsic(name);
  if (intrinsic == nullptr) {
    emitter_.Emit(node.span, CosyNoFunction, translator_.Written(node.name));
    return bad;
  }
  if (has_wrong_count(intrinsic->n_arguments)) return bad;
  Value value = arguments[0];
  if (intrinsic->op == expr::Op::Error) {
    value.kind = Kind::Real;
    return value;
  }
  value = {NewRegister(), intrinsic->op == expr::Op::IntegerPart ? Kind::Integer : Kind::Real, true};
  Emit(arguments.size() == 1 ? Op::Unary : Op::Binary, value.reg, arguments[0].reg, arguments.back().reg, 0,
       static_cast<uint8_t>(intrinsic->op));
  return value;
}

auto Coder::StatisticFunction(const Node& node, const Scope& scope, bool is_mean) -> Value {
  const Node& argument = program_.nodes[node.operands[0]];
  const Symbol* symbol = argument.kind == NodeKind::Name ? scope.Find(argument.name) : nullptr;
  if (symbol != nullptr && symbol->collect != process::kNone)
    return Invoke(is_mean ? Service::MeanOf : Service::DeviationOf, symbol->collect, {});
  if (symbol != nullptr && symbol->time_value != process::kNone && is_mean)
    return Invoke(Service::TimeMeanOf, symbol->time_value, {});
  emitter_.Emit(argument.span, CosyStatisticWanted, translator_.Written(node.name));
  return {0, Kind::Real, false};
}

}  // namespace kerf::cosy
