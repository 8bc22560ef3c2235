// Values of parameters and constants of a flat model, by the interpreter, each evaluated once and on demand.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "flat/interpret.h"
#include "flat/model.h"

namespace kerf::transform {

class FlatValues : public flat::VarValues {
 public:
  // The model must outlive this.
  explicit FlatValues(flat::Model& model)
      : model_(model),
        interpreter_(*model.world, *this),
        states_(model.vars.size(), State::Unasked),
        is_used_(model.vars.size(), false) {}

  // Element `element` of a variable gets another value than its binding says.
  void Override(flat::VarId var, uint32_t element, double value) {
    overrides_[var].push_back({element, value});
  }
  // False for variables that are neither parameters nor external objects, whose value is found at the start
  // of the run, or that have none. An object is made when it is first asked for.
  //
  // Whoever asks makes use of the value: it decides something about the model, which would be another one
  // with another value. Values that only give those of other parameters are not used by that.
  auto TryValue(flat::VarId var, flat::Value& value) -> bool override;
  // For somebody on whom nothing in the model depends.
  auto TryLook(flat::VarId var, flat::Value& value) -> bool;
  void NoteUse(flat::VarId var) { is_used_[var.index] = true; }
  // By variable, whether something in the model depends on its value.
  [[nodiscard]] auto is_used() const -> const std::vector<bool>& { return is_used_; }
  // Whether the value is given by the equations of the start.
  auto IsFree(flat::VarId var) -> bool;
  [[nodiscard]] auto interpreter() -> flat::Interpreter& { return interpreter_; }

 private:
  enum class State : uint8_t { Unasked, Asked, Known, None };
  struct OverriddenElement {
    uint32_t element;
    double value;
  };
  auto Evaluate(flat::VarId var) -> std::optional<flat::Value>;
  void Apply(flat::VarId var, flat::Value& value) const;

  flat::Model& model_;
  flat::Interpreter interpreter_;
  std::vector<State> states_;
  std::vector<bool> is_used_;
  // Evaluations of bindings that are under way.
  uint32_t depth_ = 0;
  std::unordered_map<flat::VarId, flat::Value> values_;
  std::unordered_map<flat::VarId, std::vector<OverriddenElement>> overrides_;
};

}  // namespace kerf::transform
