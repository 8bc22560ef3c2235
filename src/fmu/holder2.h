// What a component of FMI 2.0 points to.
#pragma once

#include <memory>
#include <string>

#include "fmi/fmi2.h"
#include "fmu/guard.h"

namespace kerf::fmu {

struct Holder2 {
  std::string name;
  fmi2CallbackLogger logger = nullptr;
  fmi2ComponentEnvironment environment = nullptr;
  std::unique_ptr<Instance> instance;
  // Of the last step.
  StepEnd step_end;
};

inline auto StatusOf2(Status status) -> fmi2Status { return static_cast<fmi2Status>(status); }

// body(holder, instance) where the mode is one of these.
template <typename Body>
auto Call2(fmi2Component component, const char* name, std::initializer_list<Mode> modes, const Body& body)
    -> fmi2Status {
  return StatusOf2(Guarded<Holder2>(component, [&](Holder2& holder, Instance& instance) -> Status {
    if (!instance.IsIn(modes, name)) return Status::Error;
    return body(holder, instance);
  }));
}

}  // namespace kerf::fmu
