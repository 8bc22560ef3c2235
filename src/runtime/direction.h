// Runs forwards and backwards in time. Executive and integrators count a time of their own that always grows,
// the time of the run; the model sees its own, which is the same forwards and the negative of it backwards.
#pragma once

#include <cstdint>

namespace kerf::runtime {

enum class Direction : int8_t { Forward = 1, Backward = -1 };

constexpr auto SignOf(Direction direction) -> double { return direction == Direction::Forward ? 1 : -1; }

// From the time of the run to that of the model, and back. Never a negative zero.
constexpr auto Turned(Direction direction, double t) -> double {
  return direction == Direction::Forward ? t : 0 - t;
}

}  // namespace kerf::runtime
