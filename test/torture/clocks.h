// Kind `clocks`: clocked partitions of several base clocks, with conversions of all kinds, beside a
// continuous equation that they drive and sample.
#pragma once

#include "kind.h"

namespace kerf::torture {

auto MakeClocks() -> std::unique_ptr<Kind>;

}  // namespace kerf::torture
