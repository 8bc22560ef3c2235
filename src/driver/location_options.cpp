// See location_options.h.
#include "driver/location_options.h"

#include <map>
#include <string>

namespace kerf::driver {

void AddLocation(CommandLine& command, runtime::RunOptions& run) {
  using runtime::Location;
  static const std::map<std::string, uint8_t> kNames = {
      {"interpolation", static_cast<uint8_t>(Location::Interpolation)},
      {"bisection", static_cast<uint8_t>(Location::Bisection)},
      {"regula-falsi", static_cast<uint8_t>(Location::RegulaFalsi)},
      {"generalised", static_cast<uint8_t>(Location::Generalised)},
      {"hermite", static_cast<uint8_t>(Location::Hermite)}};
  const auto take = [&run](uint8_t number) { run.location = static_cast<Location>(number); };
  command.AddEnum("--location", kNames, take,
                  "How state events are located: interpolation (default), or with repeated steps of the "
                  "explicit methods and ieuler bisection, regula-falsi, generalised, hermite",
                  {.type = "METHOD"});
  command.AddOption("--location-tolerance", run.location_tolerance,
                    "Value of a condition's function that will do for 0 (default: rounding errors)",
                    {.is_not_negative = true});
  command.AddFlag("--short-crossings", run.seeks_short_crossings,
                  "Look for conditions that change there and back within a step");
}

}  // namespace kerf::driver
