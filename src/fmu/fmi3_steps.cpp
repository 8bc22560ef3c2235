// FMI 3.0 for co-simulation.
#include <algorithm>

#include "fmu/holder3.h"

using kerf::fmu::Call3;
using kerf::fmu::Holder3;
using kerf::fmu::Instance;
using kerf::fmu::Interruption;
using kerf::fmu::Mode;
using kerf::fmu::Status;

namespace {

template <typename Body>
auto CallSteps3(fmi3Instance handle, const char* name, std::initializer_list<Mode> modes, const Body& body)
    -> fmi3Status {
  return Call3(handle, name, modes, [&](Holder3& holder, Instance& instance) -> Status {
    if (instance.kind() != kerf::fmu::Kind::CoSimulation) {
      instance.log().Error(std::string(name) + " is for co-simulation");
      return Status::Error;
    }
    if (!holder.is_updating) return body(holder, instance);
    instance.log().Error(std::string(name) + " must not be called during an intermediate update");
    return Status::Error;
  });
}

auto AskImporter(Holder3& holder, double time) -> Interruption {
  fmi3Boolean is_wanted = false;
  fmi3Float64 until = time;
  holder.is_updating = true;
  holder.intermediate_update(holder.environment, time, false, true, true, holder.may_return_early, &is_wanted,
                             &until);
  holder.is_updating = false;
  return {is_wanted && holder.may_return_early, until};
}

}  // namespace

KERF_FMI fmi3Status fmi3EnterStepMode(fmi3Instance handle) {
  return CallSteps3(handle, "fmi3EnterStepMode", {Mode::Event},
                    [](Holder3&, Instance& instance) { return instance.EnterStep(); });
}

KERF_FMI fmi3Status fmi3GetOutputDerivatives(fmi3Instance handle, const fmi3ValueReference references[],
                                             size_t n, const fmi3Int32 orders[], fmi3Float64 values[],
                                             size_t n_values) {
  return CallSteps3(handle, "fmi3GetOutputDerivatives", {Mode::Event, Mode::Step, Mode::Terminated},
                    [&](Holder3&, Instance& instance) {
                      const bool is_first =
                          std::all_of(orders, orders + n, [](fmi3Int32 order) { return order == 1; });
                      const auto elements = kerf::fmu::ElementsOf(instance.interface(), references, n);
                      if (is_first && elements.size() == n_values)
                        return instance.GetSlopes(elements, values);
                      instance.log().Error("outputs have derivatives of order 1 only, one value for each");
                      return Status::Error;
                    });
}

KERF_FMI fmi3Status fmi3DoStep(fmi3Instance handle, fmi3Float64 time, fmi3Float64 size,
                               fmi3Boolean /*no_set_state_before*/, fmi3Boolean* needs_event,
                               fmi3Boolean* terminate, fmi3Boolean* is_early, fmi3Float64* last_time) {
  return CallSteps3(handle, "fmi3DoStep", {Mode::Step}, [&](Holder3& holder, Instance& instance) {
    kerf::fmu::StepEnd end;
    kerf::fmu::Watcher watcher;
    if (holder.intermediate_update != nullptr) watcher = [&](double now) { return AskImporter(holder, now); };
    const Status status = instance.Step(time, size, watcher, end);
    *needs_event = end.needs_event;
    *terminate = end.is_terminated;
    *is_early = end.is_early;
    *last_time = end.time;
    return status;
  });
}
