// Writers of DYMOLA models of any size for the benchmarks.
#pragma once

#include <cstdint>
#include <string>

namespace kerf::bench {

// A ladder of n sections behind a voltage source. A section is a submodel of a resistor, a capacitor and a
// ground, each with cuts and paths; sections are indexed and connected in a loop. 13 equations and one state
// a section.
auto RcLadder(uint32_t n) -> std::string;

// A chain of n sections without states. The voltage of each section is given by an implicit equation of a
// diode with a resistor in series, fed by the section before it: n scalar nonlinear blocks one after the
// other.
auto NonlinearChain(uint32_t n) -> std::string;

// The heat equation on a rod of n cells, one end following a sine and the other insulated: an array of
// states.
auto HeatRod(uint32_t n) -> std::string;

}  // namespace kerf::bench
