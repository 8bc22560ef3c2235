// What an instance of FMI 3.0 points to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fmi/fmi3.h"
#include "fmu/guard.h"

namespace kerf::fmu {

struct Holder3 {
  fmi3InstanceEnvironment environment = nullptr;
  fmi3LogMessageCallback log_message = nullptr;
  fmi3IntermediateUpdateCallback intermediate_update = nullptr;
  bool may_return_early = false;
  // While the importer is called back, it may read, and nothing else.
  bool is_updating = false;
  std::unique_ptr<Instance> instance;
};

inline auto StatusOf3(Status status) -> fmi3Status { return static_cast<fmi3Status>(status); }

// body(holder, instance) where the mode is one of these.
template <typename Body>
auto Call3(fmi3Instance handle, const char* name, std::initializer_list<Mode> modes, const Body& body)
    -> fmi3Status {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3& holder, Instance& instance) -> Status {
    if (!instance.IsIn(modes, name)) return Status::Error;
    return body(holder, instance);
  }));
}

// References, with those of all elements in place of that of an array.
inline auto ElementsOf(const fmi::Interface& interface, const uint32_t* references, size_t n)
    -> std::vector<uint32_t> {
  std::vector<uint32_t> elements;
  elements.reserve(n);
  for (size_t k = 0; k < n; ++k) {
    const uint32_t index = interface.Find(references[k]);
    const uint32_t array = index == fmi::kNone ? fmi::kNone : interface.array_of[index];
    const bool is_array = array != fmi::kNone && interface.arrays[array].first == index;
    const uint32_t count = is_array ? interface.arrays[array].count : 1;
    for (uint32_t i = 0; i < count; ++i) elements.push_back(references[k] + i);
  }
  return elements;
}

// What this FMU has none of.
template <typename Body>
auto Refuse3(fmi3Instance handle, const char* what, const Body& is_asked) -> fmi3Status {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3&, Instance& instance) -> Status {
    if (!is_asked()) return Status::Ok;
    instance.log().Error(std::string("this FMU has no ") + what);
    return Status::Error;
  }));
}

}  // namespace kerf::fmu
