// See trace.h.
#include "events/trace.h"

#include <fmt/format.h>

namespace kerf::events {

void TextTrace::Take(const World& world, const Event& event) {
  const std::string who = event.entity.IsNone() ? "" : world.entities.NameOf(event.entity);
  std::string line =
      fmt::format("{:>16.8g} {:>8} {:<20} {}", world.now, world.n_events, EventName(world, event.code), who);
  line.erase(line.find_last_not_of(' ') + 1);
  out_ << line << '\n';
}

}  // namespace kerf::events
