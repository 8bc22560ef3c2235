// See state_log.h.
#include "sim/state_log.h"

namespace kerf::sim {

StateLog::StateLog(const KerfModel& model) {
  std::vector<bool> is_chosen(model.n_states, false);
  for (uint32_t s = 0; s < model.n_state_sets; ++s) {
    const KerfStateSet& set = model.state_sets[s];
    for (uint32_t i = 0; i < set.n_states; ++i) is_chosen[set.state_slots[i] - model.state_slot] = true;
    slots_.insert(slots_.end(), set.candidate_slots, set.candidate_slots + set.n_candidates);
  }
  for (uint32_t i = 0; i < model.n_states; ++i) {
    if (!is_chosen[i]) slots_.push_back(model.state_slot + i);
  }
}

void StateLog::Point(double t, const double* w, runtime::PointKind /*kind*/) {
  constexpr size_t kMostNumbers = 2'000'000;
  is_full_ = is_full_ || values_.size() + slots_.size() > kMostNumbers;
  if (is_full_) return;
  times_.push_back(t);
  for (const uint32_t slot : slots_) values_.push_back(w[slot]);
}

}  // namespace kerf::sim
