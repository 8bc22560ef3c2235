// Built-in functions that make arrays and those of matrix algebra (sections 10.3.3 and 10.3.5).
#include <algorithm>

#include "lang/modelica/inst/builtins.h"

namespace kerf::modelica {

using expr::Kind;
using expr::kUnknownSize;
using expr::Pool;

auto BuiltinCall::IdentityOf() -> ExprId {
  const auto size = TrySize(0);
  return size ? Make(MakeType(Kind::Integer, {*size, *size})) : Pool::kError;
}

auto BuiltinCall::DiagonalOf() -> ExprId {
  if (!WantVector(0)) return Pool::kError;
  const int32_t size = typing_.Dims(args_[0])[0];
  return Make(MakeType(type(0).kind, {size, size}));
}

auto BuiltinCall::FilledWithNumber() -> ExprId {
  return FillTyped(pool_.Integer(row_.name == "ones" ? 1 : 0), 0);
}

auto BuiltinCall::FilledWith() -> ExprId { return FillTyped(args_[0], 1); }

auto BuiltinCall::FillTyped(ExprId value, size_t first) -> ExprId {
  auto sizes = SizesFrom(first);
  if (!sizes) return Pool::kError;
  const Type of = pool_.type(value);
  const std::vector<int32_t> inner = typing_.Sizes(of.shape);
  sizes->insert(sizes->end(), inner.begin(), inner.end());
  std::vector<ExprId> operands(args_.begin() + static_cast<std::ptrdiff_t>(first), args_.end());
  operands.insert(operands.begin(), value);
  return pool_.Typed(row_.op, MakeType(of.kind, *sizes, of.detail), operands);
}

auto BuiltinCall::LinspaceOf() -> ExprId {
  if (!WantScalarNumber(0) || !WantScalarNumber(1)) return Pool::kError;
  const auto size = TrySize(2);
  if (!size) return Pool::kError;
  if (!Want(2, *size >= 2 || *size == kUnknownSize, "at least 2")) return Pool::kError;
  return Make(MakeType(Kind::Real, {*size}));
}

auto BuiltinCall::TransposeOf() -> ExprId {
  std::vector<int32_t> sizes = typing_.Sizes(type(0).shape);
  if (!Want(0, sizes.size() >= 2, "an array of at least 2 dimensions")) return Pool::kError;
  std::swap(sizes[0], sizes[1]);
  return Make(MakeType(type(0).kind, sizes, type(0).detail));
}

auto BuiltinCall::OuterProductOf() -> ExprId {
  if (!WantVector(0) || !WantVector(1)) return Pool::kError;
  return Make(MakeType(Kind::Real, {typing_.Dims(args_[0])[0], typing_.Dims(args_[1])[0]}));
}

auto BuiltinCall::SymmetricOf() -> ExprId {
  const std::vector<int32_t> sizes = typing_.Sizes(type(0).shape);
  const bool is_matrix = IsNumeric(0) && sizes.size() == 2;
  const bool is_open = std::ranges::count(sizes, kUnknownSize) > 0;
  if (!Want(0, is_matrix && (is_open || sizes[0] == sizes[1]), "a square matrix of numbers")) {
    return Pool::kError;
  }
  const int32_t size = std::max(sizes[0], sizes[1]);
  return Make(MakeType(Kind::Real, {size, size}));
}

auto BuiltinCall::CrossOf() -> ExprId {
  return WantVector(0, 3) && WantVector(1, 3) ? Make(MakeType(Kind::Real, {3})) : Pool::kError;
}

auto BuiltinCall::SkewOf() -> ExprId {
  return WantVector(0, 3) ? Make(MakeType(Kind::Real, {3, 3})) : Pool::kError;
}

}  // namespace kerf::modelica
