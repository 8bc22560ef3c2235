// Notices when state events follow each other so closely that time hardly moves (chattering), and when those
// of one relation come ever faster, infinitely many before some instant (Zeno).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace kerf::runtime {

class ChatteringWatch {
 public:
  // Events this close together, relative to the length of the run, are too many when they fill the window.
  static constexpr double kNoProgress = 1e-9;
  static constexpr size_t kWindow = 1000;

  // Notes a state event caused by these relations. Returns whether the window is full without progress.
  auto Add(double t, double run_length, const std::vector<uint32_t>& relations) -> bool;
  // The relations that caused the latest events, ascending.
  [[nodiscard]] auto Blamed() const -> std::vector<uint32_t>;

 private:
  std::array<double, kWindow> times_{};
  std::array<uint32_t, kWindow> relations_{};
  size_t n_events_ = 0;
};

// A ball that bounces, each time for a part of the last. A relation changes twice each time: there and back.
class AccumulationWatch {
 public:
  // Notes that a relation has changed. The instant at which its changes seem to end, when that is first seen.
  auto Add(double t, uint32_t relation) -> std::optional<double>;

 private:
  // Each round is shorter than that part of the last one, so many times, and short compared with the first.
  static constexpr double kShorter = 0.95;
  static constexpr uint32_t kRounds = 8;
  static constexpr double kShort = 1e-2;

  struct Track {
    double last = 0;
    double before_last = 0;
    uint32_t n_events = 0;
    // The last round but one, as it overlaps with the present one, the last, and the first of a series.
    double older_round = 0;
    double round = 0;
    double first_round = 0;
    uint32_t n_shorter = 0;
    bool is_told = false;
  };
  std::unordered_map<uint32_t, Track> tracks_;
};

}  // namespace kerf::runtime
