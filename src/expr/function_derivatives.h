// Which scalar function gives the derivative of another one, for those whose derivative somebody has
// programmed.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/types.h"

namespace kerf::expr {

// df(x1, …, xn) = function(x1, …, xn, dx_k for each k in `changing`). Arguments that are in no list may
// change as they like: their changes do not count.
struct FunctionDerivative {
  FunctionId function;
  std::vector<uint32_t> changing;
  // Arguments that must not change.
  std::vector<uint32_t> constant;
  // Pairs (k, j): only where argument j is the change of argument k. So it is with second derivatives by
  // time, f''(x, x', x''), which are given as derivatives of f'(x, x').
  std::vector<std::pair<uint32_t, uint32_t>> consistent;
};

class FunctionDerivatives {
 public:
  void Set(FunctionId function, FunctionDerivative derivative) {
    derivatives_[function] = std::move(derivative);
  }
  // Null if there is none.
  [[nodiscard]] auto Find(FunctionId function) const -> const FunctionDerivative* {
    const auto found = derivatives_.find(function);
    return found == derivatives_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<FunctionId, FunctionDerivative> derivatives_;
};

}  // namespace kerf::expr
