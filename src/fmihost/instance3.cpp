// FMI 3.0.
#include <fmt/format.h>

#include <cstring>

#include "fmi/fmi3.h"
#include "fmihost/instance.h"

namespace kerf::fmihost {

namespace {

using fmi::ImportedVariable;
using fmi::ValueType;

auto StatusText3(fmi3Status status) -> const char* {
  switch (status) {
    case fmi3OK:      return "fmi3OK";
    case fmi3Warning: return "fmi3Warning";
    case fmi3Discard: return "fmi3Discard";
    case fmi3Error:   return "fmi3Error";
    case fmi3Fatal:   return "fmi3Fatal";
  }
  return "an unknown status";
}

void Log3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String /*category*/,
          fmi3String message) {
  if (environment == nullptr || message == nullptr) return;
  auto& setting = *static_cast<Setting*>(environment);
  if (status >= fmi3Discard) setting.last_message = message;
  if (status == fmi3Warning) setting.warnings.emplace_back(message);
}

template <typename Value>
using Getter = fmi3Status (*)(fmi3Instance, const fmi3ValueReference*, size_t, Value*, size_t);
template <typename Value>
using Setter = fmi3Status (*)(fmi3Instance, const fmi3ValueReference*, size_t, const Value*, size_t);

struct Functions3 {
  fmi3Instance (*InstantiateModelExchange)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                           fmi3InstanceEnvironment, fmi3LogMessageCallback);
  fmi3Instance (*InstantiateCoSimulation)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                          fmi3Boolean, fmi3Boolean, const fmi3ValueReference*, size_t,
                                          fmi3InstanceEnvironment, fmi3LogMessageCallback,
                                          fmi3IntermediateUpdateCallback);
  void (*FreeInstance)(fmi3Instance);
  fmi3Status (*EnterInitializationMode)(fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean,
                                        fmi3Float64);
  fmi3Status (*ExitInitializationMode)(fmi3Instance);
  fmi3Status (*Terminate)(fmi3Instance);
  fmi3Status (*GetDirectionalDerivative)(fmi3Instance, const fmi3ValueReference*, size_t,
                                         const fmi3ValueReference*, size_t, const fmi3Float64*, size_t,
                                         fmi3Float64*, size_t);
  fmi3Status (*EnterEventMode)(fmi3Instance);
  fmi3Status (*UpdateDiscreteStates)(fmi3Instance, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,
                                     fmi3Boolean*, fmi3Float64*);
  fmi3Status (*EnterContinuousTimeMode)(fmi3Instance);
  fmi3Status (*CompletedIntegratorStep)(fmi3Instance, fmi3Boolean, fmi3Boolean*, fmi3Boolean*);
  fmi3Status (*SetTime)(fmi3Instance, fmi3Float64);
  fmi3Status (*SetContinuousStates)(fmi3Instance, const fmi3Float64*, size_t);
  fmi3Status (*GetContinuousStateDerivatives)(fmi3Instance, fmi3Float64*, size_t);
  fmi3Status (*GetEventIndicators)(fmi3Instance, fmi3Float64*, size_t);
  fmi3Status (*GetContinuousStates)(fmi3Instance, fmi3Float64*, size_t);
  fmi3Status (*DoStep)(fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean*, fmi3Boolean*,
                       fmi3Boolean*, fmi3Float64*);
};

