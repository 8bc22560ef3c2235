// Failures as text.
#include "runtime/failure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kerf::runtime {

auto StatusName(StepStatus status) -> const char* {
  switch (status) {
    case StepStatus::Ok:                  return "ok";
    case StepStatus::NonFinite:           return "a value is not finite";
    case StepStatus::BlockDidNotConverge: return "simultaneous equations did not converge";
    case StepStatus::SingularBlock:       return "simultaneous equations are singular";
    case StepStatus::Stopped:             return "stopped on request";
    case StepStatus::NoConsistentStart:   return "no values satisfy all equations at the start";
    case StepStatus::IntegratorFailed:    return "the integrator failed";
    case StepStatus::EventsDoNotSettle:   return "events at one instant do not settle";
    case StepStatus::TooManyEvents:       return "too many events in a short time";
    case StepStatus::TooManySteps:        return "too many steps";
    case StepStatus::AssertionViolated:   return "an assertion does not hold";
    case StepStatus::EffectFailed:        return "a call failed";
    case StepStatus::StatesDoNotServe:    return "the states do not determine the other variables";
    case StepStatus::AgentFailed:         return "what acts at events failed";
    case StepStatus::BadOptions:          return "the options make no sense";
  }
  return "";
}

auto Describe(const Failure& failure) -> std::string {
  std::string text = fmt::format("{} at time {}", StatusName(failure.status), failure.time);
  if (failure.block != kNone) text += fmt::format(", block {}", failure.block);
  if (failure.step != kNone) text += fmt::format(", step {}", failure.step);
  if (failure.slot != kNone) text += fmt::format(", slot {}", failure.slot);
  if (failure.residual != kNone) {
    text += fmt::format(", residual {} = {} after {} iterations", failure.residual, failure.residual_value,
                        failure.iterations);
  }
  if (failure.assertion != kNone) text += fmt::format(", assertion {}", failure.assertion);
  if (!failure.relations.empty()) text += fmt::format(", relations {}", fmt::join(failure.relations, ", "));
  if (!failure.text.empty()) text += ": " + failure.text;
  return text;
}

}  // namespace kerf::runtime
