// See time_statistic.h.
#include "events/time_statistic.h"

namespace kerf::events {

void TimeStatistic::Clear(double now) {
  since_ = now;
  weight_ = 0;
  mean_ = 0;
  squares_ = 0;
  min_ = value_;
  max_ = value_;
  plot_.Clear(now);
}

void TimeStatistic::Pass(double now) {
  const double lasted = now - since_;
  if (keeps_plot_) plot_.Add(since_, now, value_);
  weight_ += lasted;
  const double difference = value_ - mean_;
  mean_ += difference * lasted / weight_;
  squares_ += lasted * difference * (value_ - mean_);
  since_ = now;
}

}  // namespace kerf::events
