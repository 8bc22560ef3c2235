// TIMEPERS: statistics of a variable that keeps its value until it is set again; a value counts as long as it
// lasts. The smallest and the largest are those of all values, also of those that lasted for no time.
//
// West, "Updating mean and variance estimates: an improved method" (1979).
#pragma once

#include <cmath>

#include "events/time_plot.h"

namespace kerf::events {

class TimeStatistic {
 public:
  // Begins anew at `now` with the value it has.
  void Clear(double now);
  void Begin(double now, double value) {
    value_ = value;
    Clear(now);
  }
  void Set(double now, double value) {
    if (now > since_) Pass(now);
    value_ = value;
    min_ = value < min_ ? value : min_;
    max_ = value > max_ ? value : max_;
  }
  void Add(double now, double change) { Set(now, value_ + change); }
  // Counts the present value up to `now`.
  void Update(double now) {
    if (now > since_) Pass(now);
  }

  [[nodiscard]] auto value() const -> double { return value_; }
  // The length of time observed [s].
  [[nodiscard]] auto duration() const -> double { return weight_; }
  [[nodiscard]] auto mean() const -> double { return weight_ > 0 ? mean_ : value_; }
  [[nodiscard]] auto std() const -> double { return weight_ > 0 ? std::sqrt(squares_ / weight_) : 0; }
  [[nodiscard]] auto min() const -> double { return min_; }
  [[nodiscard]] auto max() const -> double { return max_; }
  // The course in time, of coarse steps; empty unless asked for.
  [[nodiscard]] auto plot() const -> const TimePlot& { return plot_; }
  void KeepPlot(bool is_kept) { keeps_plot_ = is_kept; }

 private:
  void Pass(double now);

  double value_ = 0;
  double since_ = 0;
  double weight_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double min_ = 0;
  double max_ = 0;
  bool keeps_plot_ = false;
  TimePlot plot_;
};

}  // namespace kerf::events
