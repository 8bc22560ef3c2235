// Notices when state events follow each other so closely that time hardly moves (chattering, Zeno).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

}  // namespace kerf::runtime
