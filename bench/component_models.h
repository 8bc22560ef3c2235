// Modelica models of any size whose parts are components joined by connectors.
#pragma once

#include <cstdint>
#include <string>

namespace kerf::bench {

// A voltage source behind n resistors in series, each with a capacitor to ground: n states.
auto ModelicaLadder(uint32_t n) -> std::string;

// A fluid that warms up while it flows through n volumes with turbulent friction between them, by stream
// connectors: 2n states.
auto ModelicaPipe(uint32_t n) -> std::string;

}  // namespace kerf::bench
