// A model ready to run: its programs translated to machine code, or interpreted, behind the C ABI.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/compile.h"
#include "model/compiled_model.h"
#include "runtime/abi.h"
#include "runtime/delay_line.h"

namespace kerf::sim {

enum class Engine : uint8_t { Jit, Interpreter };

struct EffectCall {
  uint32_t (*run)(void* context, const double* w);
  void* context;
};

class Executable {
 public:
  // The model must outlive the executable. `tape` is what executes its tape.
  static auto Make(const model::CompiledModel& compiled, std::shared_ptr<const codegen::CompiledTape> tape,
                   std::vector<double> input_events) -> std::unique_ptr<Executable>;
  // Another one that shares the machine code of `other`, for a run at the same time. Only where the code
  // calls no functions: they belong to one run at a time.
  static auto Share(const Executable& other) -> std::unique_ptr<Executable>;

  [[nodiscard]] auto model() const -> const KerfModel& { return model_; }
  // The lines of the delays of the model, in their order.
  void SetDelays(const std::vector<runtime::DelayLine*>& lines);
  // What the effects of the model do, in their order.
  void SetEffects(const std::vector<EffectCall>& calls);
  // Start values in place of those of the model, by slot.
  void SetStart(std::vector<double> start);
  // Instants at which inputs jump or have kinks, ascending.
  void SetInputEvents(std::vector<double> instants);
  // Who feeds the inputs; null: they keep their values.
  void SetFeed(void (*feed)(void* context, double* w), void* context);
  // As it was made, for another run: start and nominal values of the model.
  void Reset();
  // Lowers the nominal value of states that stayed far below it, to what they reached, and of those that grew
  // from a start far below it, to what they started from: their first errors grow with them. True if one was
  // lowered: the tolerances of the run were too coarse for it.
  auto AdaptNominal(const std::vector<double>& magnitude, const std::vector<double>& start) -> bool;
  // Nominal values as the model has them.
  void RestoreNominal();
  [[nodiscard]] auto compile_statistics() const -> const codegen::CompileStatistics& {
    return tape_->statistics();
  }

 private:
  explicit Executable(const model::CompiledModel& compiled) : compiled_(compiled) {}
  void Assemble();
  void AssembleEvents();
  void AssembleStateSets();
  auto AssembleProgram(const model::Program& program, std::vector<KerfStep>& steps) -> KerfProgram;
  auto CodeOf(model::CodeId id) const -> KerfCode;

  const model::CompiledModel& compiled_;
  std::shared_ptr<const codegen::CompiledTape> tape_;
  std::vector<double> input_events_;
  std::vector<double> start_;
  std::vector<double> nominal_;
  std::vector<KerfStep> once_;
  std::vector<KerfStep> derivative_;
  std::vector<KerfStep> output_;
  std::vector<KerfStep> event_;
  std::vector<KerfPrevious> previous_;
  std::vector<KerfSampler> samplers_;
  std::vector<KerfAssertion> assertions_;
  std::vector<KerfReinit> reinits_;
  std::vector<KerfStateSet> state_sets_;
  std::vector<KerfStateWatch> state_watches_;
  std::vector<KerfEffect> effects_;
  std::vector<KerfDelay> delays_;
  std::vector<KerfBlock> blocks_;
  std::vector<KerfRelation> relations_;
  std::vector<uint32_t> inputs_;
  KerfModel model_{};
};

}  // namespace kerf::sim
