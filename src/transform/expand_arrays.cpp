// Element-wise expansion, bottom-up: each node's elements are a range of one list.
#include "transform/expand_arrays.h"

#include <cmath>

namespace kerf::transform {

using expr::Op;

void ArrayExpander::SetIndices(std::span<const int32_t> indices) {
  indices_.assign(indices.begin(), indices.end());
  memo_.Clear();
  elements_.clear();
}

auto ArrayExpander::At(ExprId id, size_t k) -> ExprId {
  const Range range = memo_[id];
  return elements_[range.first + (range.count == 1 ? 0 : k)];
}

auto ArrayExpander::Expand(ExprId root) -> std::vector<ExprId> {
  error_ = ExpandError::None;
  for (const ExprId id : walker_.Postorder(root)) {
    if (memo_.Has(id)) continue;
    const auto first = static_cast<uint32_t>(elements_.size());
    ExpandNode(id);
    if (error_ != ExpandError::None) return {};
    memo_[id] = {first, static_cast<uint32_t>(elements_.size() - first)};
  }
  const Range range = memo_[root];
  return {elements_.begin() + range.first, elements_.begin() + range.first + range.count};
}

void ArrayExpander::ExpandLeaf(ExprId id) {
  const Op op = pool_.op(id);
  if (op == Op::Iterator) {
    elements_.push_back(pool_.Real(indices_[pool_.position(id)]));
    return;
  }
  if (op != Op::Var) {
    elements_.push_back(id);
    return;
  }
  const uint32_t count = pool_.shapes().count(pool_[id].shape);
  const VarId first = scalar_of_[pool_.var(id).index];
  for (uint32_t k = 0; k < count; ++k)
    elements_.push_back(pool_.Var(VarId{first.index + k}, {pool_[id].kind, expr::kScalar}));
}

void ArrayExpander::ExpandProduct(ExprId x, ExprId y) {
  const auto a = Dims(x);
  const auto b = Dims(y);
  if (a.empty() || b.empty()) {
    const size_t count = a.empty() ? memo_[y].count : memo_[x].count;
    for (size_t k = 0; k < count; ++k)
      elements_.push_back(pool_.Mul(At(x, a.empty() ? 0 : k), At(y, b.empty() ? 0 : k)));
    return;
  }
  const size_t rows = a.size() == 2 ? static_cast<size_t>(a[0]) : 1;
  const auto inner = static_cast<size_t>(a.back());
  const size_t cols = b.size() == 2 ? static_cast<size_t>(b[1]) : 1;
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < cols; ++j) {
      ExprId sum = pool_.Real(0);
      for (size_t k = 0; k < inner; ++k)
        sum = pool_.Add(sum, pool_.Mul(At(x, i * inner + k), At(y, k * cols + j)));
      elements_.push_back(sum);
    }
  }
}

auto ArrayExpander::MatrixProduct(const std::vector<ExprId>& a, const std::vector<ExprId>& b, size_t n)
    -> std::vector<ExprId> {
  std::vector<ExprId> product;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      ExprId sum = pool_.Real(0);
      for (size_t k = 0; k < n; ++k) sum = pool_.Add(sum, pool_.Mul(a[i * n + k], b[k * n + j]));
      product.push_back(sum);
    }
  }
  return product;
}

void ArrayExpander::ExpandPower(ExprId x, ExprId y) {
  if (Dims(x).empty()) {
    elements_.push_back(pool_.Pow(At(x, 0), At(y, 0)));
    return;
  }
  constexpr double kMaxExponent = 64;
  const ExprId exponent = At(y, 0);
  const double value = pool_.IsNumber(exponent) ? pool_.number(exponent) : -1;
  if (value < 0 || value > kMaxExponent || value != std::floor(value)) {
    error_ = ExpandError::MatrixPower;
    return;
  }
  const auto n = static_cast<size_t>(Dims(x)[0]);
  const Range range = memo_[x];
  const std::vector<ExprId> factor(elements_.begin() + range.first,
                                   elements_.begin() + range.first + range.count);
  std::vector<ExprId> power;
  for (size_t i = 0; i < n * n; ++i) power.push_back(pool_.Real(i % (n + 1) == 0 ? 1 : 0));
  for (int k = 0; k < static_cast<int>(value); ++k) power = MatrixProduct(power, factor, n);
  elements_.insert(elements_.end(), power.begin(), power.end());
}

