// Wishes become settings.
#include "driver/apply_wishes.h"

namespace kerf::driver {

void ApplyWishes(const session::Wishes& wishes, const CommandLine& command, sim::Settings& settings) {
  const auto is_given = [&](const char* name) { return command.IsGiven(name); };
  runtime::RunOptions& run = settings.run;
  if (wishes.max_step && !is_given("--max-step")) run.max_step = *wishes.max_step;
  if (wishes.tolerance && !is_given("--tolerance")) run.tolerance = *wishes.tolerance;
  if (wishes.absolute_tolerance && !is_given("--absolute-tolerance"))
    run.absolute_tolerance = *wishes.absolute_tolerance;
  if (is_given("--solver")) return;
  if (wishes.has_sections_apart) {
    settings.solver = std::string(sim::kSectionsApart);
    return;
  }
  if (wishes.solver.empty()) return;
  settings.solver = wishes.solver;
  const bool has_fixed_steps = wishes.solver == "rk4" || wishes.solver == "euler";
  if (has_fixed_steps && wishes.step && !is_given("--step")) run.initial_step = *wishes.step;
}

}  // namespace kerf::driver
