// FMI 3.0: life of instances, and their states.
#include <algorithm>
#include <set>

#include "fmi/log_categories.h"
#include "fmu/holder3.h"
#include "fmu/serialize.h"

using kerf::fmu::Call3;
using kerf::fmu::Guarded;
using kerf::fmu::Holder3;
using kerf::fmu::Instance;
using kerf::fmu::Kind;
using kerf::fmu::Memory;
using kerf::fmu::Mode;
using kerf::fmu::Status;
using kerf::fmu::StatusOf3;

namespace {

struct Given3 {
  Kind kind = Kind::ModelExchange;
  fmi3String token = nullptr;
  fmi3String resources = nullptr;
  bool is_logging = false;
  fmi3InstanceEnvironment environment = nullptr;
  fmi3LogMessageCallback log_message = nullptr;
  fmi3IntermediateUpdateCallback intermediate_update = nullptr;
  bool has_event_mode = false;
  bool may_return_early = false;
};

auto Instantiate3(const Given3& given) -> fmi3Instance {
  try {
    auto holder = std::make_unique<Holder3>();
    holder->environment = given.environment;
    holder->log_message = given.log_message;
    holder->intermediate_update = given.intermediate_update;
    holder->may_return_early = given.may_return_early;
    const auto log = [to = holder.get()](Status status, const char* category, const std::string& text) {
      if (to->log_message != nullptr)
        to->log_message(to->environment, StatusOf3(status), category, text.c_str());
    };
    if (given.token == nullptr || given.resources == nullptr) {
      log(Status::Error, kerf::fmi::kLogErrors, "an FMU needs the path of its resources, and its token");
      return nullptr;
    }
    try {
      holder->instance = Instance::Make(given.kind, kerf::fmu::PathOf(given.resources), given.token, log,
                                        given.is_logging, {given.has_event_mode, given.may_return_early});
    } catch (const std::exception& error) {
      log(Status::Error, kerf::fmi::kLogErrors, error.what());
    }
    return holder->instance == nullptr ? nullptr : holder.release();
  } catch (...) {
    return nullptr;
  }
}

constexpr std::initializer_list<Mode> kAnyMode3 = {
    Mode::Instantiated, Mode::Initialization, Mode::Event, Mode::Continuous, Mode::Step, Mode::Terminated};

}  // namespace

KERF_FMI const char* fmi3GetVersion() { return "3.0"; }

KERF_FMI fmi3Instance fmi3InstantiateModelExchange(fmi3String /*name*/, fmi3String token,
                                                   fmi3String resources, fmi3Boolean /*visible*/,
                                                   fmi3Boolean is_logging,
                                                   fmi3InstanceEnvironment environment,
                                                   fmi3LogMessageCallback log_message) {
  return Instantiate3(
      {Kind::ModelExchange, token, resources, is_logging, environment, log_message, nullptr, false, false});
}

KERF_FMI fmi3Instance fmi3InstantiateCoSimulation(fmi3String /*name*/, fmi3String token, fmi3String resources,
                                                  fmi3Boolean /*visible*/, fmi3Boolean is_logging,
                                                  fmi3Boolean has_event_mode, fmi3Boolean may_return_early,
                                                  const fmi3ValueReference /*intermediate*/[],
                                                  size_t /*n_intermediate*/,
                                                  fmi3InstanceEnvironment environment,
                                                  fmi3LogMessageCallback log_message,
                                                  fmi3IntermediateUpdateCallback intermediate_update) {
  return Instantiate3({Kind::CoSimulation, token, resources, is_logging, environment, log_message,
                       intermediate_update, has_event_mode, may_return_early});
}

KERF_FMI fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String /*name*/, fmi3String /*token*/, fmi3String /*resources*/, fmi3Boolean /*visible*/,
    fmi3Boolean /*is_logging*/, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log_message,
    fmi3ClockUpdateCallback /*clock_update*/, fmi3LockPreemptionCallback /*lock*/,
    fmi3UnlockPreemptionCallback /*unlock*/) {
  if (log_message != nullptr)
    log_message(environment, fmi3Error, kerf::fmi::kLogErrors, "this FMU has no scheduled execution");
  return nullptr;
}

KERF_FMI void fmi3FreeInstance(fmi3Instance handle) { delete static_cast<Holder3*>(handle); }

KERF_FMI fmi3Status fmi3SetDebugLogging(fmi3Instance handle, fmi3Boolean is_on, size_t n,
                                        const fmi3String categories[]) {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3&, Instance& instance) {
    if (n > 0 && categories == nullptr) return Status::Error;
    const std::set<std::string> names(categories, categories + n);
    if (instance.log().Configure(is_on, names)) return Status::Ok;
    instance.log().Error("there is no such log category");
    return Status::Error;
  }));
}

