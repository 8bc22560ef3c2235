// FMI 2.0.
#include <fmt/format.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "fmi/fmi2.h"
#include "fmihost/instance.h"

namespace kerf::fmihost {

namespace {

using fmi::ImportedVariable;
using fmi::ValueType;

auto StatusText2(fmi2Status status) -> const char* {
  switch (status) {
    case fmi2OK:      return "fmi2OK";
    case fmi2Warning: return "fmi2Warning";
    case fmi2Discard: return "fmi2Discard";
    case fmi2Error:   return "fmi2Error";
    case fmi2Fatal:   return "fmi2Fatal";
    case fmi2Pending: return "fmi2Pending";
  }
  return "an unknown status";
}

// Called by the FMU, with a format as for printf.
void Log2(fmi2ComponentEnvironment environment, fmi2String /*instance*/, fmi2Status status,
          fmi2String /*category*/, fmi2String message, ...) {
  if (environment == nullptr || message == nullptr) return;
  std::array<char, 2000> text{};
  va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text.data(), text.size(), message, arguments);
  va_end(arguments);
  auto& setting = *static_cast<Setting*>(environment);
  if (status >= fmi2Discard) setting.last_message = text.data();
  if (status == fmi2Warning) setting.warnings.emplace_back(text.data());
}

void* Allocate2(size_t count, size_t size) { return std::calloc(count, size); }
void Free2(void* memory) { std::free(memory); }

struct Functions2 {
  fmi2Component (*Instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions*,
                               fmi2Boolean, fmi2Boolean);
  void (*FreeInstance)(fmi2Component);
  fmi2Status (*SetupExperiment)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
  fmi2Status (*EnterInitializationMode)(fmi2Component);
  fmi2Status (*ExitInitializationMode)(fmi2Component);
  fmi2Status (*Terminate)(fmi2Component);
  fmi2Status (*GetReal)(fmi2Component, const fmi2ValueReference*, size_t, fmi2Real*);
  fmi2Status (*GetInteger)(fmi2Component, const fmi2ValueReference*, size_t, fmi2Integer*);
  fmi2Status (*GetBoolean)(fmi2Component, const fmi2ValueReference*, size_t, fmi2Boolean*);
  fmi2Status (*SetReal)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2Real*);
  fmi2Status (*SetInteger)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2Integer*);
  fmi2Status (*SetBoolean)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2Boolean*);
  fmi2Status (*SetString)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2String*);
  fmi2Status (*GetDirectionalDerivative)(fmi2Component, const fmi2ValueReference*, size_t,
                                         const fmi2ValueReference*, size_t, const fmi2Real*, fmi2Real*);
  fmi2Status (*EnterEventMode)(fmi2Component);
  fmi2Status (*NewDiscreteStates)(fmi2Component, fmi2EventInfo*);
  fmi2Status (*EnterContinuousTimeMode)(fmi2Component);
  fmi2Status (*CompletedIntegratorStep)(fmi2Component, fmi2Boolean, fmi2Boolean*, fmi2Boolean*);
  fmi2Status (*SetTime)(fmi2Component, fmi2Real);
  fmi2Status (*SetContinuousStates)(fmi2Component, const fmi2Real*, size_t);
  fmi2Status (*GetDerivatives)(fmi2Component, fmi2Real*, size_t);
  fmi2Status (*GetEventIndicators)(fmi2Component, fmi2Real*, size_t);
  fmi2Status (*GetContinuousStates)(fmi2Component, fmi2Real*, size_t);
  fmi2Status (*DoStep)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
  fmi2Status (*GetBooleanStatus)(fmi2Component, fmi2StatusKind, fmi2Boolean*);
};

