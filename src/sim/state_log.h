// The states of a run at its points, to compare runs with. Where states are chosen during the run, all that
// may be chosen are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "runtime/abi.h"
#include "runtime/observer.h"

namespace kerf::sim {

class StateLog : public runtime::Observer {
 public:
  explicit StateLog(const KerfModel& model);

  void Point(double t, const double* w, runtime::PointKind kind) override;
  [[nodiscard]] auto ShouldStop() -> bool override { return should_stop_ && should_stop_(); }
  void SetShouldStop(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }
  // Whether there was too much to keep.
  [[nodiscard]] auto IsFull() const -> bool { return is_full_; }
  [[nodiscard]] auto times() const -> const std::vector<double>& { return times_; }
  // State k at point i.
  [[nodiscard]] auto At(size_t i, size_t k) const -> double { return values_[i * slots_.size() + k]; }
  [[nodiscard]] auto slots() const -> const std::vector<uint32_t>& { return slots_; }

 private:
  std::vector<uint32_t> slots_;
  std::vector<double> times_;
  std::vector<double> values_;
  std::function<bool()> should_stop_;
  bool is_full_ = false;
};

}  // namespace kerf::sim
