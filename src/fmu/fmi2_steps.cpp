// FMI 2.0 for co-simulation.
#include <algorithm>

#include "fmu/holder2.h"

using kerf::fmu::Call2;
using kerf::fmu::Holder2;
using kerf::fmu::Instance;
using kerf::fmu::Mode;
using kerf::fmu::Status;

namespace {

template <typename Body>
auto CallSteps2(fmi2Component component, const char* name, std::initializer_list<Mode> modes,
                const Body& body) -> fmi2Status {
  return Call2(component, name, modes, [&](Holder2& holder, Instance& instance) -> Status {
    if (instance.kind() == kerf::fmu::Kind::CoSimulation) return body(holder, instance);
    instance.log().Error(std::string(name) + " is for co-simulation");
    return Status::Error;
  });
}

}  // namespace

KERF_FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference* references,
                                                size_t n, const fmi2Integer* orders, const fmi2Real* values) {
  return CallSteps2(component, "fmi2SetRealInputDerivatives", {Mode::Step},
                    [&](Holder2&, Instance& instance) {
                      if (std::all_of(orders, orders + n, [](fmi2Integer order) { return order == 1; }))
                        return instance.SetInputSlopes({references, n}, values);
                      instance.log().Error("inputs have derivatives of order 1 only");
                      return Status::Error;
                    });
}

KERF_FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component,
                                                 const fmi2ValueReference* references, size_t n,
                                                 const fmi2Integer* orders, fmi2Real* values) {
  return CallSteps2(component, "fmi2GetRealOutputDerivatives", {Mode::Step, Mode::Terminated},
                    [&](Holder2&, Instance& instance) {
                      if (std::all_of(orders, orders + n, [](fmi2Integer order) { return order == 1; }))
                        return instance.GetSlopes({references, n}, values);
                      instance.log().Error("outputs have derivatives of order 1 only");
                      return Status::Error;
                    });
}

KERF_FMI fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real size,
                               fmi2Boolean /*no_set_state_before*/) {
  return CallSteps2(component, "fmi2DoStep", {Mode::Step}, [&](Holder2& holder, Instance& instance) {
    const Status status = instance.Step(time, size, {}, holder.step_end);
    return status == Status::Ok && holder.step_end.is_terminated ? Status::Discard : status;
  });
}

KERF_FMI fmi2Status fmi2CancelStep(fmi2Component component) {
  return CallSteps2(component, "fmi2CancelStep", {}, [](Holder2&, Instance&) { return Status::Error; });
}

KERF_FMI fmi2Status fmi2GetStatus(fmi2Component component, fmi2StatusKind kind, fmi2Status* value) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2& holder, Instance&) {
    if (kind != fmi2DoStepStatus) return Status::Discard;
    *value = holder.step_end.is_terminated ? fmi2Discard : fmi2OK;
    return Status::Ok;
  }));
}

KERF_FMI fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real* value) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2& holder, Instance&) {
    if (kind != fmi2LastSuccessfulTime) return Status::Discard;
    *value = holder.step_end.time;
    return Status::Ok;
  }));
}

KERF_FMI fmi2Status fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind /*kind*/,
                                         fmi2Integer* /*value*/) {
  return kerf::fmu::StatusOf2(
      kerf::fmu::Guarded<Holder2>(component, [](Holder2&, Instance&) { return Status::Discard; }));
}

KERF_FMI fmi2Status fmi2GetBooleanStatus(fmi2Component component, fmi2StatusKind kind, fmi2Boolean* value) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2& holder, Instance&) {
    if (kind != fmi2Terminated) return Status::Discard;
    *value = holder.step_end.is_terminated ? 1 : 0;
    return Status::Ok;
  }));
}

KERF_FMI fmi2Status fmi2GetStringStatus(fmi2Component component, fmi2StatusKind kind, fmi2String* value) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2&, Instance&) {
    if (kind != fmi2PendingStatus) return Status::Discard;
    *value = "";
    return Status::Ok;
  }));
}
