// FMI 3.0: values of variables and their derivatives. Reals are Float64, Integers Int32, enumerations Int64;
// the functions for other types have nothing to give.
#include <type_traits>

#include "fmu/holder3.h"

using kerf::fmu::Call3;
using kerf::fmu::ElementsOf;
using kerf::fmu::Holder3;
using kerf::fmu::Instance;
using kerf::fmu::Mode;
using kerf::fmu::Refuse3;
using kerf::fmu::Status;
using kerf::model::ScalarType;

namespace {

constexpr std::initializer_list<Mode> kReadable3 = {
    Mode::Instantiated, Mode::Initialization, Mode::Event, Mode::Continuous, Mode::Step, Mode::Terminated};
constexpr std::initializer_list<Mode> kWritable3 = {Mode::Instantiated, Mode::Initialization, Mode::Event,
                                                    Mode::Continuous, Mode::Step};
constexpr std::initializer_list<Mode> kRunning3 = {Mode::Initialization, Mode::Event, Mode::Continuous,
                                                   Mode::Step, Mode::Terminated};

auto HasSizes(Instance& instance, size_t n, size_t n_values) -> bool {
  if (n == n_values) return true;
  instance.log().Error("there must be one value for each scalar and for each element of an array");
  return false;
}

// Whether those of them that are there are enumerations, or none is.
auto AreOfKind(Instance& instance, const std::vector<uint32_t>& references, bool is_enumeration) -> bool {
  const kerf::fmi::Interface& interface = instance.interface();
  for (const uint32_t reference : references) {
    const uint32_t index = interface.Find(reference);
    if (index == kerf::fmi::kNone || interface.variables[index].is_enumeration == is_enumeration) continue;
    instance.log().Error("`" + interface.variables[index].name +
                         (is_enumeration ? "` is not an enumeration" : "` is an enumeration"));
    return false;
  }
  return true;
}

template <typename T>
auto GetConverted3(fmi3Instance handle, const char* name, const fmi3ValueReference* references, size_t n,
                   ScalarType type, T* values, size_t n_values) -> fmi3Status {
  return Call3(handle, name, kReadable3, [&](Holder3&, Instance& instance) {
    const std::vector<uint32_t> elements = ElementsOf(instance.interface(), references, n);
    if (!HasSizes(instance, elements.size(), n_values) ||
        !AreOfKind(instance, elements, std::is_same_v<T, fmi3Int64>))
      return Status::Error;
    std::vector<double> numbers(n_values);
    const Status status = instance.Get(elements, type, numbers.data());
    for (size_t k = 0; k < n_values && status == Status::Ok; ++k) values[k] = static_cast<T>(numbers[k]);
    return status;
  });
}

template <typename T>
auto SetConverted3(fmi3Instance handle, const char* name, const fmi3ValueReference* references, size_t n,
                   ScalarType type, const T* values, size_t n_values) -> fmi3Status {
  return Call3(handle, name, kWritable3, [&](Holder3& holder, Instance& instance) {
    const std::vector<uint32_t> elements = ElementsOf(instance.interface(), references, n);
    if (holder.is_updating || !HasSizes(instance, elements.size(), n_values) ||
        !AreOfKind(instance, elements, std::is_same_v<T, fmi3Int64>))
      return Status::Error;
    const std::vector<double> numbers(values, values + n_values);
    return instance.Set(elements, type, numbers.data());
  });
}

}  // namespace

KERF_FMI fmi3Status fmi3GetFloat64(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                   fmi3Float64 values[], size_t n_values) {
  return GetConverted3(handle, "fmi3GetFloat64", references, n, ScalarType::Real, values, n_values);
}
KERF_FMI fmi3Status fmi3GetInt32(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                 fmi3Int32 values[], size_t n_values) {
  return GetConverted3(handle, "fmi3GetInt32", references, n, ScalarType::Integer, values, n_values);
}
KERF_FMI fmi3Status fmi3GetInt64(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                 fmi3Int64 values[], size_t n_values) {
  return GetConverted3(handle, "fmi3GetInt64", references, n, ScalarType::Integer, values, n_values);
}
KERF_FMI fmi3Status fmi3GetBoolean(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                   fmi3Boolean values[], size_t n_values) {
  return GetConverted3(handle, "fmi3GetBoolean", references, n, ScalarType::Boolean, values, n_values);
}
KERF_FMI fmi3Status fmi3SetFloat64(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                   const fmi3Float64 values[], size_t n_values) {
  return SetConverted3(handle, "fmi3SetFloat64", references, n, ScalarType::Real, values, n_values);
}
KERF_FMI fmi3Status fmi3SetInt32(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                 const fmi3Int32 values[], size_t n_values) {
  return SetConverted3(handle, "fmi3SetInt32", references, n, ScalarType::Integer, values, n_values);
}
KERF_FMI fmi3Status fmi3SetInt64(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                 const fmi3Int64 values[], size_t n_values) {
  return SetConverted3(handle, "fmi3SetInt64", references, n, ScalarType::Integer, values, n_values);
}
KERF_FMI fmi3Status fmi3SetBoolean(fmi3Instance handle, const fmi3ValueReference references[], size_t n,
                                   const fmi3Boolean values[], size_t n_values) {
  return SetConverted3(handle, "fmi3SetBoolean", references, n, ScalarType::Boolean, values, n_values);
}

