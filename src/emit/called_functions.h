// Functions of the model that are called during the run, as ScalarFunctions. Those that they call in turn are
// found while they are made.
#pragma once

#include <vector>

#include "emit/lower_function.h"
#include "transform/work.h"

namespace kerf::emit {

class CalledFunctions {
 public:
  CalledFunctions(const transform::Work& work, LoweringRules rules);
  CalledFunctions(const CalledFunctions&) = delete;
  auto operator=(const CalledFunctions&) -> CalledFunctions& = delete;
  ~CalledFunctions() = default;

  // `scalar`: the function of numbers that stands for a call in expressions.
  [[nodiscard]] auto Has(FunctionId scalar) const -> bool { return Find(scalar) != nullptr; }
  // False: why() tells what the function has that no statement can say.
  auto Lower(FunctionId scalar, ScalarFunction& out) -> bool;
  // As FunctionLowering does it.
  auto Settle(ExprId value, ScalarFunction& out) -> ExprId { return lowering_.Settle(value, out); }
  [[nodiscard]] auto why() const -> const std::string& { return lowering_.why(); }

 private:
  // A function of numbers knows no variables of the model.
  class NoValues : public flat::VarValues {
   public:
    auto TryValue(expr::VarId /*var*/, flat::Value& /*value*/) -> bool override { return false; }
  };

  [[nodiscard]] auto Find(FunctionId scalar) const -> const dae::RunTimeFunction*;
  auto Requested(dae::RunTimeFunction& call) -> FunctionId;

  flat::World& world_;
  std::vector<dae::RunTimeFunction> calls_;
  NoValues no_values_;
  flat::Interpreter interpreter_;
  FunctionLowering lowering_;
};

}  // namespace kerf::emit
