// Parameters with other values than the model was compiled with, and what follows from them before the run.
#pragma once

#include <span>
#include <vector>

#include "model/compiled_model.h"

namespace kerf::model {

// By number of the variable.
struct VariableValue {
  uint32_t variable = 0;
  double value = 0;
};

// Whether a run may give the variable another value, or a state another start value; otherwise that takes
// another compilation.
auto CanBeTuned(const CompiledModel& model, uint32_t variable) -> bool;

// Whether parameters, and those that follow from them, stay within the ranges that their declarations give.
// The compiler tells where they do not.
auto IsWithinRanges(const CompiledModel& model, std::span<const VariableValue> given) -> bool;

class TunedStart {
 public:
  // Of variables that can be tuned; what they are given must outlive this.
  TunedStart(const CompiledModel& model, std::span<const VariableValue> given);

  // The slots with which the model, or a problem of its start, begins with these values.
  [[nodiscard]] auto StartOf(const CompiledModel& problem) const -> std::vector<double>;
  // By number: what has been given or follows from that.
  [[nodiscard]] auto IsChanged(uint32_t variable) const -> bool { return is_changed_[variable]; }
  [[nodiscard]] auto ValueOf(uint32_t variable) const -> double { return values_[variable]; }

 private:
  void HoldRelations(const CompiledModel& problem, std::vector<double>& start) const;

  std::span<const VariableValue> given_;
  std::vector<double> values_;
  std::vector<bool> is_changed_;
};

}  // namespace kerf::model
