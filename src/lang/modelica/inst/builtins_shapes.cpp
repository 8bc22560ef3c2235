// Sizes of arrays and conversions between scalars, vectors and matrices (sections 10.3.1 and 10.3.2), and
// joins (section 10.4.2). Where sizes are known the answer is a literal or a selection of elements.
#include <algorithm>

#include "lang/modelica/inst/builtins.h"

namespace kerf::modelica {

using expr::Kind;
using expr::kUnknownSize;
using expr::Op;
using expr::Pool;

auto BuiltinCall::NumberOfDimensions() -> ExprId { return pool_.Integer(static_cast<int64_t>(rank(0))); }

auto BuiltinCall::SizeOf() -> ExprId {
  const std::vector<int32_t> sizes = typing_.Sizes(type(0).shape);
  const Type integer = {Kind::Integer, expr::kScalar, 0};
  std::vector<ExprId> all;
  for (size_t k = 0; k < sizes.size(); ++k) {
    const ExprId number = pool_.Integer(static_cast<int64_t>(k) + 1);
    const bool is_open = sizes[k] == kUnknownSize;
    all.push_back(is_open ? pool_.Typed(Op::Size, integer, {args_[0], number}) : pool_.Integer(sizes[k]));
  }
  const Type vector = MakeType(Kind::Integer, {static_cast<int32_t>(sizes.size())});
  const ExprId list = pool_.Typed(Op::Array, vector, all);
  if (!Has(1)) return list;
  if (!WantInteger(1)) return Pool::kError;
  const auto known = typing_.TryKnown(args_[1]);
  if (known) args_[1] = pool_.Integer(*known);
  return typing_.Subscript(list, {&args_[1], 1}, spans_[1]);
}

auto BuiltinCall::ScalarOf() -> ExprId {
  const std::vector<int32_t> sizes = typing_.Sizes(type(0).shape);
  const auto is_one = [](int32_t size) { return size == 1 || size == kUnknownSize; };
  if (!Want(0, std::ranges::all_of(sizes, is_one), "of size 1 in all dimensions")) return Pool::kError;
  if (std::ranges::count(sizes, kUnknownSize) > 0) return Make({type(0).kind, expr::kScalar, type(0).detail});
  const std::vector<ExprId> ones(sizes.size(), pool_.Integer(1));
  return typing_.Subscript(args_[0], ones, given_.span);
}

auto BuiltinCall::VectorOf() -> ExprId {
  const std::vector<int32_t> sizes = typing_.Sizes(type(0).shape);
  if (sizes.size() == 1) return args_[0];
  if (sizes.empty()) return typing_.Array({args_.data(), 1}, given_.span);
  const auto is_long = [](int32_t size) { return size > 1; };
  const auto n_long = std::ranges::count_if(sizes, is_long);
  if (!Want(0, n_long <= 1, "of size 1 in all dimensions but one")) return Pool::kError;
  const auto is_other = [](int32_t size) { return size != 1; };
  const auto n_other = std::ranges::count_if(sizes, is_other);
  if (n_other > 1) {
    const bool is_open = std::ranges::count(sizes, kUnknownSize) > 0;
    return Make(MakeType(type(0).kind, {is_open ? kUnknownSize : 0}, type(0).detail));
  }
  // The one dimension that is not of size 1, or the first of them.
  const auto kept = n_other == 0 ? 0 : std::ranges::find_if(sizes, is_other) - sizes.begin();
  std::vector<ExprId> indices(sizes.size(), pool_.Integer(1));
  indices[static_cast<size_t>(kept)] = pool_.Colon();
  return typing_.Subscript(args_[0], indices, given_.span);
}

auto BuiltinCall::MatrixOf() -> ExprId {
  const std::vector<int32_t> sizes = typing_.Sizes(type(0).shape);
  if (sizes.size() <= 2) return typing_.Promote(args_[0], 2);
  const auto behind = std::span(sizes).subspan(2);
  const auto is_one = [](int32_t size) { return size == 1 || size == kUnknownSize; };
  if (!Want(0, std::ranges::all_of(behind, is_one), "of size 1 in the dimensions behind the second")) {
    return Pool::kError;
  }
  std::vector<ExprId> indices(sizes.size(), pool_.Integer(1));
  indices[0] = pool_.Colon();
  indices[1] = pool_.Colon();
  return typing_.Subscript(args_[0], indices, given_.span);
}

auto BuiltinCall::PromoteTo() -> ExprId {
  const auto n = WantKnown(1);
  if (!n) return Pool::kError;
  const bool is_right = *n >= static_cast<int64_t>(rank(0)) && *n <= 32;
  if (!Want(0, is_right, "of no more dimensions than it is promoted to")) return Pool::kError;
  return typing_.Promote(args_[0], static_cast<uint32_t>(*n));
}

auto BuiltinCall::Concatenation() -> ExprId {
  const auto k = WantKnown(0);
  if (!k) return Pool::kError;
  if (!Want(1, *k >= 1 && *k <= static_cast<int64_t>(rank(1)), "an array that has the dimension")) {
    return Pool::kError;
  }
  return typing_.Join(static_cast<uint32_t>(*k), {args_.begin() + 1, args_.end()}, given_.span);
}

auto BuiltinCall::ArrayOfAll() -> ExprId { return typing_.Array(args_, given_.span); }

}  // namespace kerf::modelica
