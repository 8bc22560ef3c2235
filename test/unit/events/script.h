// A world that writes down what happens: each event as "time name entity".
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "events/schedule.h"

namespace kerf::events {

inline auto Line(const World& world, const Event& event) -> std::string {
  const std::string name = EventName(world, event.code);
  if (event.entity.IsNone()) return fmt::format("{} {}", world.now, name);
  return fmt::format("{} {} {}", world.now, name, world.entities.NameOf(event.entity));
}

// Takes all events up to `stop` and hands each to `handle`.
template <typename Handle>
auto RunAll(World& world, double stop, Handle handle) -> std::vector<std::string> {
  std::vector<std::string> lines;
  Event event;
  while (NextEvent(world, stop, event) == Next::Event) {
    lines.push_back(Line(world, event));
    handle(event);
  }
  return lines;
}

}  // namespace kerf::events
