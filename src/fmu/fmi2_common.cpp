// FMI 2.0: what both types of FMU have.
#include <algorithm>
#include <new>
#include <set>

#include "fmi/log_categories.h"
#include "fmu/holder2.h"
#include "fmu/serialize.h"

using kerf::fmu::Call2;
using kerf::fmu::Holder2;
using kerf::fmu::Instance;
using kerf::fmu::Memory;
using kerf::fmu::Mode;
using kerf::fmu::Status;
using kerf::model::ScalarType;

namespace {

constexpr std::initializer_list<Mode> kReadable2 = {
    Mode::Instantiated, Mode::Initialization, Mode::Event, Mode::Continuous, Mode::Step, Mode::Terminated};
constexpr std::initializer_list<Mode> kWritable2 = {Mode::Instantiated, Mode::Initialization, Mode::Event,
                                                    Mode::Continuous, Mode::Step};

auto LoggerOf(Holder2& holder) -> kerf::fmu::LogFunction {
  return [&holder](Status status, const char* category, const std::string& text) {
    if (holder.logger != nullptr)
      holder.logger(holder.environment, holder.name.c_str(), kerf::fmu::StatusOf2(status), category, "%s",
                    text.c_str());
  };
}

template <typename T>
auto GetConverted2(fmi2Component component, const char* name, const fmi2ValueReference* references, size_t n,
                   ScalarType type, T* values) -> fmi2Status {
  return Call2(component, name, kReadable2, [&](Holder2&, Instance& instance) {
    std::vector<double> numbers(n);
    const Status status = instance.Get({references, n}, type, numbers.data());
    for (size_t k = 0; k < n && status == Status::Ok; ++k) values[k] = static_cast<T>(numbers[k]);
    return status;
  });
}

template <typename T>
auto SetConverted2(fmi2Component component, const char* name, const fmi2ValueReference* references, size_t n,
                   ScalarType type, const T* values) -> fmi2Status {
  return Call2(component, name, kWritable2, [&](Holder2&, Instance& instance) {
    std::vector<double> numbers(values, values + n);
    if (type == ScalarType::Boolean) {
      for (double& number : numbers) number = number != 0 ? 1 : 0;
    }
    return instance.Set({references, n}, type, numbers.data());
  });
}

}  // namespace

KERF_FMI const char* fmi2GetTypesPlatform() { return "default"; }
KERF_FMI const char* fmi2GetVersion() { return "2.0"; }

KERF_FMI fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                       const fmi2CallbackFunctions* functions, fmi2Boolean /*visible*/,
                                       fmi2Boolean is_logging) {
  if (functions == nullptr) return nullptr;
  try {
    auto holder = std::make_unique<Holder2>();
    holder->name = name == nullptr ? "" : name;
    holder->logger = functions->logger;
    holder->environment = functions->componentEnvironment;
    const auto kind =
        type == fmi2CoSimulation ? kerf::fmu::Kind::CoSimulation : kerf::fmu::Kind::ModelExchange;
    const auto log = LoggerOf(*holder);
    if (resources == nullptr || guid == nullptr) {
      log(Status::Error, kerf::fmi::kLogErrors, "an FMU needs the location of its resources, and its guid");
      return nullptr;
    }
    try {
      holder->instance = Instance::Make(kind, kerf::fmu::PathOf(resources), guid, log, is_logging != 0);
    } catch (const std::exception& error) {
      log(Status::Error, kerf::fmi::kLogErrors, error.what());
    }
    return holder->instance == nullptr ? nullptr : holder.release();
  } catch (...) {
    return nullptr;
  }
}

KERF_FMI void fmi2FreeInstance(fmi2Component component) { delete static_cast<Holder2*>(component); }

KERF_FMI fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean is_on, size_t n,
                                        const fmi2String* categories) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2&, Instance& instance) {
    if (n > 0 && categories == nullptr) return Status::Error;
    const std::set<std::string> names(categories, categories + n);
    if (instance.log().Configure(is_on != 0, names)) return Status::Ok;
    instance.log().Error("there is no such log category");
    return Status::Error;
  }));
}

KERF_FMI fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance,
                                        fmi2Real tolerance, fmi2Real start, fmi2Boolean has_stop,
                                        fmi2Real stop) {
  return Call2(component, "fmi2SetupExperiment", {Mode::Instantiated}, [&](Holder2&, Instance& instance) {
    return instance.SetUp(has_tolerance != 0 ? std::optional(tolerance) : std::nullopt, start,
                          has_stop != 0 ? std::optional(stop) : std::nullopt);
  });
}

KERF_FMI fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  return Call2(component, "fmi2EnterInitializationMode", {Mode::Instantiated},
               [](Holder2&, Instance& instance) { return instance.EnterInitialization(); });
}

