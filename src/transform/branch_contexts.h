// Where the parts of an expression are needed: in which branches of if-expressions, and behind which operands
// of `and` and `or`.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "expr/walk.h"

namespace kerf::transform {

class BranchContexts {
 public:
  static constexpr uint32_t kEverywhere = 0;
  // Where the condition is as it says, within the context around it.
  struct Context {
    uint32_t around = kEverywhere;
    expr::ExprId condition;
    bool holds = true;
    uint32_t depth = 0;
  };
  // What is needed in any of these; none lies within another.
  using Contexts = std::vector<uint32_t>;

  explicit BranchContexts(const expr::Pool& pool) : pool_(pool), walker_(pool), list_(1) {}

  // Looks at an expression, of whose parts At tells until the next one.
  void Enter(expr::ExprId root);
  [[nodiscard]] auto At(expr::ExprId id) -> Contexts;
  // Needed here as well.
  void Join(Contexts& contexts, uint32_t context) const;
  auto operator[](uint32_t context) const -> const Context& { return list_[context]; }

 private:
  auto Within(uint32_t around, expr::ExprId condition, bool holds) -> uint32_t;
  auto OfOperand(expr::ExprId id, size_t operand, uint32_t around) -> uint32_t;
  [[nodiscard]] auto Common(uint32_t a, uint32_t b) const -> uint32_t;

  const expr::Pool& pool_;
  expr::Walker walker_;
  std::vector<Context> list_;
  std::map<std::tuple<uint32_t, uint32_t, bool>, uint32_t> made_;
  expr::Memo<Contexts> contexts_;
};

}  // namespace kerf::transform
