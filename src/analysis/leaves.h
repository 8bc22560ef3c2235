// The variables of an equation, all of them or those that a small change comes through: not what stands in
// relations, logic and roundings only, which keep their values between events.
#pragma once

#include <array>
#include <vector>

#include "expr/walk.h"

namespace kerf::analysis {

class Leaves {
 public:
  explicit Leaves(const expr::Pool& pool) : pool_(pool), walker_(pool) {}

  // In order of first occurrence, each once.
  auto All(const std::array<expr::ExprId, 2>& sides) -> std::vector<expr::VarId>;
  auto Smooth(const std::array<expr::ExprId, 2>& sides) -> std::vector<expr::VarId>;

 private:
  const expr::Pool& pool_;
  expr::Walker walker_;
  expr::Memo<uint8_t> visited_;
};

}  // namespace kerf::analysis
