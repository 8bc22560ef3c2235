// See instance.h.
#include "sim/instance.h"

#include <algorithm>

#include "flat/foreign.h"
#include "flat/library.h"
#include "sim/run_once.h"
#include "sim/start.h"

namespace kerf::sim {

namespace {

KERF_DIAG(ObjectsNotRenewed, Error, "the run cannot begin: {}", std::string);

auto TouchesSlotsOnly(const model::CompiledModel& problem) -> bool {
  const flat::Library& library = flat::LibraryOf(problem);
  return problem.functions.empty() && library.functions.empty() && library.effects.empty() &&
         library.delays.empty() &&
         std::ranges::none_of(library.messages, [](expr::ExprId text) { return text.has_value(); });
}

class InstanceStart : public StartHost {
 public:
  explicit InstanceStart(Instance& instance) : instance_(instance) {}
  [[nodiscard]] auto model_functions() -> ModelFunctions& override { return instance_.model_functions(); }
  auto ExecutableOf(const model::CompiledModel& problem, Outcome& outcome, diag::Emitter& emitter)
      -> Executable* override {
    return instance_.ExecutableOf(problem, outcome, emitter);
  }
  void RunOnce(const model::CompiledModel& problem, const Executable& executable, const Settings& settings,
               Outcome& found, diag::Emitter& emitter) override {
    sim::RunOnce(problem, model_functions(), executable, settings, found, nullptr, emitter);
  }

 private:
  Instance& instance_;
};

}  // namespace

auto SolveInitial(Instance& instance, const Settings& settings, Outcome& outcome, diag::Emitter& emitter)
    -> bool {
  InstanceStart host(instance);
  return SolveInitial(host, instance.compiled(), instance.executable(), settings, outcome, emitter);
}

auto CanShareCode(const model::CompiledModel& compiled) -> bool {
  return TouchesSlotsOnly(compiled) && (!compiled.initial || TouchesSlotsOnly(*compiled.initial)) &&
         (!compiled.homotopy_problem || TouchesSlotsOnly(*compiled.homotopy_problem));
}

Instance::Instance(const model::CompiledModel& compiled, Functions& functions, Engine engine,
                   std::shared_ptr<const Instance> other)
    : compiled_(compiled),
      functions_(functions),
      engine_(engine),
      model_functions_(compiled),
      other_(CanShareCode(compiled) && engine == Engine::Jit ? std::move(other) : nullptr) {
  functions_.SetModel(&model_functions_);
  parts_.push_back({&compiled_, nullptr});
  if (compiled_.initial) parts_.push_back({compiled_.initial.get(), nullptr});
  if (compiled_.homotopy_problem) parts_.push_back({compiled_.homotopy_problem.get(), nullptr});
}

auto Instance::Prepare(Outcome& outcome, diag::Emitter& emitter) -> bool {
  if (parts_[0].executable) return Renew(emitter);
  if (!CompileFunctions(compiled_, model_functions_, engine_, outcome, emitter) ||
      !Translated(parts_[0], outcome, emitter))
    return false;
  executable().SetInputEvents(functions_.Breakpoints());
  executable().SetDelays(model_functions_.DelayLines());
  return true;
}

auto Instance::ExecutableOf(const model::CompiledModel& problem, Outcome& outcome, diag::Emitter& emitter)
    -> Executable* {
  Part& part = *std::ranges::find(parts_, &problem, &Part::problem);
  return part.executable || Translated(part, outcome, emitter) ? part.executable.get() : nullptr;
}

auto Instance::Translated(Part& part, Outcome& outcome, diag::Emitter& emitter) -> bool {
  const auto at = static_cast<size_t>(&part - parts_.data());
  const Executable* shared = other_ ? other_->parts_[at].executable.get() : nullptr;
  part.executable = shared != nullptr ? Executable::Share(*shared)
                                      : Translate(*part.problem, functions_, engine_, outcome, emitter);
  if (part.executable) part.executable->SetEffects(model_functions_.EffectsOf(*part.problem));
  return part.executable != nullptr;
}

// Objects of external functions remember what they were asked.
auto Instance::Renew(diag::Emitter& emitter) -> bool {
  for (Part& part : parts_) {
    if (part.executable) part.executable->Reset();
  }
  executable().SetInputEvents(functions_.Breakpoints());
  model_functions_.Forget();
  model_functions_.TakeMessages();
  std::string error;
  const auto& foreign = flat::LibraryOf(compiled_).world->foreign;
  if (foreign == nullptr || foreign->RenewObjects(error)) return true;
  emitter.Emit({}, ObjectsNotRenewed, error);
  return false;
}

}  // namespace kerf::sim
