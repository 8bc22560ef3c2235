// Names of operators that are more than functions.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kerf::acsl {

// Operators that keep something between points in time or give several values.
inline constexpr auto kOperators = std::to_array<std::string_view>(
    {"integ",  "intvc",  "limint", "modint", "dblint", "impl",   "implc", "realpl",
     "cmpxpl", "ledlag", "tran",   "delay",  "derivt", "bcklsh", "zhold", "zoh",
     "pulse",  "gauss",  "unif",   "ou",     "ptr",    "rtp",    "hstrss"});
// Those whose results are states.
inline constexpr auto kStateOperators =
    std::to_array<std::string_view>({"integ", "intvc", "limint", "modint", "dblint", "realpl"});

constexpr auto IsOperatorName(std::string_view name) -> bool {
  return std::ranges::find(kOperators, name) != kOperators.end();
}
constexpr auto IsStateOperator(std::string_view name) -> bool {
  return std::ranges::find(kStateOperators, name) != kStateOperators.end();
}

}  // namespace kerf::acsl
