// Functions of the model that are called during the run: machine code, or the interpreter, behind the calling
// convention of the ABI. The interpreter also does each call that machine code gives back, and so finds the
// words for what went wrong.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flat/interpret.h"
#include "flat/library.h"
#include "runtime/abi.h"
#include "runtime/delay_line.h"
#include "sim/compiled_calls.h"
#include "sim/executable.h"
#include "sim/present_values.h"
#include "sim/recent_results.h"

namespace kerf::sim {

class ModelFunctions {
 public:
  // The model must outlive this.
  explicit ModelFunctions(const model::CompiledModel& compiled);
  ModelFunctions(const ModelFunctions&) = delete;
  auto operator=(const ModelFunctions&) -> ModelFunctions& = delete;

  // Compiles those of the functions that tapes call; without this all are interpreted. "" or why none could
  // be compiled.
  auto Compile(const std::vector<expr::FunctionId>& scalars, FunctionTranslator translate) -> std::string;
  [[nodiscard]] auto calls() const -> const CompiledCalls& { return calls_; }
  // The function as the runtime calls it; without call if the model has none of that id.
  [[nodiscard]] auto Find(expr::FunctionId scalar) -> KerfFunction;
  // The lines of the delays of the model, in order.
  [[nodiscard]] auto DelayLines() const -> std::vector<runtime::DelayLine*>;
  // The effects of the model, or of one of its problems of the start, as the runtime calls them, in order.
  // The model must outlive the calls.
  auto EffectsOf(const model::CompiledModel& compiled) -> std::vector<EffectCall>;
  // Why the last call that failed did so, and which function it was of; "" if none has since Forget.
  [[nodiscard]] auto error() const -> const std::string& { return error_; }
  [[nodiscard]] auto failed_function() const -> std::string;
  // How a function of other languages ended that did not come back; "": none has. The run must end.
  [[nodiscard]] auto fault() const -> const std::string&;
  void SetFault(std::string fault) { fault_ = std::move(fault); }
  // A failure that the run has got over is none.
  void Forget() { error_.clear(); }
  // What functions printed since the last call, each text once.
  auto TakeMessages() -> std::vector<std::string>;

 private:
  struct Entry {
    ModelFunctions* owner = nullptr;
    const flat::RunTimeFunction* function = nullptr;
    // In calls_, which has none before Compile.
    size_t number = 0;
    // Of a function outside whose results may be remembered; made by its first call.
    std::optional<bool> is_repeatable;
    RecentResults recent;
  };
  struct EffectEntry {
    ModelFunctions* owner = nullptr;
    const model::CompiledModel* compiled = nullptr;
    const flat::RunTimeEffect* effect = nullptr;
  };
  static auto CallEffect(void* context, const double* w) -> uint32_t;
  auto RunEffect(const model::CompiledModel& compiled, const flat::RunTimeEffect& effect, const double* w)
      -> bool;
  auto CallWithPresent(const flat::RunTimeEffect& effect) -> bool;
  static void Call(void* context, const double* in, double* out);
  void Run(Entry& entry, const double* in, double* out);
  auto IsRepeatable(Entry& entry) -> bool;
  static void FillWithNan(const Entry& entry, double* out);
  auto Interpret(const flat::RunTimeFunction& function, const double* in, double* out) -> bool;

  const flat::Library& library_;
  // What the arguments of an effect are made of, while it is called.
  PresentValues present_;
  flat::Interpreter interpreter_;
  CompiledCalls calls_;
  bool is_compiled_ = false;
  // A call was stopped.
  bool is_stopped_ = false;
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<runtime::DelayLine>> lines_;
  // Stable addresses.
  std::vector<std::unique_ptr<EffectEntry>> effects_;
  std::string error_;
  std::string fault_;
  expr::FunctionId failed_;
  std::vector<std::string> messages_;
};

}  // namespace kerf::sim
