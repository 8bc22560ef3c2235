// Life of an instance, and values. Who runs the model is in instance_exchange.cpp and instance_steps.cpp.
#include "fmu/instance.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/simulate.h"
#include "solvers/factory.h"

namespace kerf::fmu {

namespace {

auto NameOf(Mode mode) -> const char* {
  switch (mode) {
    case Mode::Instantiated:   return "Instantiated";
    case Mode::Initialization: return "Initialization Mode";
    case Mode::Event:          return "Event Mode";
    case Mode::Continuous:     return "Continuous-Time Mode";
    case Mode::Step:           return "Step Mode";
    case Mode::Terminated:     return "Terminated";
    case Mode::Failed:         return "an error state";
  }
  return "";
}

auto NameOf(model::ScalarType type) -> const char* {
  switch (type) {
    case model::ScalarType::Real:    return "Real";
    case model::ScalarType::Integer: return "Integer";
    case model::ScalarType::Boolean: return "Boolean";
  }
  return "";
}

}  // namespace

auto Instance::Make(Kind kind, const std::string& resources, const std::string& token, LogFunction function,
                    bool is_logging, StepCapabilities capabilities) -> std::unique_ptr<Instance> {
  std::unique_ptr<Instance> instance(new Instance(kind, std::move(function), is_logging));
  instance->capabilities_ = capabilities;
  instance->runnable_ = Runnable::Read(resources, token, instance->log_);
  if (!instance->runnable_) return nullptr;
  const model::Experiment& experiment = instance->runnable_->compiled().experiment;
  instance->tolerance_ = experiment.tolerance.value_or(instance->tolerance_);
  instance->start_ = experiment.start_time.value_or(0);
  return instance;
}

auto Instance::IsIn(std::initializer_list<Mode> modes, const char* call) -> bool {
  if (std::ranges::find(modes, mode_) != modes.end()) return true;
  log_.Error(fmt::format("{} must not be called in {}", call, NameOf(mode_)));
  return false;
}

auto Instance::Fail(const std::string& text) -> Status {
  log_.Error(text);
  return Status::Error;
}

auto Instance::SetUp(std::optional<double> tolerance, double start, std::optional<double> stop) -> Status {
  if (!std::isfinite(start) || (stop && !(*stop >= start)))
    return Fail(fmt::format("a run from {} to {} is not possible", start, stop.value_or(start)));
  start_ = start;
  stop_ = stop;
  if (stop_ && std::isinf(*stop_)) stop_.reset();
  if (tolerance && *tolerance > 0 && *tolerance < 1) tolerance_ = *tolerance;
  is_started_ = false;
  return Status::Ok;
}

auto Instance::EnterInitialization() -> Status {
  mode_ = Mode::Initialization;
  is_started_ = false;
  return Status::Ok;
}

auto Instance::ExitInitialization() -> Status {
  if (!Start()) {
    mode_ = Mode::Failed;
    return Status::Error;
  }
  mode_ = kind_ == Kind::ModelExchange || has_event_mode() ? Mode::Event : Mode::Step;
  if (stepper_ && mode_ == Mode::Event) stepper_->EnterEvent();
  return Status::Ok;
}

// Solves for the start with what is given so far, unless that has been done.
auto Instance::Start() -> bool {
  if (is_started_) return true;
  exchange_.reset();
  stepper_.reset();
  if (!runnable_->FindStart(given_, start_, tolerance_, log_)) return false;
  if (kind_ == Kind::CoSimulation) {
    MakeStepper();
    is_started_ = stepper_->Initialize();
    return is_started_;
  }
  MakeExchange();
  is_started_ = Tell(exchange_->Initialize(start_)) == Status::Ok;
  return is_started_;
}

void Instance::MakeStepper() {
  const StepperOptions options{start_, stop_, tolerance_, has_event_mode()};
  stepper_ = std::make_unique<Stepper>(*runnable_, options, log_);
}

void Instance::MakeExchange() {
  runtime::ExchangeOptions options;
  options.tolerance = tolerance_;
  options.run_length = stop_ ? *stop_ - start_ : 1;
  observer_ = std::make_unique<Observer>(runnable_->compiled(), runnable_->functions(), log_.emitter());
  exchange_ = std::make_unique<runtime::Exchange>(runnable_->executable().model(), solvers::MakeLinearSolver,
                                                  options, *observer_);
}

auto Instance::Terminate() -> Status {
  Status status = Status::Ok;
  if (exchange_ && (mode_ == Mode::Event || mode_ == Mode::Continuous)) status = Tell(exchange_->EndRun());
  if (stepper_) stepper_->LeaveEvent();
  if (stepper_ && !stepper_->EndRun()) status = Status::Error;
  runnable_->TellPrinted(log_);
  mode_ = Mode::Terminated;
  return status;
}

auto Instance::Reset() -> Status {
  exchange_.reset();
  stepper_.reset();
  given_.clear();
  is_started_ = false;
  const model::Experiment& experiment = runnable_->compiled().experiment;
  start_ = experiment.start_time.value_or(0);
  stop_.reset();
  tolerance_ = experiment.tolerance.value_or(1e-6);
  mode_ = Mode::Instantiated;
  return Status::Ok;
}

// A failure that a smaller step may cure lets the importer try again.
auto Instance::Tell(runtime::StepStatus status) -> Status {
  runnable_->TellPrinted(log_);
  sim::ModelFunctions& functions = runnable_->functions();
  if (status == runtime::StepStatus::Ok && functions.fault().empty()) return Status::Ok;
  const bool is_step =
      mode_ == Mode::Continuous && runtime::IsRecoverable(status) && functions.fault().empty();
  sim::ReportFailure(runnable_->compiled(), functions, exchange_->failure(), exchange_->w(), log_.emitter());
  functions.Forget();
  if (is_step) return Status::Discard;
  mode_ = Mode::Failed;
  return Status::Error;
}

// All slots as they are now, up to date; null after a message.
auto Instance::Slots() -> const double* {
  if (mode_ == Mode::Instantiated) return runnable_->compiled().programs->start.data();
  if (mode_ == Mode::Initialization && !Start()) return nullptr;
  if (stepper_) return stepper_->Values();
  if (!exchange_) return nullptr;
  return Tell(exchange_->EvaluateAll()) == Status::Ok ? exchange_->w() : nullptr;
}

auto Instance::Find(uint32_t reference, model::ScalarType type, bool is_set) -> const fmi::Shown* {
  const uint32_t index = interface().Find(reference);
  const fmi::Shown* shown = index == fmi::kNone ? nullptr : &interface().variables[index];
  if (shown == nullptr || shown->type != type) {
    log_.Error(fmt::format("there is no {} variable with the value reference {}", NameOf(type), reference));
    return nullptr;
  }
  const bool may_be_set =
      shown->causality == fmi::Causality::Input || shown->causality == fmi::Causality::Parameter ||
      (shown->initial == fmi::Initial::Exact && shown->variability != fmi::Variability::Constant);
  if (is_set && !may_be_set) {
    log_.Error(fmt::format("`{}` cannot be set", shown->name));
    return nullptr;
  }
  return shown;
}

auto Instance::Get(std::span<const uint32_t> references, model::ScalarType type, double* values) -> Status {
  if (references.empty()) return Status::Ok;
  const double* w = Slots();
  if (w == nullptr) return mode_ == Mode::Continuous ? Status::Discard : Status::Error;
  for (size_t k = 0; k < references.size(); ++k) {
    const uint32_t reference = references[k];
    const uint32_t indicator = reference - interface().first_indicator;
    const bool is_indicator =
        reference >= interface().first_indicator && indicator < interface().n_indicators;
    if (is_indicator && type == model::ScalarType::Real) {
      indicators_.assign(interface().n_indicators, 0.0);
      if (exchange_) exchange_->Indicators(indicators_.data());
      values[k] = indicators_[indicator];
      continue;
    }
    const fmi::Shown* shown = Find(reference, type, false);
    if (shown == nullptr) return Status::Error;
    values[k] = w[shown->slot];
    if (mode_ != Mode::Instantiated) continue;
    const auto given = given_.find(reference);
    if (given != given_.end()) values[k] = given->second;
    if (reference == interface().time) values[k] = start_;
  }
  return Status::Ok;
}

auto Instance::Set(std::span<const uint32_t> references, model::ScalarType type, const double* values)
    -> Status {
  for (size_t k = 0; k < references.size(); ++k) {
    const fmi::Shown* shown = Find(references[k], type, true);
    if (shown == nullptr) return Status::Error;
    if (!std::isfinite(values[k]))
      return Fail(fmt::format("`{}` cannot be set to {}", shown->name, values[k]));
    const bool is_before = mode_ == Mode::Instantiated || mode_ == Mode::Initialization;
    const Status status = is_before ? GiveBefore(*shown, values[k]) : GiveNow(*shown, values[k]);
    if (status != Status::Ok) return status;
  }
  return Status::Ok;
}

auto Instance::GiveBefore(const fmi::Shown& shown, double value) -> Status {
  const auto [at, is_new] = given_.try_emplace(shown.reference, value);
  if (!is_new && at->second == value) return Status::Ok;
  at->second = value;
  is_started_ = false;
  return Status::Ok;
}

auto Instance::GiveNow(const fmi::Shown& shown, double value) -> Status {
  if (shown.causality != fmi::Causality::Input)
    return Fail(fmt::format("`{}` cannot be set in {}", shown.name, NameOf(mode_)));
  const bool is_discrete = shown.variability == fmi::Variability::Discrete;
  if (is_discrete && mode_ == Mode::Continuous)
    return Fail(fmt::format("the discrete input `{}` can be set in Event Mode only", shown.name));
  // Importers may give discrete inputs again what they have.
  if (is_discrete && mode_ == Mode::Step && has_event_mode() && stepper_->Input(shown.slot) != value)
    return Fail(fmt::format("the discrete input `{}` can be set in Event Mode only", shown.name));
  if (stepper_) stepper_->Set(shown.slot, value);
  if (exchange_) exchange_->SetInput(shown.slot, value);
  return Status::Ok;
}

}  // namespace kerf::fmu
