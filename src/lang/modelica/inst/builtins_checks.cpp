// What arguments of built-in functions must be.
#include "lang/modelica/inst/builtins.h"

namespace kerf::modelica {

using expr::Kind;
using expr::ShapeId;

namespace {

KERF_DIAG(BuiltinArgumentType, Error, "argument {} of `{}` must be {}, not {}", size_t, std::string_view,
          std::string_view, std::string);
KERF_DIAG(BuiltinArgumentSizes, Error, "the arguments of `{}` have sizes that do not fit: {} and {}",
          std::string_view, std::string, std::string);
KERF_DIAG(BuiltinArgumentUnknown, Error, "argument {} of `{}` must be known when the model is compiled",
          size_t, std::string_view);
KERF_DIAG(NegativeArraySize, Error, "`{}` is given the size {}", std::string_view, int64_t);

}  // namespace

auto BuiltinCall::IsNumeric(size_t k) const -> bool { return modelica::IsNumeric(type(k).kind); }

auto BuiltinCall::IsSimple(size_t k) const -> bool {
  const Kind kind = type(k).kind;
  return IsNumeric(k) || kind == Kind::Boolean || kind == Kind::Text || kind == Kind::Enumeration;
}

auto BuiltinCall::IsInteger(size_t k) const -> bool {
  return type(k).kind == Kind::Integer && type(k).shape == expr::kScalar;
}

auto BuiltinCall::Want(size_t k, bool is_right, std::string_view wanted) -> bool {
  if (is_right) return true;
  typing_.emitter_.Emit(spans_[k], BuiltinArgumentType, k + 1, row_.name, wanted, typing_.TypeText(args_[k]));
  return false;
}

auto BuiltinCall::WantScalarNumber(size_t k) -> bool {
  return Want(k, IsNumeric(k) && rank(k) == 0, "a scalar number");
}

auto BuiltinCall::WantVector(size_t k, int32_t size) -> bool {
  const bool is_vector = IsNumeric(k) && rank(k) == 1;
  if (size == expr::kUnknownSize) return Want(k, is_vector, "a vector of numbers");
  const int32_t have = is_vector ? typing_.Dims(args_[k])[0] : 0;
  const bool is_right = is_vector && (have == size || have == expr::kUnknownSize);
  return Want(k, is_right, fmt::format("a vector of {} numbers", size));
}

auto BuiltinCall::WantKnown(size_t k) -> std::optional<int64_t> {
  if (!WantInteger(k)) return std::nullopt;
  const auto value = typing_.TryKnown(args_[k]);
  if (!value) typing_.emitter_.Emit(spans_[k], BuiltinArgumentUnknown, k + 1, row_.name);
  return value;
}

auto BuiltinCall::CommonShape() -> std::optional<ShapeId> {
  ShapeId common = expr::kScalar;
  size_t shaped = 0;
  for (size_t k = 0; k < args_.size(); ++k) {
    if (!Has(k)) continue;
    const auto shape = typing_.TryUnifyShapes(common, type(k).shape, true);
    if (!shape) {
      typing_.emitter_.Emit(given_.span, BuiltinArgumentSizes, row_.name, typing_.TypeText(args_[shaped]),
                            typing_.TypeText(args_[k]));
      return std::nullopt;
    }
    if (common == expr::kScalar) shaped = k;
    common = *shape;
  }
  return common;
}

auto BuiltinCall::TrySize(size_t k) -> std::optional<int32_t> {
  if (!WantInteger(k)) return std::nullopt;
  const auto known = typing_.TryKnown(args_[k]);
  if (!known) return expr::kUnknownSize;
  if (*known < 0 || *known > INT32_MAX) {
    typing_.emitter_.Emit(spans_[k], NegativeArraySize, row_.name, *known);
    return std::nullopt;
  }
  args_[k] = pool_.Integer(*known);
  return static_cast<int32_t>(*known);
}

auto BuiltinCall::SizesFrom(size_t first) -> std::optional<std::vector<int32_t>> {
  std::vector<int32_t> sizes;
  for (size_t k = first; k < args_.size(); ++k) {
    const auto size = TrySize(k);
    if (!size) return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

}  // namespace kerf::modelica
