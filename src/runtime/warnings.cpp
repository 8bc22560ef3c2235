// See warnings.h.
#include "runtime/warnings.h"

#include <fmt/format.h>

namespace kerf::runtime {

auto AccumulationText(const std::string& what, double time, double limit) -> std::string {
  return fmt::format(
      "time {:.9g}: the events of `{}` follow each other ever faster, without end before about time {:.4g}; "
      "what follows that instant is not what the model means",
      time, what, limit);
}

auto PoorLocationText(const std::string& what, const PoorLocation& location, const std::string& better)
    -> std::string {
  return fmt::format("time {:.9g}: the change of `{}` is located no better than {:.2g}; {}", location.time,
                     what, location.width, better);
}

auto UnseenText(const std::string& state, const std::string& solver) -> std::string {
  return fmt::format(
      "the solver {} is blind to the error of `{}`, whose derivative depends on time alone; take another one",
      solver, state);
}

}  // namespace kerf::runtime
