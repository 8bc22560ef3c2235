// Variables with the values that a run has just given them, for the interpreter.
#pragma once

#include <cmath>

#include "flat/interpret.h"
#include "model/compiled_model.h"

namespace kerf::sim {

class PresentValues : public flat::VarValues {
 public:
  // No variable has a value.
  PresentValues() = default;
  // Both must outlive this.
  PresentValues(const model::CompiledModel& compiled, const double* w) : compiled_(&compiled), w_(w) {}

  auto TryValue(expr::VarId var, flat::Value& value) -> bool override {
    if (compiled_ == nullptr) return false;
    const double number = w_[compiled_->variables.slot[var.index]];
    switch (compiled_->variables.type[var.index]) {
      case model::ScalarType::Real:    value = flat::Value::Real(number); break;
      case model::ScalarType::Boolean: value = flat::Value::Boolean(number != 0); break;
      case model::ScalarType::Integer: value = flat::Value::Integer(std::llround(number)); break;
    }
    return true;
  }

 private:
  const model::CompiledModel* compiled_ = nullptr;
  const double* w_ = nullptr;
};

}  // namespace kerf::sim