KERF_FMI fmi3Status fmi3EnterInitializationMode(fmi3Instance handle, fmi3Boolean has_tolerance,
                                                fmi3Float64 tolerance, fmi3Float64 start,
                                                fmi3Boolean has_stop, fmi3Float64 stop) {
  return Call3(handle, "fmi3EnterInitializationMode", {Mode::Instantiated},
               [&](Holder3&, Instance& instance) {
                 const Status status = instance.SetUp(has_tolerance ? std::optional(tolerance) : std::nullopt,
                                                      start, has_stop ? std::optional(stop) : std::nullopt);
                 return status == Status::Ok ? instance.EnterInitialization() : status;
               });
}

KERF_FMI fmi3Status fmi3ExitInitializationMode(fmi3Instance handle) {
  return Call3(handle, "fmi3ExitInitializationMode", {Mode::Initialization},
               [](Holder3&, Instance& instance) { return instance.ExitInitialization(); });
}

KERF_FMI fmi3Status fmi3Terminate(fmi3Instance handle) {
  return Call3(handle, "fmi3Terminate", {Mode::Event, Mode::Continuous, Mode::Step},
               [](Holder3&, Instance& instance) { return instance.Terminate(); });
}

KERF_FMI fmi3Status fmi3Reset(fmi3Instance handle) {
  return StatusOf3(Guarded<Holder3>(handle, [](Holder3&, Instance& instance) { return instance.Reset(); }));
}

KERF_FMI fmi3Status fmi3EnterConfigurationMode(fmi3Instance handle) {
  return kerf::fmu::Refuse3(handle, "structural parameters", [] { return true; });
}

KERF_FMI fmi3Status fmi3ExitConfigurationMode(fmi3Instance handle) {
  return kerf::fmu::Refuse3(handle, "structural parameters", [] { return true; });
}

KERF_FMI fmi3Status fmi3GetFMUState(fmi3Instance handle, fmi3FMUState* state) {
  return Call3(handle, "fmi3GetFMUState", kAnyMode3, [&](Holder3& holder, Instance& instance) {
    auto memory = holder.is_updating ? nullptr : instance.TryMemory();
    if (!memory) return Status::Error;
    delete static_cast<Memory*>(*state);
    *state = memory.release();
    return Status::Ok;
  });
}

KERF_FMI fmi3Status fmi3SetFMUState(fmi3Instance handle, fmi3FMUState state) {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3& holder, Instance& instance) {
    if (state != nullptr && !holder.is_updating) return instance.Restore(*static_cast<const Memory*>(state));
    instance.log().Error("there is no state to restore");
    return Status::Error;
  }));
}

KERF_FMI fmi3Status fmi3FreeFMUState(fmi3Instance /*handle*/, fmi3FMUState* state) {
  if (state == nullptr) return fmi3OK;
  delete static_cast<Memory*>(*state);
  *state = nullptr;
  return fmi3OK;
}

KERF_FMI fmi3Status fmi3SerializedFMUStateSize(fmi3Instance handle, fmi3FMUState state, size_t* size) {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3&, Instance&) {
    if (state == nullptr) return Status::Error;
    *size = kerf::fmu::Serialized(*static_cast<const Memory*>(state)).size();
    return Status::Ok;
  }));
}

KERF_FMI fmi3Status fmi3SerializeFMUState(fmi3Instance handle, fmi3FMUState state, fmi3Byte bytes[],
                                          size_t size) {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3&, Instance& instance) {
    if (state == nullptr) return Status::Error;
    const std::string text = kerf::fmu::Serialized(*static_cast<const Memory*>(state));
    if (text.size() > size) {
      instance.log().Error("there is too little room for the state");
      return Status::Error;
    }
    std::ranges::copy(text, bytes);
    return Status::Ok;
  }));
}

KERF_FMI fmi3Status fmi3DeserializeFMUState(fmi3Instance handle, const fmi3Byte bytes[], size_t size,
                                            fmi3FMUState* state) {
  return StatusOf3(Guarded<Holder3>(handle, [&](Holder3&, Instance& instance) {
    auto memory = kerf::fmu::TryDeserialize({reinterpret_cast<const char*>(bytes), size});
    if (!memory || !instance.Fits(*memory)) {
      instance.log().Error("the bytes are not a state of this FMU");
      return Status::Error;
    }
    *state = memory.release();
    return Status::Ok;
  }));
}
