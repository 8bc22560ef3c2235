// From a file to executables.
#include "fmu/runnable.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "codegen/interpreted.h"
#include "compile/bundle.h"
#include "compile/store.h"
#include "external/external.h"
#include "fmu/observer.h"
#include "model/file.h"
#include "model/tuned_start.h"
#include "runtime/classic_integrators.h"
#include "runtime/executive.h"
#include "sim/start.h"
#include "solvers/factory.h"

namespace kerf::fmu {

namespace {

constexpr const char* kModelFileName = "/model.kerf";

auto TryReadFile(const std::string& path, std::string& bytes) -> bool {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  std::ostringstream text;
  text << in.rdbuf();
  bytes = std::move(text).str();
  return true;
}

// Functions in C, in shared objects that came with the FMU. Signals belong to the host.
auto MakeForeign(compile::UnitOfFunction unit_of) -> std::shared_ptr<flat::ForeignFunctions> {
  external::Options options;
  options.may_call = [](const flat::World&, flat::FunctionId, external::Unit&, std::string&) { return true; };
  options.find_unit = std::move(unit_of);
  options.is_built = true;
  options.watches_faults = false;
  return external::MakeForeignFunctions(std::move(options));
}

}  // namespace

// Runs a problem of the start with what the importer has given.
class HostOfStart : public sim::StartHost {
 public:
  HostOfStart(Runnable& runnable, Log& log) : runnable_(runnable), log_(log) {}

  [[nodiscard]] auto model_functions() -> sim::ModelFunctions& override { return runnable_.functions(); }

  auto ExecutableOf(const model::CompiledModel& problem, sim::Outcome& /*outcome*/,
                    diag::Emitter& /*emitter*/) -> sim::Executable* override {
    const auto part = std::ranges::find(runnable_.parts_, &problem, &Runnable::Part::problem);
    if (part != runnable_.parts_.end()) return part->executable.get();
    return runnable_.MakePart(problem, log_) ? runnable_.parts_.back().executable.get() : nullptr;
  }

  void RunOnce(const model::CompiledModel& problem, const sim::Executable& executable,
               const sim::Settings& settings, sim::Outcome& found, diag::Emitter& emitter) override {
    const auto integrator = runtime::MakeTimeWalker();
    Observer observer(problem, model_functions(), emitter);
    runtime::Executive executive(executable.model(), *integrator, solvers::MakeLinearSolver, settings.run,
                                 observer);
    found.run = executive.Run();
    found.ok = found.run.status == runtime::StepStatus::Ok && model_functions().fault().empty();
    if (!found.ok) {
      sim::ReportFailure(problem, model_functions(), found.run.failure, executive.w(), emitter);
      return;
    }
    for (const uint32_t slot : problem.variables.slot)
      found.final_values.push_back(slot == model::kNoSlot ? 0 : executive.w()[slot]);
  }

 private:
  Runnable& runnable_;
  Log& log_;
};

auto Runnable::Read(const std::string& folder, const std::string& token, Log& log)
    -> std::unique_ptr<Runnable> {
  std::string bytes;
  if (!TryReadFile(folder + kModelFileName, bytes)) {
    log.Error("cannot read `" + folder + kModelFileName + "`");
    return nullptr;
  }
  if (token != "{" + base::Sha256Of(bytes).substr(0, 32) + "}") {
    log.Error("the description (" + token + ") does not belong to `" + folder + kModelFileName + "`");
    return nullptr;
  }
  std::unique_ptr<Runnable> runnable(new Runnable());
  return runnable->Open(bytes, folder, log) ? std::move(runnable) : nullptr;
}

auto Runnable::Open(std::string_view bytes, const std::string& folder, Log& log) -> bool {
  std::string error;
  const auto read = model::Read(bytes, error);
  buffers_ = std::make_shared<source::Buffers>();
  if (read) {
    calls_foreign_ = compile::CallsForeign(*read);
    const auto here = calls_foreign_ ? compile::InFolder(*read, folder) : read;
    compiled_ = compile::Open(*here, *buffers_, MakeForeign, error);
  }
  if (!compiled_) {
    log.Error("the compiled model cannot be used: " + error);
    return false;
  }
  log.SetPlaces(buffers_);
  interface_ = fmi::MakeInterface(*compiled_);
  functions_ = std::make_unique<sim::ModelFunctions>(*compiled_);
  if (!MakePart(*compiled_, log)) return false;
  executable().SetDelays(functions_->DelayLines());
  return true;
}

auto Runnable::MakePart(const model::CompiledModel& problem, Log& log) -> bool {
  std::vector<KerfFunction> resolved;
  for (const model::FunctionUse& use : problem.functions) {
    resolved.push_back(functions_->Find(expr::FunctionId{use.function}));
    if (resolved.back().call != nullptr) continue;
    log.Error("the function `" + use.name + "` is not part of the FMU");
    return false;
  }
  auto executable = sim::Executable::Make(problem, codegen::InterpretTape(*problem.tape, resolved), {});
  executable->SetEffects(functions_->EffectsOf(problem));
  parts_.push_back({&problem, std::move(executable)});
  return true;
}

auto Runnable::FindStart(const GivenValues& given, double time, double tolerance, Log& log) -> bool {
  ends_at_start_ = false;
  functions_->Forget();
  if (!RenewObjects(log)) return false;
  sim::Executable& model = executable();
  model.Reset();
  std::vector<model::VariableValue> tuned;
  for (const auto& [variable, value] : given) {
    if (model::CanBeTuned(*compiled_, variable)) tuned.push_back({variable, value});
  }
  if (!model::IsWithinRanges(*compiled_, tuned))
    log.Tell(Status::Warning, "a parameter is outside of the range that its declaration gives");
  if (!compiled_->initial) model.SetStart(sim::OwnStart(*compiled_, *compiled_, tuned));
  if (compiled_->initial) {
    sim::Settings settings;
    settings.run.start = settings.run.stop = time;
    settings.run.tolerance = tolerance;
    settings.tuned = tuned;
    for (const auto& [variable, value] : given) {
      if (!model::CanBeTuned(*compiled_, variable)) settings.given.push_back({variable, value});
    }
    sim::Outcome outcome;
    HostOfStart host(*this, log);
    const bool is_found = sim::SolveInitial(host, *compiled_, model, settings, outcome, log.emitter());
    TellPrinted(log);
    if (!is_found) return false;
    ends_at_start_ = outcome.ends_at_start;
  }
  std::vector<double> start(model.model().start, model.model().start + model.model().n_slots);
  for (const auto& [variable, value] : given) {
    if (!model::CanBeTuned(*compiled_, variable)) start[compiled_->variables.slot[variable]] = value;
  }
  model.SetStart(std::move(start));
  return true;
}

auto Runnable::RenewObjects(Log& log) -> bool {
  const auto& foreign = flat::LibraryOf(*compiled_).world->foreign;
  std::string error;
  const bool was_new = std::exchange(is_new_, false);
  if (was_new || foreign == nullptr || foreign->RenewObjects(error)) return true;
  log.Error(error);
  return false;
}

void Runnable::TellPrinted(Log& log) {
  for (const std::string& text : functions_->TakeMessages()) log.Tell(Status::Ok, text);
}

}  // namespace kerf::fmu
