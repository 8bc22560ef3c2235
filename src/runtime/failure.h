// How far a step got, from Ok over what a smaller step may cure to what ends the run, and the record of what
// went wrong.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kerf::runtime {

inline constexpr uint32_t kNone = 0xFFFF'FFFF;

// In ascending order of gravity.
enum class StepStatus : uint8_t {
  Ok,
  // An integrator may try again with a smaller step.
  NonFinite,
  BlockDidNotConverge,
  SingularBlock,
  // These end the run.
  Stopped,
  NoConsistentStart,
  IntegratorFailed,
  EventsDoNotSettle,
  TooManyEvents,
  TooManySteps,
  AssertionViolated,
  EffectFailed,
  // States chosen for the whole run no longer determine the rest; `block` is the number of the watch.
  StatesDoNotServe,
  // The agent that acts on the run has failed and says why by itself.
  AgentFailed,
  BadOptions,
};

constexpr auto IsRecoverable(StepStatus status) -> bool {
  return status > StepStatus::Ok && status < StepStatus::Stopped;
}

// What is known about a failure; fields that do not apply keep kNone.
struct Failure {
  StepStatus status = StepStatus::Ok;
  double time = 0;
  // Index of the step in its program and of the block in the model.
  uint32_t step = kNone;
  uint32_t block = kNone;
  // The residual of the block that is worst relative to its scale, and its value.
  uint32_t residual = kNone;
  double residual_value = 0;
  uint32_t iterations = 0;
  // The slot that is not finite, or the unknown without a pivot.
  uint32_t slot = kNone;
  // Of a singular matrix: its entries, in the order of its pattern, and the unknowns at that point.
  std::vector<double> entries;
  std::vector<double> unknowns;
  // The call for its effect that failed.
  uint32_t effect = kNone;
  // The assertion that does not hold.
  uint32_t assertion = kNone;
  // Relations that keep changing.
  std::vector<uint32_t> relations;
  // Slots of discrete variables that keep changing.
  std::vector<uint32_t> changing_slots;
  // The integrator's own words.
  std::string text;
};

auto StatusName(StepStatus status) -> const char*;

// One sentence in numbers of slots and blocks; who knows names can do better.
auto Describe(const Failure& failure) -> std::string;

}  // namespace kerf::runtime
