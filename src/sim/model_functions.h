// Functions of the model that are called during the run: the interpreter behind the calling convention of the
// ABI.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dae/model.h"
#include "flat/interpret.h"
#include "runtime/abi.h"

namespace kerf::sim {

class ModelFunctions {
 public:
  // The DAE must outlive this.
  explicit ModelFunctions(const dae::Dae& dae);
  ModelFunctions(const ModelFunctions&) = delete;
  auto operator=(const ModelFunctions&) -> ModelFunctions& = delete;

  // The function as the runtime calls it; without call if the model has none of that id.
  [[nodiscard]] auto Find(expr::FunctionId scalar) -> KerfFunction;
  // Why the last call that failed did so, and which function it was of; "" if none has since Forget.
  [[nodiscard]] auto error() const -> const std::string& { return error_; }
  [[nodiscard]] auto failed_function() const -> std::string;
  // A failure that the run has got over is none.
  void Forget() { error_.clear(); }
  // What functions printed since the last call, each text once.
  auto TakeMessages() -> std::vector<std::string>;

 private:
  class NoVars : public flat::VarValues {
   public:
    auto TryValue(flat::VarId, flat::Value&) -> bool override { return false; }
  };
  struct Entry {
    ModelFunctions* owner = nullptr;
    const dae::RunTimeFunction* function = nullptr;
  };
  static void Call(void* context, const double* in, double* out);
  void Run(const dae::RunTimeFunction& function, const double* in, double* out);

  const dae::Dae& dae_;
  NoVars no_vars_;
  flat::Interpreter interpreter_;
  std::vector<Entry> entries_;
  std::string error_;
  expr::FunctionId failed_;
  std::vector<std::string> messages_;
};

}  // namespace kerf::sim