KERF_FMI fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  return Call2(component, "fmi2ExitInitializationMode", {Mode::Initialization},
               [](Holder2&, Instance& instance) { return instance.ExitInitialization(); });
}

KERF_FMI fmi2Status fmi2Terminate(fmi2Component component) {
  return Call2(component, "fmi2Terminate", {Mode::Event, Mode::Continuous, Mode::Step},
               [](Holder2&, Instance& instance) { return instance.Terminate(); });
}

KERF_FMI fmi2Status fmi2Reset(fmi2Component component) {
  return kerf::fmu::StatusOf2(
      kerf::fmu::Guarded<Holder2>(component, [](Holder2&, Instance& instance) { return instance.Reset(); }));
}

KERF_FMI fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                fmi2Real* values) {
  return Call2(component, "fmi2GetReal", kReadable2, [&](Holder2&, Instance& instance) {
    return instance.Get({references, n}, ScalarType::Real, values);
  });
}

KERF_FMI fmi2Status fmi2GetInteger(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                   fmi2Integer* values) {
  return GetConverted2(component, "fmi2GetInteger", references, n, ScalarType::Integer, values);
}

KERF_FMI fmi2Status fmi2GetBoolean(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                   fmi2Boolean* values) {
  return GetConverted2(component, "fmi2GetBoolean", references, n, ScalarType::Boolean, values);
}

KERF_FMI fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference* /*references*/, size_t n,
                                  fmi2String* /*values*/) {
  return Call2(component, "fmi2GetString", kReadable2, [&](Holder2&, Instance& instance) {
    if (n == 0) return Status::Ok;
    instance.log().Error("there are no String variables");
    return Status::Error;
  });
}

KERF_FMI fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                const fmi2Real* values) {
  return Call2(component, "fmi2SetReal", kWritable2, [&](Holder2&, Instance& instance) {
    return instance.Set({references, n}, ScalarType::Real, values);
  });
}

KERF_FMI fmi2Status fmi2SetInteger(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                   const fmi2Integer* values) {
  return SetConverted2(component, "fmi2SetInteger", references, n, ScalarType::Integer, values);
}

KERF_FMI fmi2Status fmi2SetBoolean(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                   const fmi2Boolean* values) {
  return SetConverted2(component, "fmi2SetBoolean", references, n, ScalarType::Boolean, values);
}

KERF_FMI fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference* /*references*/, size_t n,
                                  const fmi2String* /*values*/) {
  return Call2(component, "fmi2SetString", kWritable2, [&](Holder2&, Instance& instance) {
    if (n == 0) return Status::Ok;
    instance.log().Error("there are no String variables");
    return Status::Error;
  });
}

KERF_FMI fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return Call2(component, "fmi2GetFMUstate", kReadable2, [&](Holder2&, Instance& instance) {
    auto memory = instance.TryMemory();
    if (!memory) return Status::Error;
    delete static_cast<Memory*>(*state);
    *state = memory.release();
    return Status::Ok;
  });
}

KERF_FMI fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2&, Instance& instance) {
    if (state != nullptr) return instance.Restore(*static_cast<const Memory*>(state));
    instance.log().Error("there is no state to restore");
    return Status::Error;
  }));
}

KERF_FMI fmi2Status fmi2FreeFMUstate(fmi2Component /*component*/, fmi2FMUstate* state) {
  if (state == nullptr) return fmi2OK;
  delete static_cast<Memory*>(*state);
  *state = nullptr;
  return fmi2OK;
}

KERF_FMI fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t* size) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2&, Instance&) {
    if (state == nullptr) return Status::Error;
    *size = kerf::fmu::Serialized(*static_cast<const Memory*>(state)).size();
    return Status::Ok;
  }));
}

KERF_FMI fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte* bytes,
                                          size_t size) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2&, Instance& instance) {
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

KERF_FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte* bytes, size_t size,
                                            fmi2FMUstate* state) {
  return kerf::fmu::StatusOf2(kerf::fmu::Guarded<Holder2>(component, [&](Holder2&, Instance& instance) {
    auto memory = kerf::fmu::TryDeserialize({bytes, size});
    if (!memory || !instance.Fits(*memory)) {
      instance.log().Error("the bytes are not a state of this FMU");
      return Status::Error;
    }
    *state = memory.release();
    return Status::Ok;
  }));
}

KERF_FMI fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference* unknowns,
                                                 size_t n_unknowns, const fmi2ValueReference* knowns,
                                                 size_t n_knowns, const fmi2Real* seeds,
                                                 fmi2Real* sensitivities) {
  return Call2(component, "fmi2GetDirectionalDerivative",
               {Mode::Initialization, Mode::Event, Mode::Continuous, Mode::Step, Mode::Terminated},
               [&](Holder2&, Instance& instance) {
                 return instance.Directional({unknowns, n_unknowns}, {knowns, n_knowns}, seeds,
                                             sensitivities);
               });
}
