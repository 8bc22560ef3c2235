// How calls end, as both versions of FMI number it.
#pragma once

#include <cstdint>

namespace kerf::fmu {

enum class Status : uint8_t { Ok, Warning, Discard, Error, Fatal };

}  // namespace kerf::fmu