void ArrayExpander::ExpandSubscript(ExprId id) {
  const ExprId base = pool_.operand(id, 0);
  const auto dims = Dims(base);
  // Each dimension contributes either one index or all of them.
  std::vector<std::vector<uint32_t>> choices(dims.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    const ExprId subscript = pool_.operand(id, d + 1);
    if (pool_.op(subscript) == Op::Colon) {
      for (int32_t k = 0; k < dims[d]; ++k) choices[d].push_back(static_cast<uint32_t>(k));
      continue;
    }
    const auto value = evaluator_.TryEvaluate(At(subscript, 0), [](ExprId) { return std::nullopt; });
    if (!value || *value != std::floor(*value)) {
      error_ = ExpandError::IndexNotFixed;
      return;
    }
    if (*value < 1 || *value > dims[d]) {
      error_ = ExpandError::IndexOutOfRange;
      bad_index_ = static_cast<int64_t>(*value);
      bad_size_ = dims[d];
      return;
    }
    choices[d].push_back(static_cast<uint32_t>(*value) - 1);
  }
  std::vector<uint32_t> offsets = {0};
  for (size_t d = 0; d < dims.size(); ++d) {
    std::vector<uint32_t> longer;
    for (const uint32_t offset : offsets) {
      for (const uint32_t k : choices[d]) longer.push_back(offset * static_cast<uint32_t>(dims[d]) + k);
    }
    offsets = std::move(longer);
  }
  const uint32_t first = memo_[base].first;
  for (const uint32_t offset : offsets) elements_.push_back(elements_[first + offset]);
}

void ArrayExpander::ExpandTranspose(ExprId x) {
  const auto dims = Dims(x);
  for (int32_t j = 0; j < dims[1]; ++j) {
    for (int32_t i = 0; i < dims[0]; ++i)
      elements_.push_back(
          At(x, static_cast<size_t>(i) * static_cast<size_t>(dims[1]) + static_cast<size_t>(j)));
  }
}

void ArrayExpander::ExpandElementwise(ExprId id) {
  const uint32_t count = pool_.shapes().count(pool_[id].shape);
  const Op op = pool_.op(id);
  const std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
  for (uint32_t k = 0; k < count; ++k) {
    operands_.clear();
    for (const ExprId operand : operands) operands_.push_back(At(operand, k));
    elements_.push_back(pool_.Make(op, operands_));
  }
}

void ArrayExpander::ExpandNode(ExprId id) {
  const Op op = pool_.op(id);
  if (expr::group_of(op) == expr::Group::Leaf) return ExpandLeaf(id);
  if (op == Op::Mul) return ExpandProduct(pool_.operand(id, 0), pool_.operand(id, 1));
  if (op == Op::Pow) return ExpandPower(pool_.operand(id, 0), pool_.operand(id, 1));
  if (op == Op::Subscript) return ExpandSubscript(id);
  if (op == Op::Transpose) return ExpandTranspose(pool_.operand(id, 0));
  if (op == Op::Sum) {
    const Range range = memo_[pool_.operand(id, 0)];
    ExprId sum = pool_.Real(0);
    for (uint32_t k = 0; k < range.count; ++k) sum = pool_.Add(sum, elements_[range.first + k]);
    elements_.push_back(sum);
    return;
  }
  if (op == Op::Array || op == Op::Call || op == Op::Tuple) {
    std::vector<ExprId> list;
    for (const ExprId operand : pool_.operands(id)) {
      const Range range = memo_[operand];
      list.insert(list.end(), elements_.begin() + range.first, elements_.begin() + range.first + range.count);
    }
    // An array is its elements; a call or tuple takes the elements of array arguments one by one.
    if (op == Op::Array) {
      elements_.insert(elements_.end(), list.begin(), list.end());
    } else {
      elements_.push_back(pool_.Make(op, list));
    }
    return;
  }
  ExpandElementwise(id);
}

}  // namespace kerf::transform
