// States of instances as bytes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fmu/instance.h"

namespace kerf::fmu {

auto Serialized(const Memory& memory) -> std::string;
// Null if the bytes are no state. Whether it is one of this FMU is told by Instance::Fits.
auto TryDeserialize(std::string_view bytes) -> std::unique_ptr<Memory>;

}  // namespace kerf::fmu
