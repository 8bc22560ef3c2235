// See location_options.h.
#include "driver/location_options.h"

#include <map>
#include <string>

namespace kerf::driver {

void AddLocation(CLI::App& command, runtime::RunOptions& run) {
  using runtime::Location;
  static const std::map<std::string, Location> kNames = {{"interpolation", Location::Interpolation},
                                                         {"bisection", Location::Bisection},
                                                         {"regula-falsi", Location::RegulaFalsi},
                                                         {"generalised", Location::Generalised},
                                                         {"hermite", Location::Hermite}};
  command
      .add_option("--location", run.location,
                  "How state events are located: interpolation (default), or with repeated steps of the "
                  "explicit methods and ieuler bisection, regula-falsi, generalised, hermite")
      ->transform(CLI::CheckedTransformer(kNames).description(""))
      ->type_name("METHOD");
  command
      .add_option("--location-tolerance", run.location_tolerance,
                  "Value of a condition's function that will do for 0 (default: rounding errors)")
      ->check(CLI::NonNegativeNumber);
  command.add_flag("--short-crossings", run.seeks_short_crossings,
                   "Look for conditions that change there and back within a step");
}

}  // namespace kerf::driver
