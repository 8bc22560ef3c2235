// The memory that the program takes.
#pragma once

#include <cstdint>

namespace kerf::base {

// Resident memory [bytes]; 0 where the system does not tell. Allocates nothing.
auto ResidentBytes() -> uint64_t;

}  // namespace kerf::base
