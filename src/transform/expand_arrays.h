// Expands an array expression into the scalar expressions of its elements, row by row, for one point of an
// index domain.
#pragma once

#include <span>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/walk.h"

namespace kerf::transform {

using expr::ExprId;
using expr::VarId;

enum class ExpandError : uint8_t { None, IndexOutOfRange, IndexNotFixed, MatrixPower };

class ArrayExpander {
 public:
  // scalar_of(var) is the first scalar variable of a flat variable; elements follow row by row.
  ArrayExpander(expr::Pool& pool, const std::vector<VarId>& scalar_of)
      : pool_(pool), walker_(pool), evaluator_(pool), scalar_of_(scalar_of) {}

  // Sets the values of the running indices, outermost first.
  void SetIndices(std::span<const int32_t> indices);
  // The elements of an expression; empty if it failed (error() says why) or the array has no elements.
  auto Expand(ExprId root) -> std::vector<ExprId>;

  [[nodiscard]] auto error() const -> ExpandError { return error_; }
  // For IndexOutOfRange: the subscript and the size of its dimension.
  [[nodiscard]] auto bad_index() const -> int64_t { return bad_index_; }
  [[nodiscard]] auto bad_size() const -> int32_t { return bad_size_; }

 private:
  struct Range {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  void ExpandNode(ExprId id);
  void ExpandLeaf(ExprId id);
  void ExpandProduct(ExprId x, ExprId y);
  void ExpandPower(ExprId x, ExprId y);
  void ExpandSubscript(ExprId id);
  void ExpandTranspose(ExprId x);
  void ExpandElementwise(ExprId id);
  auto At(ExprId id, size_t k) -> ExprId;
  auto Dims(ExprId id) const -> std::span<const int32_t> { return pool_.shapes().dims(pool_[id].shape); }
  auto MatrixProduct(const std::vector<ExprId>& a, const std::vector<ExprId>& b, size_t n)
      -> std::vector<ExprId>;

  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Evaluator evaluator_;
  const std::vector<VarId>& scalar_of_;
  std::vector<int32_t> indices_;
  expr::Memo<Range> memo_;
  std::vector<ExprId> elements_;
  std::vector<ExprId> operands_;
  ExpandError error_ = ExpandError::None;
  int64_t bad_index_ = 0;
  int32_t bad_size_ = 0;
};

}  // namespace kerf::transform
