// The hold model and M/M/1 on src/events, and the same in SimPy: what other ways to write them are compared
// with.
#pragma once

#include <cstddef>

namespace kerf::bench {

inline constexpr int kRepetitions = 5;

// Processor time, since others may use the machine [s].
auto Now() -> double;

// Events a second with that many entities that are delayed again and again, through all that a process needs.
auto HoldRate(size_t n_entities) -> double;

// Events and customers a second.
struct Rate {
  double events = 0;
  double customers = 0;
};

// M/M/1 as processes, with the statistics that a facility keeps.
auto QueueRate() -> Rate;

// Events a second in SimPy, two for each customer of M/M/1; 0 if it is not there.
struct SimPyRates {
  double hold = 0;
  double queue = 0;
};

auto RunSimPy() -> SimPyRates;

}  // namespace kerf::bench
