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

auto AccumulationWatch::Add(double t, uint32_t relation) -> std::optional<double> {
  Track& track = tracks_[relation];
  const double round = track.n_events >= 2 ? t - track.before_last : 0;
  track.before_last = track.last;
  track.last = t;
  ++track.n_events;
  const double before = track.older_round;
  track.older_round = track.round;
  track.round = round;
  if (!(before > 0 && round < kShorter * before)) {
    track.n_shorter = 0;
    track.first_round = round;
    return std::nullopt;
  }
  ++track.n_shorter;
  if (track.is_told || track.n_shorter < kRounds || round > kShort * track.first_round) return std::nullopt;
  track.is_told = true;
  const double ratio = round / before;
  return t + round * ratio / (1 - ratio);
}

}  // namespace kerf::runtime
