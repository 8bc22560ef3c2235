// Tables and functions of callers.
#include "api/inputs.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace kerf::api {

namespace {

KERF_DIAG(EmptyInput, Error, "the input `{}` has neither points nor a function", std::string);
KERF_DIAG(InputTimes, Error, "the input `{}`: times must be finite and rise, point {} does not", std::string,
          size_t);
KERF_DIAG(InputValues, Error, "the input `{}`: value {} is not finite", std::string, size_t);

}  // namespace

void Input::Set(const kerf_input& input) {
  SetValue(0);
  function_ = input.function;
  user_ = input.user;
  if (function_ != nullptr) return;
  table_.x.assign(input.times, input.times + input.n);
  table_.y.assign(input.values, input.values + input.n);
}

auto IsSound(const kerf_input& input, const std::string& name, diag::Emitter& emitter) -> bool {
  const bool has_points = input.n > 0 && input.times != nullptr && input.values != nullptr;
  if (input.function == nullptr && !has_points) {
    emitter.Emit({}, EmptyInput, name);
    return false;
  }
  if (input.n > 0 && input.times == nullptr) {
    emitter.Emit({}, EmptyInput, name);
    return false;
  }
  for (size_t k = 0; k < input.n; ++k) {
    if (std::isfinite(input.times[k]) && (k == 0 || input.times[k] >= input.times[k - 1])) continue;
    emitter.Emit({}, InputTimes, name, k);
    return false;
  }
  for (size_t k = 0; k < input.n && input.function == nullptr; ++k) {
    if (std::isfinite(input.values[k])) continue;
    emitter.Emit({}, InputValues, name, k);
    return false;
  }
  return true;
}

}  // namespace kerf::api
