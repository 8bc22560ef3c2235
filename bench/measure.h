// One model from text to its first integration step, in a process of its own, with the time of each phase and
// the peak of memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kerf::bench {

struct PhaseTime {
  std::string name;
  // Wall time [s].
  double seconds = 0;
};

struct Measurement {
  // Empty if all went well.
  std::string error;
  std::vector<PhaseTime> phases;
  uint64_t n_equations = 0;
  uint64_t n_states = 0;
  uint64_t n_blocks = 0;
  // Largest resident set [MB].
  double peak_memory = 0;
  // Wall time from the start of the process to the end of the first step [s].
  double seconds = 0;
  // Processor time of the whole process, on all cores [s].
  double processor_seconds = 0;
};

// `text` is a DYMOLA program; the file it is written to is removed again.
auto Measure(const std::string& text) -> Measurement;

}  // namespace kerf::bench
