// Bottom-up visits and rewrites of expressions with explicit stacks: the depth of an expression never meets
// the C++ stack.
#pragma once

#include <algorithm>
#include <vector>

#include "expr/pool.h"

namespace kerf::expr {

// Visits each node below a root once, operands first and left to right. Reusable for many roots: a visit
// costs the size of the expression, not of the pool.
class Walker {
 public:
  explicit Walker(const Pool& pool) : pool_(pool) {}

  // The nodes reachable from `root` in post-order. The list is valid until the next call.
  auto Postorder(ExprId root) -> const std::vector<ExprId>&;
  // The same for several roots, shared nodes once.
  auto Postorder(std::span<const ExprId> roots) -> const std::vector<ExprId>&;

 private:
  void Begin();
  void Append(ExprId root);

  struct Frame {
    ExprId id;
    uint32_t next;
  };
  const Pool& pool_;
  std::vector<uint32_t> stamps_;
  uint32_t stamp_ = 0;
  std::vector<Frame> stack_;
  std::vector<ExprId> order_;
};

// Values kept per node for one bottom-up computation; Clear costs nothing.
template <typename T>
class Memo {
 public:
  void Clear() { ++stamp_; }
  [[nodiscard]] auto Has(ExprId id) const -> bool {
    return id.index < stamps_.size() && stamps_[id.index] == stamp_;
  }
  auto operator[](ExprId id) -> T& {
    if (id.index >= stamps_.size()) {
      stamps_.resize(std::max<size_t>(id.index + 1, stamps_.size() * 2), 0);
      values_.resize(stamps_.size());
    }
    stamps_[id.index] = stamp_;
    return values_[id.index];
  }

 private:
  std::vector<uint32_t> stamps_;
  std::vector<T> values_;
  uint32_t stamp_ = 1;
};

// Rebuilds expressions with some nodes replaced.
class Rewriter {
 public:
  explicit Rewriter(Pool& pool) : pool_(pool), walker_(pool) {}

  // The expression with every node e for which replace(e) has a value replaced by it; others are rebuilt from
  // their rewritten operands. Results are remembered until Forget, so `replace` must not change meanwhile.
  template <typename Replace>
  auto Rewrite(ExprId root, Replace replace) -> ExprId {
    if (memo_.Has(root)) return memo_[root];
    // The walker's list survives interning because it is not the pool's.
    for (const ExprId id : walker_.Postorder(root)) {
      if (memo_.Has(id)) continue;
      const ExprId replaced = replace(id);
      memo_[id] = replaced.has_value() ? replaced : Rebuild(id);
    }
    return memo_[root];
  }
  void Forget() { memo_.Clear(); }
  // What has become of a node below the root at hand; for use in `replace`, which sees operands first.
  [[nodiscard]] auto Rewritten(ExprId id) -> ExprId { return memo_[id]; }

 private:
  auto Rebuild(ExprId id) -> ExprId;

  Pool& pool_;
  Walker walker_;
  Memo<ExprId> memo_;
  std::vector<ExprId> operands_;
};

}  // namespace kerf::expr
