// An instance of a model: all that one run at a time needs, translated once. Runs follow each other in an
// instance, each with the bits that it would have alone; runs at the same time have an instance each.
#pragma once

#include <memory>
#include <vector>

#include "sim/simulate.h"

namespace kerf::sim {

class Instance {
 public:
  // The model and the functions must outlive the instance. What is translated takes its machine code from
  // `other`, an instance of the same model, if that model CanShareCode.
  Instance(const model::CompiledModel& compiled, Functions& functions, Engine engine,
           std::shared_ptr<const Instance> other = nullptr);
  Instance(const Instance&) = delete;
  auto operator=(const Instance&) -> Instance& = delete;

  // Translates, if that has not been done, and brings what earlier runs have left back to its beginning.
  // False after a reported failure.
  auto Prepare(Outcome& outcome, diag::Emitter& emitter) -> bool;
  // An instance in which code from outside has failed is not used again.
  [[nodiscard]] auto IsUsable() const -> bool { return model_functions_.fault().empty(); }

  [[nodiscard]] auto compiled() const -> const model::CompiledModel& { return compiled_; }
  [[nodiscard]] auto engine() const -> Engine { return engine_; }
  [[nodiscard]] auto model_functions() -> ModelFunctions& { return model_functions_; }
  // After Prepare.
  [[nodiscard]] auto executable() -> Executable& { return *parts_[0].executable; }
  // That of a problem of the start, translated when it is first asked for. Null after a reported failure.
  auto ExecutableOf(const model::CompiledModel& problem, Outcome& outcome, diag::Emitter& emitter)
      -> Executable*;

 private:
  struct Part {
    const model::CompiledModel* problem = nullptr;
    std::unique_ptr<Executable> executable;
  };
  auto Translated(Part& part, Outcome& outcome, diag::Emitter& emitter) -> bool;
  auto Renew(diag::Emitter& emitter) -> bool;

  const model::CompiledModel& compiled_;
  Functions& functions_;
  Engine engine_;
  ModelFunctions model_functions_;
  std::shared_ptr<const Instance> other_;
  // The model and its problems of the start.
  std::vector<Part> parts_;
};

// Whether nothing outside of the slots is read or written by a run: no functions, no delays, no texts that
// are computed.
auto CanShareCode(const model::CompiledModel& compiled) -> bool;

// Brings a prepared instance to the start of a run, solving the problem of the start if there is one.
auto Begin(Instance& instance, const Settings& settings, Outcome& outcome, diag::Emitter& emitter) -> bool;

// Whether the settings name a solver and variables that there are; false after a reported mistake.
auto CheckSettings(const model::CompiledModel& compiled, const Settings& settings, diag::Emitter& emitter)
    -> bool;

// A run in an instance.
auto Simulate(Instance& instance, const Settings& settings, diag::Emitter& emitter) -> Outcome;

}  // namespace kerf::sim