// Calls a function and gives "" or its status and message.
#define KERF_CALL2(Name, ...) \
  Check("fmi2" #Name, [&] { return functions_.Name(handle_ __VA_OPT__(, ) __VA_ARGS__); })

class Instance2 : public Instance {
 public:
  explicit Instance2(Setting& setting)
      : setting_(setting), model_(*setting.model), callbacks_{Log2, Allocate2, Free2, nullptr, &setting} {}
  Instance2(const Instance2&) = delete;
  auto operator=(const Instance2&) -> Instance2& = delete;
  ~Instance2() override {
    if (handle_ == nullptr || setting_.is_lost) return;
    setting_.place.function = "fmi2FreeInstance";
    functions_.FreeInstance(handle_);
  }

  auto Make() -> std::string {
    if (std::string error = FindAll(); !error.empty()) return error;
    setting_.place.function = "fmi2Instantiate";
    const std::string resources = setting_.resources.empty() ? "" : "file://" + setting_.resources;
    handle_ = functions_.Instantiate(model_.name.c_str(),
                                     setting_.is_co_simulation ? fmi2CoSimulation : fmi2ModelExchange,
                                     model_.token.c_str(), resources.c_str(), &callbacks_, 0, 0);
    if (handle_ != nullptr) return "";
    return "it made no instance" + (setting_.last_message.empty() ? "" : ": " + setting_.last_message);
  }

  auto SetText(uint32_t variable, const std::string& text) -> std::string override {
    const fmi2ValueReference reference = model_.variables[variable].reference;
    const fmi2String value = text.c_str();
    return KERF_CALL2(SetString, &reference, 1, &value);
  }

  auto SetNumbers(std::span<const uint32_t> variables, const double* values) -> std::string override {
    Sorted sorted = Sort(variables);
    for (const size_t k : sorted.reals) sorted.real_values.push_back(values[k]);
    for (const size_t k : sorted.integers)
      sorted.integer_values.push_back(
          static_cast<int>(ToFmu(model_, model_.variables[variables[k]], values[k])));
    for (const size_t k : sorted.booleans) sorted.boolean_values.push_back(values[k] != 0 ? 1 : 0);
    std::string error;
    if (!sorted.reals.empty())
      error =
          KERF_CALL2(SetReal, sorted.real_references.data(), sorted.reals.size(), sorted.real_values.data());
    if (error.empty() && !sorted.integers.empty())
      error = KERF_CALL2(SetInteger, sorted.integer_references.data(), sorted.integers.size(),
                         sorted.integer_values.data());
    if (error.empty() && !sorted.booleans.empty())
      error = KERF_CALL2(SetBoolean, sorted.boolean_references.data(), sorted.booleans.size(),
                         sorted.boolean_values.data());
    return error;
  }

  auto GetNumbers(std::span<const uint32_t> variables, double* values) -> std::string override {
    Sorted sorted = Sort(variables);
    sorted.real_values.resize(sorted.reals.size());
    sorted.integer_values.resize(sorted.integers.size());
    sorted.boolean_values.resize(sorted.booleans.size());
    std::string error;
    if (!sorted.reals.empty())
      error =
          KERF_CALL2(GetReal, sorted.real_references.data(), sorted.reals.size(), sorted.real_values.data());
    if (error.empty() && !sorted.integers.empty())
      error = KERF_CALL2(GetInteger, sorted.integer_references.data(), sorted.integers.size(),
                         sorted.integer_values.data());
    if (error.empty() && !sorted.booleans.empty())
      error = KERF_CALL2(GetBoolean, sorted.boolean_references.data(), sorted.booleans.size(),
                         sorted.boolean_values.data());
    for (size_t k = 0; k < sorted.reals.size(); ++k) values[sorted.reals[k]] = sorted.real_values[k];
    for (size_t k = 0; k < sorted.integers.size(); ++k)
      values[sorted.integers[k]] =
          FromFmu(model_, model_.variables[variables[sorted.integers[k]]], sorted.integer_values[k]);
    for (size_t k = 0; k < sorted.booleans.size(); ++k)
      values[sorted.booleans[k]] = sorted.boolean_values[k] != 0 ? 1 : 0;
    return error;
  }

  auto EnterInitialization(double start) -> std::string override {
    const fmi2Boolean has_tolerance = model_.tolerance && setting_.is_co_simulation ? 1 : 0;
    std::string error = KERF_CALL2(SetupExperiment, has_tolerance, model_.tolerance.value_or(0), start, 0, 0);
    return error.empty() ? KERF_CALL2(EnterInitializationMode) : error;
  }
  auto ExitInitialization() -> std::string override { return KERF_CALL2(ExitInitializationMode); }
  auto EnterEventMode() -> std::string override { return KERF_CALL2(EnterEventMode); }
  auto UpdateDiscreteStates(EventInfo& info) -> std::string override {
    fmi2EventInfo given{};
    const std::string error = KERF_CALL2(NewDiscreteStates, &given);
    info = {given.newDiscreteStatesNeeded != 0, given.terminateSimulation != 0,
            given.nextEventTimeDefined != 0, given.nextEventTime};
    return error;
  }
  auto EnterContinuousTime() -> std::string override { return KERF_CALL2(EnterContinuousTimeMode); }
  auto SetTime(double time) -> std::string override { return KERF_CALL2(SetTime, time); }
  auto SetStates(std::span<const double> x) -> std::string override {
    return KERF_CALL2(SetContinuousStates, x.data(), x.size());
  }
  auto GetStates(std::span<double> x) -> std::string override {
    return KERF_CALL2(GetContinuousStates, x.data(), x.size());
  }
  auto GetDerivatives(std::span<double> slopes) -> std::string override {
    return KERF_CALL2(GetDerivatives, slopes.data(), slopes.size());
  }
  auto GetIndicators(std::span<double> indicators) -> std::string override {
    return KERF_CALL2(GetEventIndicators, indicators.data(), indicators.size());
  }
  auto CompleteStep(bool& wants_event, bool& is_ended) -> std::string override {
    fmi2Boolean enters = 0;
    fmi2Boolean ends = 0;
    const std::string error = KERF_CALL2(CompletedIntegratorStep, 1, &enters, &ends);
    wants_event = enters != 0;
    is_ended = ends != 0;
    return error;
  }
  auto GetTangents(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns,
                   std::span<const double> direction, std::span<double> tangents) -> std::string override {
    const std::vector<fmi2ValueReference> of = References(unknowns);
    const std::vector<fmi2ValueReference> by = References(knowns);
    return KERF_CALL2(GetDirectionalDerivative, of.data(), of.size(), by.data(), by.size(), direction.data(),
                      tangents.data());
  }

  // A step that is discarded because the FMU ends the run is none that failed.
  auto DoStep(double from, double length, EventInfo& info) -> std::string override {
    setting_.place.function = "fmi2DoStep";
    setting_.last_message.clear();
    const fmi2Status status = functions_.DoStep(handle_, from, length, 1);
    if (status == fmi2OK || status == fmi2Warning) return "";
    fmi2Boolean is_ended = 0;
    if (status == fmi2Discard && functions_.GetBooleanStatus != nullptr &&
        functions_.GetBooleanStatus(handle_, fmi2Terminated, &is_ended) == fmi2OK && is_ended != 0) {
      info.is_ended = true;
      return "";
    }
    return Failure(status);
  }
  auto Terminate() -> std::string override { return KERF_CALL2(Terminate); }

 private:
  // Positions of variables by the function that takes them, with their references.
  struct Sorted {
    std::vector<size_t> reals, integers, booleans;
    std::vector<fmi2ValueReference> real_references, integer_references, boolean_references;
    std::vector<fmi2Real> real_values;
    std::vector<fmi2Integer> integer_values;
    std::vector<fmi2Boolean> boolean_values;
  };

  [[nodiscard]] auto Sort(std::span<const uint32_t> variables) const -> Sorted {
    Sorted sorted;
    for (size_t k = 0; k < variables.size(); ++k) {
      const ImportedVariable& variable = model_.variables[variables[k]];
      const bool is_boolean = variable.type == ValueType::Boolean;
      auto& positions = fmi::IsReal(variable.type) ? sorted.reals
                        : is_boolean               ? sorted.booleans
                                                   : sorted.integers;
      auto& references = fmi::IsReal(variable.type) ? sorted.real_references
                         : is_boolean               ? sorted.boolean_references
                                                    : sorted.integer_references;
      positions.push_back(k);
      references.push_back(variable.reference);
    }
    return sorted;
  }

  [[nodiscard]] auto References(std::span<const uint32_t> variables) const
      -> std::vector<fmi2ValueReference> {
    std::vector<fmi2ValueReference> references;
    for (const uint32_t k : variables) references.push_back(model_.variables[k].reference);
    return references;
  }

  [[nodiscard]] auto Failure(fmi2Status status) const -> std::string {
    const bool is_final = status == fmi2Error || status == fmi2Fatal;
    return NoteFailure(setting_, StatusText2(status), is_final, status == fmi2Fatal);
  }

  template <typename Call>
  auto Check(const char* function, const Call& call) -> std::string {
    setting_.place.function = function;
    setting_.last_message.clear();
    const fmi2Status status = call();
    return status == fmi2OK || status == fmi2Warning ? "" : Failure(status);
  }

  template <typename Function>
  void Find(const char* name, Function& function, bool is_needed, std::string& missing) {
    function = reinterpret_cast<Function>(setting_.library->Find(name));
    if (function == nullptr && is_needed && missing.empty()) missing = name;
  }

  auto FindAll() -> std::string {
    std::string missing;
    const bool exchanges = !setting_.is_co_simulation;
#define KERF_FIND2(Name, is_needed) Find("fmi2" #Name, functions_.Name, is_needed, missing)
    KERF_FIND2(Instantiate, true);
    KERF_FIND2(FreeInstance, true);
    KERF_FIND2(SetupExperiment, true);
    KERF_FIND2(EnterInitializationMode, true);
    KERF_FIND2(ExitInitializationMode, true);
    KERF_FIND2(Terminate, true);
    KERF_FIND2(GetReal, true);
    KERF_FIND2(GetInteger, true);
    KERF_FIND2(GetBoolean, true);
    KERF_FIND2(SetReal, true);
    KERF_FIND2(SetInteger, true);
    KERF_FIND2(SetBoolean, true);
    KERF_FIND2(SetString, true);
    KERF_FIND2(GetDirectionalDerivative,
               exchanges && model_.model_exchange && model_.model_exchange->has_directional_derivatives);
    KERF_FIND2(EnterEventMode, exchanges);
    KERF_FIND2(NewDiscreteStates, exchanges);
    KERF_FIND2(EnterContinuousTimeMode, exchanges);
    KERF_FIND2(CompletedIntegratorStep, exchanges);
    KERF_FIND2(SetTime, exchanges);
    KERF_FIND2(SetContinuousStates, exchanges);
    KERF_FIND2(GetDerivatives, exchanges);
    KERF_FIND2(GetEventIndicators, exchanges);
    KERF_FIND2(GetContinuousStates, exchanges);
    KERF_FIND2(DoStep, !exchanges);
    KERF_FIND2(GetBooleanStatus, false);
#undef KERF_FIND2
    return missing.empty() ? "" : fmt::format("its binary has no function {}", missing);
  }

  Setting& setting_;
  const fmi::ImportedModel& model_;
  Functions2 functions_{};
  fmi2CallbackFunctions callbacks_;
  fmi2Component handle_ = nullptr;
};

#undef KERF_CALL2

}  // namespace

auto MakeInstance2(Setting& setting, std::string& error) -> std::unique_ptr<Instance> {
  auto instance = std::make_unique<Instance2>(setting);
  error = instance->Make();
  return error.empty() ? std::move(instance) : nullptr;
}

}  // namespace kerf::fmihost
