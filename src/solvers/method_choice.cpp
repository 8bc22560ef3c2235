// The features one by one, then the table.
#include "solvers/method_choice.h"

#include <fmt/format.h>

namespace kerf::solvers {
namespace {

// Before the first step a model counts as stiff if its fastest part dies away so often within the stretch
// (Rufer).
constexpr double kStiffRatio = 100;
// Explicit methods are at the edge of their stability where the step times the fastest decay is more; between
// this and kWasteful nothing changes.
constexpr double kUnstable = 0.4;
// Multistep methods need so many steps to get going; one-step methods are left again only well above.
constexpr double kFewSteps = 25;
constexpr double kManySteps = 100;
constexpr double kHighAccuracy = 1e-8;
constexpr double kLowAccuracy = 1e-3;
// Radians that a hardly damped part swings within the stretch before the damping of backward differences
// shows.
constexpr double kSwingMatters = 20;
// Parts that decay are what makes a model stiff only if nothing grows about as fast: what grows has to be
// followed by short steps whatever the method.
constexpr double kDominates = 3;

// Adams methods have more of their steps rejected than that where the input is noise.
constexpr double kNoisy = 0.065;

auto IsMultistep(std::string_view solver) -> bool { return solver == "cvode" || solver == "adams"; }

auto IsStiff(const Features& features, std::string_view present) -> bool {
  const double decay = features.spectrum.decay;
  if (decay < kDominates * features.spectrum.growth) return false;
  if (features.step == 0 || present.empty()) return features.stretch * decay > kStiffRatio;
  if (!IsStiffMethod(present)) return features.step * decay > kUnstable;
  return features.step * features.spectrum.radius > kWasteful;
}

auto HasManyEvents(const Features& features, std::string_view present) -> bool {
  if (features.steps_per_start == 0) return features.had_many_events;
  return features.steps_per_start < (present.empty() || IsMultistep(present) ? kFewSteps : kManySteps);
}

auto StiffMethod(const Features& features, bool has_many_events, const std::string& why) -> MethodChoice {
  const double swing = features.spectrum.swing;
  if (features.stretch * swing > kSwingMatters) {
    return {"radau", fmt::format("{}, and swings hardly damped with {:.2g} rad/s", why, swing),
            has_many_events};
  }
  return {has_many_events ? "radau" : "cvode", why, has_many_events};
}

auto OtherMethod(const Features& features, bool has_many_events, const std::string& why) -> MethodChoice {
  // Steps that come close to what stability allows fail for that reason, too.
  const bool fails_often = features.rejected > kNoisy && features.step * features.spectrum.decay < kWasteful;
  const bool is_noisy = features.had_noise || fails_often;
  if (!has_many_events && !is_noisy) return {"adams", why, false};
  if (is_noisy && !has_many_events)
    return {"dopri5", fmt::format("{}, {:.0f} % of the steps rejected", why, 100 * features.rejected), false,
            true};
  if (features.tolerance < kHighAccuracy) return {"fehlberg89", why + ", many digits", true};
  return {features.tolerance > kLowAccuracy ? "rks" : "dopri5", why, true};
}

}  // namespace

auto IsStiffMethod(std::string_view solver) -> bool { return solver == "cvode" || solver == "radau"; }

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
