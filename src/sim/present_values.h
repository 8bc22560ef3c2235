// Variables with the values that a run has just given them, for the interpreter.
#pragma once

#include <cmath>

#include "flat/interpret.h"
#include "transform/work.h"

namespace kerf::sim {

class PresentValues : public flat::VarValues {
 public:
  // No variable has a value.
  PresentValues() = default;
  // Both must outlive this.
  PresentValues(const transform::Work& work, const double* w) : work_(&work), w_(w) {}

  auto TryValue(expr::VarId var, flat::Value& value) -> bool override {
    if (work_ == nullptr) return false;
    const double number = w_[work_->simcode.slot_of_var[var.index]];
    switch (work_->dae.vars[var].type) {
      case expr::Kind::Real:    value = flat::Value::Real(number); break;
      case expr::Kind::Boolean: value = flat::Value::Boolean(number != 0); break;
      default:                  value = flat::Value::Integer(std::llround(number)); break;
    }
    return true;
  }

 private:
  const transform::Work* work_ = nullptr;
  const double* w_ = nullptr;
};

}  // namespace kerf::sim