// Types that no variable has.
#define KERF_NO_TYPE(Type)                                                                                   \
  KERF_FMI fmi3Status fmi3Get##Type(fmi3Instance handle, const fmi3ValueReference* /*references*/, size_t n, \
                                    fmi3##Type* /*values*/, size_t /*n_values*/) {                           \
    return Refuse3(handle, "variables of type " #Type, [&] { return n > 0; });                               \
  }                                                                                                          \
  KERF_FMI fmi3Status fmi3Set##Type(fmi3Instance handle, const fmi3ValueReference* /*references*/, size_t n, \
                                    const fmi3##Type* /*values*/, size_t /*n_values*/) {                     \
    return Refuse3(handle, "variables of type " #Type, [&] { return n > 0; });                               \
  }
KERF_NO_TYPE(Float32)
KERF_NO_TYPE(Int8)
KERF_NO_TYPE(UInt8)
KERF_NO_TYPE(Int16)
KERF_NO_TYPE(UInt16)
KERF_NO_TYPE(UInt32)
KERF_NO_TYPE(UInt64)
KERF_NO_TYPE(String)
#undef KERF_NO_TYPE

KERF_FMI fmi3Status fmi3GetBinary(fmi3Instance handle, const fmi3ValueReference* /*references*/, size_t n,
                                  size_t* /*sizes*/, fmi3Binary* /*values*/, size_t /*n_values*/) {
  return Refuse3(handle, "variables of type Binary", [&] { return n > 0; });
}
KERF_FMI fmi3Status fmi3SetBinary(fmi3Instance handle, const fmi3ValueReference* /*references*/, size_t n,
                                  const size_t* /*sizes*/, const fmi3Binary* /*values*/,
                                  size_t /*n_values*/) {
  return Refuse3(handle, "variables of type Binary", [&] { return n > 0; });
}

KERF_FMI fmi3Status fmi3GetDirectionalDerivative(fmi3Instance handle, const fmi3ValueReference unknowns[],
                                                 size_t n_unknowns, const fmi3ValueReference knowns[],
                                                 size_t n_knowns, const fmi3Float64 seeds[], size_t n_seeds,
                                                 fmi3Float64 sensitivities[], size_t n_sensitivities) {
  return Call3(handle, "fmi3GetDirectionalDerivative", kRunning3, [&](Holder3&, Instance& instance) {
    const auto given = ElementsOf(instance.interface(), knowns, n_knowns);
    const auto asked = ElementsOf(instance.interface(), unknowns, n_unknowns);
    if (!HasSizes(instance, given.size(), n_seeds) || !HasSizes(instance, asked.size(), n_sensitivities))
      return Status::Error;
    return instance.Directional(asked, given, seeds, sensitivities);
  });
}

KERF_FMI fmi3Status fmi3GetAdjointDerivative(fmi3Instance handle, const fmi3ValueReference unknowns[],
                                             size_t n_unknowns, const fmi3ValueReference knowns[],
                                             size_t n_knowns, const fmi3Float64 seeds[], size_t n_seeds,
                                             fmi3Float64 sensitivities[], size_t n_sensitivities) {
  return Call3(handle, "fmi3GetAdjointDerivative", kRunning3, [&](Holder3&, Instance& instance) {
    const auto given = ElementsOf(instance.interface(), knowns, n_knowns);
    const auto asked = ElementsOf(instance.interface(), unknowns, n_unknowns);
    if (!HasSizes(instance, asked.size(), n_seeds) || !HasSizes(instance, given.size(), n_sensitivities))
      return Status::Error;
    return instance.Adjoint(asked, given, seeds, sensitivities);
  });
}

KERF_FMI fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance handle, fmi3ValueReference /*reference*/,
                                                        size_t* /*n*/) {
  return Refuse3(handle, "dependencies of array elements", [] { return true; });
}
KERF_FMI fmi3Status fmi3GetVariableDependencies(fmi3Instance handle, fmi3ValueReference /*dependent*/,
                                                size_t* /*elements*/, fmi3ValueReference* /*independents*/,
                                                size_t* /*independent_elements*/,
                                                fmi3DependencyKind* /*kinds*/, size_t /*n*/) {
  return Refuse3(handle, "dependencies of array elements", [] { return true; });
}
