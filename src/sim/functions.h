// Functions from outside a model: tables for inputs, and a user's shared library.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/guarded_call.h"
#include "diag/diag.h"
#include "model/compiled_model.h"
#include "results/table.h"
#include "runtime/abi.h"
#include "sim/model_functions.h"

namespace kerf::sim {

// Linear interpolation; constant beyond the ends. Two rows with one time are a jump: the later value holds
// from there on.
struct LookupTable {
  std::vector<double> x;
  std::vector<double> y;
  [[nodiscard]] auto At(double at) const -> double;
};

// An input that comes from a file: its values against time.
struct TableInput {
  std::string name;
  std::shared_ptr<const LookupTable> table;
};

// An input whose values somebody else knows.
class InputFunction {
 public:
  InputFunction() = default;
  InputFunction(const InputFunction&) = delete;
  auto operator=(const InputFunction&) -> InputFunction& = delete;
  virtual ~InputFunction() = default;
  [[nodiscard]] virtual auto At(double time) const -> double = 0;
};

class Functions {
 public:
  Functions() = default;
  Functions(const Functions&) = delete;
  auto operator=(const Functions&) -> Functions& = delete;
  ~Functions();

  void AddTable(TableInput input) { tables_.push_back(std::move(input)); }
  // An input as a function of time, which must outlive this.
  void AddInput(std::string name, InputFunction& function) {
    inputs_.emplace_back(std::move(name), &function);
  }
  // Instants at which such inputs jump or have kinks.
  void SetBreakpoints(std::vector<double> instants) { breakpoints_ = std::move(instants); }
  // Opens a shared library; false if it cannot be had (reported).
  auto AddLibrary(const std::string& path, diag::Emitter& emitter) -> bool;
  // Functions of the model itself come before those of libraries. They must outlive what Resolve gives.
  void SetModel(ModelFunctions* model) { model_ = model; }
  // The functions in the order given; each one that nobody defines is reported. A function with one output is
  // a C function `double NAME(double, …)`; a procedure is `void NAME(const double* in, double* out)`.
  auto Resolve(const std::vector<model::FunctionUse>& wanted, diag::Emitter& emitter)
      -> std::vector<KerfFunction>;
  // Instants at which inputs jump or have kinks, ascending.
  [[nodiscard]] auto Breakpoints() const -> std::vector<double>;

 private:
  // One of a shared library, for the ABI.
  struct UserFunction {
    Functions* owner = nullptr;
    std::string name;
    void* symbol = nullptr;
    void (*caller)(void* symbol, const double* in, double* out) = nullptr;
    uint32_t n_outputs = 1;
  };
  static void CallUser(void* context, const double* in, double* out);

  std::vector<TableInput> tables_;
  std::vector<std::pair<std::string, InputFunction*>> inputs_;
  std::vector<double> breakpoints_;
  std::vector<void*> libraries_;
  ModelFunctions* model_ = nullptr;
  std::vector<std::unique_ptr<UserFunction>> user_functions_;
  std::optional<base::FaultWatch> watch_;
  // How one ended that did not come back; "": none has.
  std::string fault_;
};

// The column of a result file that belongs to an input: the one of its name, or the only one beside time.
auto LoadTable(const std::string& path, const std::string& input, diag::Emitter& emitter)
    -> std::shared_ptr<const LookupTable>;

}  // namespace kerf::sim
