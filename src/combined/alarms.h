// What a run measured about itself (runtime/reliability.h), gathered over its stretches: while copies come
// and go the model changes, and each stretch knows its own part alone.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/run_options.h"

namespace kerf::combined {

// Of a whole run, with the names of the states in the order of `critical`.
struct AlarmRecord {
  runtime::Reliability reliability;
  std::vector<std::string> states;
};

class Alarms {
 public:
  // A stretch of that length in time. States of the same name, as those of several copies, count as one: the
  // worst of them.
  void Add(const runtime::Reliability& stretch, double length,
           const std::function<std::string(uint32_t)>& name_of);
  [[nodiscard]] auto Sum() const -> AlarmRecord;

 private:
  // Integrals over the time in which eigenvalues were found, and that time.
  double ff5_ = 0;
  double ff6_ = 0;
  double found_ = 0;
  double error_ = -1;
  double accuracy_ = 0;
  uint64_t rejected_ = 0;
  runtime::StepHistogram steps_;
  // How many of the rejected steps, in the order in which states are first met.
  std::vector<std::string> states_;
  std::map<std::string, double> critical_;
};

}  // namespace kerf::combined
