// FMI 3.0: events, in both types of FMU, and model exchange.
#include <cmath>

#include "fmu/holder3.h"

using kerf::fmu::Call3;
using kerf::fmu::Holder3;
using kerf::fmu::Instance;
using kerf::fmu::Mode;
using kerf::fmu::Status;

namespace {

constexpr std::initializer_list<Mode> kEvaluable3 = {Mode::Initialization, Mode::Event, Mode::Continuous,
                                                     Mode::Terminated};

template <typename Body>
auto CallExchange3(fmi3Instance handle, const char* name, std::initializer_list<Mode> modes, const Body& body)
    -> fmi3Status {
  return Call3(handle, name, modes, [&](Holder3&, Instance& instance) -> Status {
    if (instance.kind() == kerf::fmu::Kind::ModelExchange) return body(instance);
    instance.log().Error(std::string(name) + " is for model exchange");
    return Status::Error;
  });
}

// Functions of model exchange that co-simulation has as well, where the importer has asked for the event
// mode.
template <typename Body>
auto CallEvents3(fmi3Instance handle, const char* name, std::initializer_list<Mode> modes, const Body& body)
    -> fmi3Status {
  return Call3(handle, name, modes, [&](Holder3& holder, Instance& instance) -> Status {
    const bool has_events = instance.kind() == kerf::fmu::Kind::ModelExchange || instance.has_event_mode();
    if (has_events && !holder.is_updating) return body(instance);
    instance.log().Error(std::string(name) + (has_events
                                                  ? " must not be called during an intermediate update"
                                                  : " needs an instance that was made for the event mode"));
    return Status::Error;
  });
}

}  // namespace

KERF_FMI fmi3Status fmi3EnterEventMode(fmi3Instance handle) {
  return CallEvents3(handle, "fmi3EnterEventMode", {Mode::Continuous, Mode::Step},
                     [](Instance& instance) { return instance.EnterEvent(); });
}

// All iterations of the event are made at once, when discrete states are updated.
KERF_FMI fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance handle) {
  return CallEvents3(handle, "fmi3EvaluateDiscreteStates", {Mode::Initialization, Mode::Event},
                     [](Instance&) { return Status::Ok; });
}

KERF_FMI fmi3Status fmi3UpdateDiscreteStates(fmi3Instance handle, fmi3Boolean* needs_update,
                                             fmi3Boolean* terminate, fmi3Boolean* has_new_nominals,
                                             fmi3Boolean* has_new_states, fmi3Boolean* has_next_time,
                                             fmi3Float64* next_time) {
  return CallEvents3(handle, "fmi3UpdateDiscreteStates", {Mode::Event}, [&](Instance& instance) {
    kerf::runtime::EventNews news;
    const Status status = instance.Settle(news);
    *needs_update = false;
    *terminate = news.is_terminated;
    *has_new_nominals = false;
    *has_new_states = news.has_new_states;
    *has_next_time = std::isfinite(news.next_time);
    *next_time = news.next_time;
    return status;
  });
}

KERF_FMI fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance handle) {
  return CallExchange3(handle, "fmi3EnterContinuousTimeMode", {Mode::Event},
                       [](Instance& instance) { return instance.EnterContinuous(); });
}

KERF_FMI fmi3Status fmi3CompletedIntegratorStep(fmi3Instance handle, fmi3Boolean /*no_set_state_before*/,
                                                fmi3Boolean* enter_event, fmi3Boolean* terminate) {
  return CallExchange3(handle, "fmi3CompletedIntegratorStep", {Mode::Continuous}, [&](Instance& instance) {
    bool wants_event = false;
    const Status status = instance.CompleteStep(wants_event);
    *enter_event = wants_event;
    *terminate = false;
    return status;
  });
}

KERF_FMI fmi3Status fmi3SetTime(fmi3Instance handle, fmi3Float64 time) {
  return CallExchange3(handle, "fmi3SetTime", {Mode::Continuous, Mode::Event},
                       [&](Instance& instance) { return instance.SetTime(time); });
}

KERF_FMI fmi3Status fmi3SetContinuousStates(fmi3Instance handle, const fmi3Float64 x[], size_t n) {
  return CallExchange3(handle, "fmi3SetContinuousStates", {Mode::Continuous},
                       [&](Instance& instance) { return instance.SetStates({x, n}); });
}

KERF_FMI fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance handle, fmi3Float64 x_dot[], size_t n) {
  return CallExchange3(handle, "fmi3GetContinuousStateDerivatives", kEvaluable3,
                       [&](Instance& instance) { return instance.GetDerivatives({x_dot, n}); });
}

KERF_FMI fmi3Status fmi3GetEventIndicators(fmi3Instance handle, fmi3Float64 values[], size_t n) {
  return CallExchange3(handle, "fmi3GetEventIndicators", kEvaluable3,
                       [&](Instance& instance) { return instance.GetIndicators({values, n}); });
}

KERF_FMI fmi3Status fmi3GetContinuousStates(fmi3Instance handle, fmi3Float64 x[], size_t n) {
  return CallExchange3(handle, "fmi3GetContinuousStates", kEvaluable3,
                       [&](Instance& instance) { return instance.GetStates({x, n}); });
}

KERF_FMI fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance handle, fmi3Float64 nominals[], size_t n) {
  return CallExchange3(
      handle, "fmi3GetNominalsOfContinuousStates",
      {Mode::Instantiated, Mode::Initialization, Mode::Event, Mode::Continuous, Mode::Terminated},
      [&](Instance& instance) { return instance.GetNominals({nominals, n}); });
}

KERF_FMI fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance handle, size_t* n) {
  return kerf::fmu::StatusOf3(kerf::fmu::Guarded<Holder3>(handle, [&](Holder3&, Instance& instance) {
    *n = instance.interface().n_indicators;
    return Status::Ok;
  }));
}

KERF_FMI fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance handle, size_t* n) {
  return kerf::fmu::StatusOf3(kerf::fmu::Guarded<Holder3>(handle, [&](Holder3&, Instance& instance) {
    *n = instance.n_states();
    return Status::Ok;
  }));
}
