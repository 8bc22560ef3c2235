// See alarms.h.
#include "combined/alarms.h"

#include <algorithm>

namespace kerf::combined {

void Alarms::Add(const runtime::Reliability& stretch, double length,
                 const std::function<std::string(uint32_t)>& name_of) {
  steps_.Add(stretch.steps);
  accuracy_ = stretch.accuracy;
  rejected_ += stretch.rejected;
  error_ = std::max(error_, stretch.error);
  if (stretch.ff5 >= 0) {
    found_ += length;
    ff5_ += length * stretch.ff5;
    ff6_ += length * std::max(stretch.ff6, 0.0);
  }
  std::map<std::string, double> worst;
  for (uint32_t k = 0; k < stretch.critical.size(); ++k) {
    const std::string name = name_of(k);
    if (critical_.try_emplace(name, 0.0).second) states_.push_back(name);
    worst[name] = std::max(worst[name], stretch.critical[k]);
  }
  for (const auto& [name, part] : worst) critical_[name] += part * static_cast<double>(stretch.rejected);
}

auto Alarms::Sum() const -> AlarmRecord {
  AlarmRecord record;
  record.states = states_;
  runtime::Reliability& sum = record.reliability;
  sum.is_measured = true;
  if (found_ > 0) {
    sum.ff5 = ff5_ / found_;
    sum.ff6 = ff6_ / found_;
  }
  sum.error = error_;
  sum.accuracy = accuracy_;
  sum.rejected = rejected_;
  sum.steps = steps_;
  for (const std::string& name : states_)
    sum.critical.push_back(rejected_ > 0 ? critical_.at(name) / static_cast<double>(rejected_) : 0);
  return record;
}

}  // namespace kerf::combined
