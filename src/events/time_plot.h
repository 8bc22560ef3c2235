// The course of a piecewise constant variable in a bounded number of equal stretches of time: each keeps its
// mean, its smallest and its largest value, so that no peak is lost. When time runs beyond the last stretch,
// neighbours are merged and each gets twice as long. The means also serve as batches.
#pragma once

#include <cstddef>
#include <vector>

namespace kerf::events {

class TimePlot {
 public:
  static constexpr size_t kStretches = 256;

  struct Stretch {
    // The time that is covered [s] and the integral over it.
    double covered = 0;
    double integral = 0;
    double min = 0;
    double max = 0;
  };

  void Clear(double start);
  // The variable has had the value from `from` to `to`, which follows the last such stretch.
  void Add(double from, double to, double value);

  [[nodiscard]] auto start() const -> double { return start_; }
  // Of each stretch [s]; 0 as long as there are none.
  [[nodiscard]] auto width() const -> double { return width_; }
  [[nodiscard]] auto stretches() const -> const std::vector<Stretch>& { return stretches_; }
  // The means of n consecutive, equally long batches that cover nearly all stretches; empty if there are
  // fewer than n full stretches.
  [[nodiscard]] auto Batches(size_t n) const -> std::vector<double>;

 private:
  void Merge();
  void AddTo(size_t k, double lasted, double value);

  double start_ = 0;
  double width_ = 0;
  std::vector<Stretch> stretches_;
};

}  // namespace kerf::events
