// Inputs of a run, which may differ from run to run while the code that asks for them stays.
#pragma once

#include <vector>

#include "api/errors.h"
#include "sim/functions.h"

namespace kerf::api {

class Input : public sim::InputFunction {
 public:
  [[nodiscard]] auto At(double time) const -> double override {
    if (function_ != nullptr) return function_(user_, time);
    return table_.x.empty() ? value_ : table_.At(time);
  }
  // Holds from now on.
  void SetValue(double value) {
    value_ = value;
    table_ = {};
    function_ = nullptr;
  }
  // As kerf_input says; it has been checked.
  void Set(const kerf_input& input);

 private:
  double value_ = 0;
  sim::LookupTable table_;
  double (*function_)(void* user, double time) = nullptr;
  void* user_ = nullptr;
};

// False after a message: a table without points, times that do not rise, values that are not finite.
auto IsSound(const kerf_input& input, const std::string& name, diag::Emitter& emitter) -> bool;

}  // namespace kerf::api
