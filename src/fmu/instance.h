// An instance of an FMU, as both versions of FMI have it: its mode, what the importer has given, and who runs
// the model, by itself (stepper.h) or for a host (runtime/exchange.h). No call throws anything but
// std::bad_alloc, and each tells in the log why it failed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "fmu/runnable.h"
#include "fmu/stepper.h"
#include "runtime/exchange.h"

namespace kerf::fmu {

enum class Kind : uint8_t { ModelExchange, CoSimulation };

enum class Mode : uint8_t { Instantiated, Initialization, Event, Continuous, Step, Terminated, Failed };

// All of an instance that changes.
struct Memory {
  Mode mode = Mode::Instantiated;
  GivenValues given;
  double start = 0;
  std::optional<double> stop;
  double tolerance = 0;
  bool is_started = false;
  std::optional<runtime::ExchangeMemory> exchange;
  std::optional<StepperMemory> stepper;
};

struct StepEnd {
  double time = 0;
  bool is_terminated = false;
  bool is_early = false;
  // An event waits here for the event mode.
  bool needs_event = false;
};

// What the importer of FMI 3.0 is ready for in co-simulation.
struct StepCapabilities {
  // It enters the event mode where an event waits; otherwise events happen inside of steps.
  bool has_event_mode = false;
  bool may_return_early = false;
};

// Asked after each step of the integrator: whether to return early, and where at the latest.
struct Interruption {
  bool is_wanted = false;
  double time = 0;
};
using Watcher = std::function<Interruption(double time)>;

class Instance {
 public:
  // Null after a message.
  static auto Make(Kind kind, const std::string& resources, const std::string& token, LogFunction function,
                   bool is_logging, StepCapabilities capabilities = {}) -> std::unique_ptr<Instance>;

  [[nodiscard]] auto kind() const -> Kind { return kind_; }
  [[nodiscard]] auto has_event_mode() const -> bool { return capabilities_.has_event_mode; }
  [[nodiscard]] auto mode() const -> Mode { return mode_; }
  [[nodiscard]] auto log() -> Log& { return log_; }
  [[nodiscard]] auto interface() const -> const fmi::Interface& { return runnable_->interface(); }
  [[nodiscard]] auto n_states() const -> uint32_t { return runnable_->compiled().programs->n_states; }
  // Whether the call belongs to one of these modes; otherwise tells that it does not.
  auto IsIn(std::initializer_list<Mode> modes, const char* call) -> bool;

  auto SetUp(std::optional<double> tolerance, double start, std::optional<double> stop) -> Status;
  auto EnterInitialization() -> Status;
  auto ExitInitialization() -> Status;
  auto Terminate() -> Status;
  auto Reset() -> Status;

  // Values of variables of that type.
  auto Get(std::span<const uint32_t> references, model::ScalarType type, double* values) -> Status;
  auto Set(std::span<const uint32_t> references, model::ScalarType type, const double* values) -> Status;

  // Model exchange, and the event mode of co-simulation.
  auto EnterEvent() -> Status;
  auto Settle(runtime::EventNews& news) -> Status;
  auto EnterContinuous() -> Status;
  auto CompleteStep(bool& wants_event) -> Status;
  auto SetTime(double time) -> Status;
  auto SetStates(std::span<const double> x) -> Status;
  auto GetStates(std::span<double> x) -> Status;
  auto GetDerivatives(std::span<double> x_dot) -> Status;
  auto GetIndicators(std::span<double> values) -> Status;
  auto GetNominals(std::span<double> nominals) -> Status;

  // Co-simulation.
  auto Step(double time, double size, const Watcher& watcher, StepEnd& end) -> Status;
  auto EnterStep() -> Status;
  auto SetInputSlopes(std::span<const uint32_t> references, const double* slopes) -> Status;
  // Derivatives by time, from two points close to each other.
  auto GetSlopes(std::span<const uint32_t> references, double* slopes) -> Status;
  [[nodiscard]] auto time() const -> double;

  // Sums of the derivatives of unknowns by knowns times the seeds; adjoint: the other way round.
  auto Directional(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns, const double* seeds,
                   double* sensitivities) -> Status;
  auto Adjoint(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns, const double* seeds,
               double* sensitivities) -> Status;

  auto TryMemory() -> std::unique_ptr<Memory>;
  auto Restore(const Memory& memory) -> Status;
  // Whether the sizes are those of this model.
  [[nodiscard]] auto Fits(const Memory& memory) const -> bool;

 private:
  Instance(Kind kind, LogFunction function, bool is_logging)
      : kind_(kind), log_(std::move(function), is_logging) {}
  auto Start() -> bool;
  void MakeExchange();
  void MakeStepper();
  auto Slots() -> const double*;
  auto Find(uint32_t reference, model::ScalarType type, bool is_set) -> const fmi::Shown*;
  auto GiveBefore(const fmi::Shown& shown, double value) -> Status;
  auto GiveNow(const fmi::Shown& shown, double value) -> Status;
  auto PrepareTangents(const double* w) -> bool;
  auto SeedOf(uint32_t reference, double seed, std::vector<std::pair<uint32_t, double>>& seeds) -> bool;
  auto Tell(runtime::StepStatus status) -> Status;
  auto Fail(const std::string& text) -> Status;
  [[nodiscard]] auto AreRoots(std::span<const runtime::Crossing> crossings) const -> bool;

  Kind kind_;
  StepCapabilities capabilities_;
  Mode mode_ = Mode::Instantiated;
  Log log_;
  std::unique_ptr<Runnable> runnable_;
  std::unique_ptr<Observer> observer_;
  std::unique_ptr<runtime::Exchange> exchange_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<runtime::Machine> tangents_;
  GivenValues given_;
  double start_ = 0;
  std::optional<double> stop_;
  double tolerance_ = 1e-6;
  // The start has been found for what is given.
  bool is_started_ = false;
  std::vector<double> indicators_;
};

}  // namespace kerf::fmu
