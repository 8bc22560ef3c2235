// FMI 2.0 for model exchange.
#include <cmath>

#include "fmu/holder2.h"

using kerf::fmu::Call2;
using kerf::fmu::Holder2;
using kerf::fmu::Instance;
using kerf::fmu::Mode;
using kerf::fmu::Status;

namespace {

constexpr std::initializer_list<Mode> kEvaluable2 = {Mode::Initialization, Mode::Event, Mode::Continuous,
                                                     Mode::Terminated};

auto ToBoolean2(bool value) -> fmi2Boolean { return value ? 1 : 0; }

// Functions of model exchange on an instance for it.
template <typename Body>
auto CallExchange2(fmi2Component component, const char* name, std::initializer_list<Mode> modes,
                   const Body& body) -> fmi2Status {
  return Call2(component, name, modes, [&](Holder2&, Instance& instance) -> Status {
    if (instance.kind() == kerf::fmu::Kind::ModelExchange) return body(instance);
    instance.log().Error(std::string(name) + " is for model exchange");
    return Status::Error;
  });
}

}  // namespace

KERF_FMI fmi2Status fmi2EnterEventMode(fmi2Component component) {
  return CallExchange2(component, "fmi2EnterEventMode", {Mode::Continuous},
                       [](Instance& instance) { return instance.EnterEvent(); });
}

KERF_FMI fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo* info) {
  return CallExchange2(component, "fmi2NewDiscreteStates", {Mode::Event}, [&](Instance& instance) {
    kerf::runtime::EventNews news;
    const Status status = instance.Settle(news);
    info->newDiscreteStatesNeeded = 0;
    info->terminateSimulation = ToBoolean2(news.is_terminated);
    info->nominalsOfContinuousStatesChanged = 0;
    info->valuesOfContinuousStatesChanged = ToBoolean2(news.has_new_states);
    info->nextEventTimeDefined = ToBoolean2(std::isfinite(news.next_time));
    info->nextEventTime = news.next_time;
    return status;
  });
}

KERF_FMI fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
  return CallExchange2(component, "fmi2EnterContinuousTimeMode", {Mode::Event},
                       [](Instance& instance) { return instance.EnterContinuous(); });
}

KERF_FMI fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean /*no_set_state_before*/,
                                                fmi2Boolean* enter_event, fmi2Boolean* terminate) {
  return CallExchange2(component, "fmi2CompletedIntegratorStep", {Mode::Continuous}, [&](Instance& instance) {
    bool wants_event = false;
    const Status status = instance.CompleteStep(wants_event);
    *enter_event = ToBoolean2(wants_event);
    *terminate = 0;
    return status;
  });
}

KERF_FMI fmi2Status fmi2SetTime(fmi2Component component, fmi2Real time) {
  return CallExchange2(component, "fmi2SetTime", {Mode::Continuous, Mode::Event},
                       [&](Instance& instance) { return instance.SetTime(time); });
}

KERF_FMI fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real* x, size_t n) {
  return CallExchange2(component, "fmi2SetContinuousStates", {Mode::Continuous},
                       [&](Instance& instance) { return instance.SetStates({x, n}); });
}

KERF_FMI fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real* x_dot, size_t n) {
  return CallExchange2(component, "fmi2GetDerivatives", kEvaluable2,
                       [&](Instance& instance) { return instance.GetDerivatives({x_dot, n}); });
}

KERF_FMI fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real* values, size_t n) {
  return CallExchange2(component, "fmi2GetEventIndicators", kEvaluable2,
                       [&](Instance& instance) { return instance.GetIndicators({values, n}); });
}

KERF_FMI fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real* x, size_t n) {
  return CallExchange2(component, "fmi2GetContinuousStates", kEvaluable2,
                       [&](Instance& instance) { return instance.GetStates({x, n}); });
}

KERF_FMI fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real* nominals, size_t n) {
  return CallExchange2(
      component, "fmi2GetNominalsOfContinuousStates",
      {Mode::Instantiated, Mode::Initialization, Mode::Event, Mode::Continuous, Mode::Terminated},
      [&](Instance& instance) { return instance.GetNominals({nominals, n}); });
}
