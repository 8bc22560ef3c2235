// COSY programs at random, the same for the same seed: a process whose transactions compute, wait for
// facilities, gates and each other, and are observed.
#pragma once

#include <cstdint>
#include <string>

namespace kerf::combined {

auto RandomProgramText(uint32_t seed) -> std::string;

}  // namespace kerf::combined