// Calls a function and gives "" or its status and message.
#define KERF_CALL3(Name, ...) \
  Check("fmi3" #Name, [&] { return functions_.Name(handle_ __VA_OPT__(, ) __VA_ARGS__); })

class Instance3 : public Instance {
 public:
  explicit Instance3(Setting& setting) : setting_(setting), model_(*setting.model) {}
  Instance3(const Instance3&) = delete;
  auto operator=(const Instance3&) -> Instance3& = delete;
  ~Instance3() override {
    if (handle_ == nullptr || setting_.is_lost) return;
    setting_.place.function = "fmi3FreeInstance";
    functions_.FreeInstance(handle_);
  }

  auto Make() -> std::string {
    if (std::string error = FindAll(); !error.empty()) return error;
    const std::string resources = setting_.resources.empty() ? "" : setting_.resources + "/";
    const char* const path = resources.empty() ? nullptr : resources.c_str();
    const char* const name = model_.name.c_str();
    const char* const token = model_.token.c_str();
    if (setting_.is_co_simulation) {
      setting_.place.function = "fmi3InstantiateCoSimulation";
      handle_ = functions_.InstantiateCoSimulation(name, token, path, false, false, false, false, nullptr, 0,
                                                   &setting_, Log3, nullptr);
    } else {
      setting_.place.function = "fmi3InstantiateModelExchange";
      handle_ = functions_.InstantiateModelExchange(name, token, path, false, false, &setting_, Log3);
    }
    if (handle_ != nullptr) return "";
    return "it made no instance" + (setting_.last_message.empty() ? "" : ": " + setting_.last_message);
  }

  auto SetText(uint32_t variable, const std::string& text) -> std::string override {
    const auto set = reinterpret_cast<Setter<fmi3String>>(setting_.library->Find("fmi3SetString"));
    if (set == nullptr) return "the binary has no function fmi3SetString";
    const fmi3ValueReference reference = model_.variables[variable].reference;
    const fmi3String value = text.c_str();
    return Check("fmi3SetString", [&] { return set(handle_, &reference, 1, &value, 1); });
  }

  auto SetNumbers(std::span<const uint32_t> variables, const double* values) -> std::string override {
    for (size_t k = 0; k < variables.size();) {
      const size_t end = EndOfRun(variables, k);
      const std::span<const uint32_t> run = variables.subspan(k, end - k);
      std::string error =
          Visit(run, [&](auto type, const char* name) { return SetRun<decltype(type)>(name, run, values); });
      if (!error.empty()) return error;
      values += Count(run);
      k = end;
    }
    return "";
  }

  auto GetNumbers(std::span<const uint32_t> variables, double* values) -> std::string override {
    for (size_t k = 0; k < variables.size();) {
      const size_t end = EndOfRun(variables, k);
      const std::span<const uint32_t> run = variables.subspan(k, end - k);
      std::string error =
          Visit(run, [&](auto type, const char* name) { return GetRun<decltype(type)>(name, run, values); });
      if (!error.empty()) return error;
      values += Count(run);
      k = end;
    }
    return "";
  }

  auto EnterInitialization(double start) -> std::string override {
    const bool has_tolerance = model_.tolerance && setting_.is_co_simulation;
    return KERF_CALL3(EnterInitializationMode, has_tolerance, model_.tolerance.value_or(0), start, false, 0);
  }
  auto ExitInitialization() -> std::string override { return KERF_CALL3(ExitInitializationMode); }
  auto EnterEventMode() -> std::string override { return KERF_CALL3(EnterEventMode); }
  auto UpdateDiscreteStates(EventInfo& info) -> std::string override {
    bool have_nominals_changed = false;
    bool have_values_changed = false;
    return KERF_CALL3(UpdateDiscreteStates, &info.needs_update, &info.is_ended, &have_nominals_changed,
                      &have_values_changed, &info.has_next_time, &info.next_time);
  }
  auto EnterContinuousTime() -> std::string override { return KERF_CALL3(EnterContinuousTimeMode); }
  auto SetTime(double time) -> std::string override { return KERF_CALL3(SetTime, time); }
  auto SetStates(std::span<const double> x) -> std::string override {
    return KERF_CALL3(SetContinuousStates, x.data(), x.size());
  }
  auto GetStates(std::span<double> x) -> std::string override {
    return KERF_CALL3(GetContinuousStates, x.data(), x.size());
  }
  auto GetDerivatives(std::span<double> slopes) -> std::string override {
    return KERF_CALL3(GetContinuousStateDerivatives, slopes.data(), slopes.size());
  }
  auto GetIndicators(std::span<double> indicators) -> std::string override {
    return KERF_CALL3(GetEventIndicators, indicators.data(), indicators.size());
  }
  auto CompleteStep(bool& wants_event, bool& is_ended) -> std::string override {
    return KERF_CALL3(CompletedIntegratorStep, true, &wants_event, &is_ended);
  }
  auto GetTangents(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns,
                   std::span<const double> direction, std::span<double> tangents) -> std::string override {
    const std::vector<fmi3ValueReference> of = References(unknowns);
    const std::vector<fmi3ValueReference> by = References(knowns);
    return KERF_CALL3(GetDirectionalDerivative, of.data(), of.size(), by.data(), by.size(), direction.data(),
                      direction.size(), tangents.data(), tangents.size());
  }

  auto DoStep(double from, double length, EventInfo& info) -> std::string override {
    bool needs_event = false;
    bool returns_early = false;
    double last = from;
    std::string error =
        KERF_CALL3(DoStep, from, length, true, &needs_event, &info.is_ended, &returns_early, &last);
    if (error.empty() && returns_early && !info.is_ended)
      error = fmt::format("it returned early at {}, which it was not allowed to do", last);
    return error;
  }
  auto Terminate() -> std::string override { return KERF_CALL3(Terminate); }

 private:
  [[nodiscard]] auto TypeOf(uint32_t variable) const -> ValueType { return model_.variables[variable].type; }
  // Variables of one type behind each other are set and got by one call.
  [[nodiscard]] auto EndOfRun(std::span<const uint32_t> variables, size_t begin) const -> size_t {
    size_t end = begin + 1;
    while (end < variables.size() && TypeOf(variables[end]) == TypeOf(variables[begin])) ++end;
    return end;
  }
  [[nodiscard]] auto Count(std::span<const uint32_t> variables) const -> size_t {
    size_t n = 0;
    for (const uint32_t k : variables) n += model_.variables[k].count();
    return n;
  }
  [[nodiscard]] auto References(std::span<const uint32_t> variables) const
      -> std::vector<fmi3ValueReference> {
    std::vector<fmi3ValueReference> references;
    for (const uint32_t k : variables) references.push_back(model_.variables[k].reference);
    return references;
  }

  // With a value of the C type of the variables, and its name in functions.
  template <typename Use>
  auto Visit(std::span<const uint32_t> run, const Use& use) -> std::string {
    switch (TypeOf(run.front())) {
      case ValueType::Float64:     return use(fmi3Float64{}, "Float64");
      case ValueType::Float32:     return use(fmi3Float32{}, "Float32");
      case ValueType::Int8:        return use(fmi3Int8{}, "Int8");
      case ValueType::UInt8:       return use(fmi3UInt8{}, "UInt8");
      case ValueType::Int16:       return use(fmi3Int16{}, "Int16");
      case ValueType::UInt16:      return use(fmi3UInt16{}, "UInt16");
      case ValueType::Int32:       return use(fmi3Int32{}, "Int32");
      case ValueType::UInt32:      return use(fmi3UInt32{}, "UInt32");
      case ValueType::Int64:
      case ValueType::Enumeration: return use(fmi3Int64{}, "Int64");
      case ValueType::UInt64:      return use(fmi3UInt64{}, "UInt64");
      case ValueType::Boolean:     return use(fmi3Boolean{}, "Boolean");
      case ValueType::String:
      case ValueType::Binary:
      case ValueType::Clock:       break;
    }
    return "";
  }

  // The address of a setter or getter, kept because a search takes as long as a call.
  auto Accessor(const char* beginning, const char* type, const char*& name) -> void* {
    for (const Known& known : known_) {
      if (known.beginning == beginning && known.type == type) {
        name = known.name->c_str();
        return known.address;
      }
    }
    auto text = std::make_unique<std::string>(std::string(beginning) + type);
    void* const address = setting_.library->Find(*text);
    name = text->c_str();
    known_.push_back({beginning, type, std::move(text), address});
    return address;
  }

  template <typename Value>
  auto SetRun(const char* type, std::span<const uint32_t> run, const double* values) -> std::string {
    const char* name = "";
    const auto set = reinterpret_cast<Setter<Value>>(Accessor(kSet, type, name));
    if (set == nullptr) return fmt::format("the binary has no function {}", name);
    const size_t n = Count(run);
    const auto converted = std::make_unique<Value[]>(n);
    size_t at = 0;
    for (const uint32_t k : run) {
      for (uint32_t i = 0; i < model_.variables[k].count(); ++i, ++at)
        converted[at] = static_cast<Value>(ToFmu(model_, model_.variables[k], values[at]));
    }
    const auto references = References(run);
    return Check(name,
                 [&] { return set(handle_, references.data(), references.size(), converted.get(), n); });
  }

  template <typename Value>
  auto GetRun(const char* type, std::span<const uint32_t> run, double* values) -> std::string {
    const char* name = "";
    const auto get = reinterpret_cast<Getter<Value>>(Accessor(kGet, type, name));
    if (get == nullptr) return fmt::format("the binary has no function {}", name);
    const size_t n = Count(run);
    const auto given = std::make_unique<Value[]>(n);
    const auto references = References(run);
    std::string error =
        Check(name, [&] { return get(handle_, references.data(), references.size(), given.get(), n); });
    size_t at = 0;
    for (const uint32_t k : run) {
      for (uint32_t i = 0; i < model_.variables[k].count(); ++i, ++at)
        values[at] = FromFmu(model_, model_.variables[k], static_cast<double>(given[at]));
    }
    return error;
  }

  template <typename Call>
  auto Check(const char* function, const Call& call) -> std::string {
    setting_.place.function = function;
    setting_.last_message.clear();
    const fmi3Status status = call();
    if (status == fmi3OK || status == fmi3Warning) return "";
    const bool is_final = status == fmi3Error || status == fmi3Fatal;
    return NoteFailure(setting_, StatusText3(status), is_final, status == fmi3Fatal);
  }

  template <typename Function>
  void Find(const char* name, Function& function, bool is_needed, std::string& missing) {
    function = reinterpret_cast<Function>(setting_.library->Find(name));
    if (function == nullptr && is_needed && missing.empty()) missing = name;
  }

  auto FindAll() -> std::string {
    std::string missing;
    const bool exchanges = !setting_.is_co_simulation;
#define KERF_FIND3(Name, is_needed) Find("fmi3" #Name, functions_.Name, is_needed, missing)
    KERF_FIND3(InstantiateModelExchange, exchanges);
    KERF_FIND3(InstantiateCoSimulation, !exchanges);
    KERF_FIND3(FreeInstance, true);
    KERF_FIND3(EnterInitializationMode, true);
    KERF_FIND3(ExitInitializationMode, true);
    KERF_FIND3(Terminate, true);
    KERF_FIND3(GetDirectionalDerivative,
               exchanges && model_.model_exchange && model_.model_exchange->has_directional_derivatives);
    KERF_FIND3(EnterEventMode, exchanges);
    KERF_FIND3(UpdateDiscreteStates, exchanges);
    KERF_FIND3(EnterContinuousTimeMode, exchanges);
    KERF_FIND3(CompletedIntegratorStep, exchanges);
    KERF_FIND3(SetTime, exchanges);
    KERF_FIND3(SetContinuousStates, exchanges);
    KERF_FIND3(GetContinuousStateDerivatives, exchanges);
    KERF_FIND3(GetEventIndicators, exchanges);
    KERF_FIND3(GetContinuousStates, exchanges);
    KERF_FIND3(DoStep, !exchanges);
#undef KERF_FIND3
    return missing.empty() ? "" : fmt::format("its binary has no function {}", missing);
  }

  struct Known {
    const char* beginning;
    const char* type;
    std::unique_ptr<std::string> name;
    void* address;
  };
  static constexpr const char* kSet = "fmi3Set";
  static constexpr const char* kGet = "fmi3Get";

  Setting& setting_;
  const fmi::ImportedModel& model_;
  Functions3 functions_{};
  std::vector<Known> known_;
  fmi3Instance handle_ = nullptr;
};

#undef KERF_CALL3

}  // namespace

auto MakeInstance3(Setting& setting, std::string& error) -> std::unique_ptr<Instance> {
  auto instance = std::make_unique<Instance3>(setting);
  error = instance->Make();
  return error.empty() ? std::move(instance) : nullptr;
}

}  // namespace kerf::fmihost
