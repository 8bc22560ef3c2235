// Models as FMUs unpacked in a folder of the test's own, and the functions of FMI 2.0 by their names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fmi/fmi2.h"
#include "fmi/variables.h"
#include "model/compiled_model.h"

namespace kerf::fmi {

// The shared library of all FMUs, opened once.
class Library2 {
 public:
  Library2();
  ~Library2();
  Library2(const Library2&) = delete;
  auto operator=(const Library2&) -> Library2& = delete;
  [[nodiscard]] auto Symbol(const char* name) const -> void*;

  fmi2Component (*Instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions*,
                               fmi2Boolean, fmi2Boolean);
  void (*FreeInstance)(fmi2Component);
  fmi2Status (*SetupExperiment)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
  fmi2Status (*EnterInitializationMode)(fmi2Component);
  fmi2Status (*ExitInitializationMode)(fmi2Component);
  fmi2Status (*Terminate)(fmi2Component);
  fmi2Status (*Reset)(fmi2Component);
  fmi2Status (*GetReal)(fmi2Component, const fmi2ValueReference*, size_t, fmi2Real*);
  fmi2Status (*SetReal)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2Real*);
  fmi2Status (*GetFMUstate)(fmi2Component, fmi2FMUstate*);
  fmi2Status (*SetFMUstate)(fmi2Component, fmi2FMUstate);
  fmi2Status (*FreeFMUstate)(fmi2Component, fmi2FMUstate*);
  fmi2Status (*SerializedFMUstateSize)(fmi2Component, fmi2FMUstate, size_t*);
  fmi2Status (*SerializeFMUstate)(fmi2Component, fmi2FMUstate, fmi2Byte*, size_t);
  fmi2Status (*DeSerializeFMUstate)(fmi2Component, const fmi2Byte*, size_t, fmi2FMUstate*);
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
  fmi2Status (*SetRealInputDerivatives)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2Integer*,
                                        const fmi2Real*);
  fmi2Status (*GetRealOutputDerivatives)(fmi2Component, const fmi2ValueReference*, size_t, const fmi2Integer*,
                                         fmi2Real*);

 private:
  void* handle_ = nullptr;
};
auto TheLibrary2() -> const Library2&;

struct Exported {
  std::shared_ptr<const model::CompiledModel> compiled;
  Interface interface;
  // Folder of resources, and the token of the description.
  std::string resources;
  std::string token;

  ~Exported();
  [[nodiscard]] auto n_states() const -> uint32_t { return compiled->programs->n_states; }
  // The value reference of a variable by name.
  [[nodiscard]] auto Reference(const std::string& name) const -> uint32_t;
};

// `ending`: ".mo" or ".dym".
void Export(const std::string& name, const std::string& ending, const std::string& text, Exported& exported);

// An instance and what it has logged.
class Instance2 {
 public:
  Instance2(const Exported& exported, fmi2Type type);
  ~Instance2();
  Instance2(const Instance2&) = delete;
  auto operator=(const Instance2&) -> Instance2& = delete;

  [[nodiscard]] auto handle() const -> fmi2Component { return handle_; }
  [[nodiscard]] auto messages() const -> const std::string& { return messages_; }
  // Up to the first step or event.
  void Initialize(double stop);
  [[nodiscard]] auto Get(const std::string& name) const -> double;
  void Set(const std::string& name, double value);
  [[nodiscard]] auto States() const -> std::vector<double>;

 private:
  static void Log(fmi2ComponentEnvironment self, fmi2String, fmi2Status, fmi2String, fmi2String format, ...);
  const Exported& exported_;
  fmi2CallbackFunctions callbacks_;
  std::string messages_;
  fmi2Component handle_ = nullptr;
};

// A host that integrates with explicit Euler, bisecting at state events: simple, and the same every time.
class EulerHost {
 public:
  EulerHost(const Exported& exported, Instance2& instance);
  // Up to `stop`, in steps of that size; instance freshly initialized.
  void Run(double stop, double step);
  // One step, with the events in it.
  void Step(double step);
  // Takes over from another host at the same point.
  void Continue(const EulerHost& other) {
    t_ = other.t_, next_event_ = other.next_event_, x_ = other.x_, z_ = other.z_;
  }
  [[nodiscard]] auto time() const -> double { return t_; }
  [[nodiscard]] auto states() const -> const std::vector<double>& { return x_; }
  [[nodiscard]] auto n_events() const -> int { return n_events_; }
  [[nodiscard]] auto is_terminated() const -> bool { return is_terminated_; }

 private:
  void MoveTo(double t, const std::vector<double>& x);
  void Settle();
  auto Indicators() -> std::vector<double>;

  const Exported& exported_;
  Instance2& instance_;
  double t_ = 0;
  double next_event_ = 0;
  std::vector<double> x_, z_;
  int n_events_ = 0;
  bool is_terminated_ = false;
};

}  // namespace kerf::fmi
