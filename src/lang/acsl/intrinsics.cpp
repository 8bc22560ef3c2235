// See intrinsics.h.
#include "lang/acsl/intrinsics.h"

#include "expr/evaluate.h"

namespace kerf::acsl {

using expr::Op;

auto TryApply(std::string_view function, std::span<const double> arguments) -> std::optional<double> {
  for (const PlainFunction& plain : kPlain) {
    if (plain.name == function && arguments.size() == 1) return expr::EvaluateOp(plain.op, arguments);
  }
  if ((function == "abs" || function == "dabs") && arguments.size() == 1)
    return expr::EvaluateOp(Op::Abs, arguments);
  if (function == "atan2" && arguments.size() == 2) return expr::EvaluateOp(Op::Atan2, arguments);
  for (const PlainFunction& extreme : kExtremes) {
    if (extreme.name != function || arguments.size() < 2) continue;
    std::optional<double> value = arguments[0];
    for (size_t k = 1; k < arguments.size() && value; ++k)
      value = expr::EvaluateOp(extreme.op, std::array{*value, arguments[k]});
    return value;
  }
  return std::nullopt;
}

}  // namespace kerf::acsl
