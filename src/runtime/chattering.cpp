// A ring of the last events.
#include "runtime/chattering.h"

#include <algorithm>

#include "runtime/failure.h"

namespace kerf::runtime {

auto ChatteringWatch::Add(double t, double run_length, const std::vector<uint32_t>& relations) -> bool {
  const size_t slot = n_events_ % kWindow;
  const bool is_full = n_events_ >= kWindow;
  const bool is_stuck = is_full && t - times_[slot] < kNoProgress * run_length;
  times_[slot] = t;
  relations_[slot] = relations.empty() ? kNone : relations.front();
  ++n_events_;
  return is_stuck;
}

auto ChatteringWatch::Blamed() const -> std::vector<uint32_t> {
  std::vector<uint32_t> blamed(relations_.begin(), relations_.begin() + std::min(n_events_, kWindow));
  std::sort(blamed.begin(), blamed.end());
  blamed.erase(std::unique(blamed.begin(), blamed.end()), blamed.end());
  std::erase(blamed, kNone);
  return blamed;
}

}  // namespace kerf::runtime
