// The features one by one, then the table.
#include "solvers/method_choice.h"

#include <fmt/format.h>

namespace kerf::solvers {
namespace {

// Before the first step a model counts as stiff if its fastest part dies away so often within the stretch
// (Rufer).
constexpr double kStiffRatio = 100;
// Explicit methods are at the edge of their stability where the step is so many times the fastest decay;
// implicit ones waste their effort below the other. In between nothing changes.
constexpr double kUnstable = 0.8;
constexpr double kWasteful = 0.25;
// Multistep methods need so many steps to get going; one-step methods are left again only well above.
constexpr double kFewSteps = 25;
constexpr double kManySteps = 100;
constexpr double kHighAccuracy = 1e-8;
constexpr double kLowAccuracy = 1e-3;
// Steps of the swing's own period that a method of backward differences would damp.
constexpr double kSwingMatters = 0.2;

auto IsStiffMethod(std::string_view solver) -> bool {
  return solver == "cvode" || solver == "dirk" || solver == "radau";
}

auto IsMultistep(std::string_view solver) -> bool { return solver == "cvode" || solver == "adams"; }

auto IsStiff(const Features& features, std::string_view present) -> bool {
  const double decay = features.spectrum.decay;
  if (features.step == 0 || present.empty()) return features.stretch * decay > kStiffRatio;
  if (!IsStiffMethod(present)) return features.step * decay > kUnstable;
  return features.step * features.spectrum.radius > kWasteful;
}

auto HasManyEvents(const Features& features, std::string_view present) -> bool {
  if (features.steps_per_start == 0) return false;
  return features.steps_per_start < (present.empty() || IsMultistep(present) ? kFewSteps : kManySteps);
}

auto StiffMethod(const Features& features, bool has_many_events, const std::string& why) -> MethodChoice {
  const double swing = features.spectrum.swing;
  const bool swings = features.step > 0 ? features.step * swing > kSwingMatters
                                        : swing > kSwingMatters * features.spectrum.decay;
  if (swings) return {"radau", fmt::format("{}, and swings hardly damped with {:.2g} rad/s", why, swing)};
  if (!has_many_events) return {"cvode", why};
  const bool is_high = features.tolerance < kHighAccuracy;
  return {is_high ? "radau" : "dirk", why};
}

auto OtherMethod(const Features& features, bool has_many_events, const std::string& why) -> MethodChoice {
  if (!has_many_events) return {"adams", why};
  if (features.tolerance < kHighAccuracy) return {"fehlberg89", why + ", many digits"};
  return {features.tolerance > kLowAccuracy ? "rks" : "dopri5", why};
}

}  // namespace

auto ChooseMethod(const Features& features, std::string_view present) -> MethodChoice {
  const bool is_stiff = IsStiff(features, present);
  const bool has_many_events = HasManyEvents(features, present);
  const double decay = features.spectrum.decay;
  std::string why = is_stiff ? "stiff" : "not stiff";
  if (features.step == 0 || present.empty()) {
    why += fmt::format(": fastest decay {:.2g}/s over {:.2g} s", decay, features.stretch);
  } else {
    why += fmt::format(": fastest decay {:.2g}/s at steps of {:.2g} s", decay, features.step);
  }
  if (features.steps_per_start > 0) {
    why += fmt::format(", {} events ({:.2g} steps from one to the next)", has_many_events ? "many" : "few",
                       features.steps_per_start);
  }
  return is_stiff ? StiffMethod(features, has_many_events, why) : OtherMethod(features, has_many_events, why);
}

}  // namespace kerf::solvers
