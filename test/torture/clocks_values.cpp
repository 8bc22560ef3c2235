// The values of clocked partitions, tick by tick in exact time. Between instants x is a straight line.
#include <algorithm>
#include <map>

#include "clocks_model.h"

namespace kerf::torture {

namespace {

class Ticker {
 public:
  explicit Ticker(const ClockedModel& model) : model_(model), x_(model.x_start) {
    for (const ClockedVariable& variable : model.variables) values_.push_back(variable.start);
    has_ticked_.assign(model.partitions.size(), false);
  }

  auto Run() -> std::vector<double> {
    // All ticks by instant; instants as numbers of a grid on which all lie.
    int64_t grid = 1;
    for (const ClockedPartition& partition : model_.partitions)
      for (const int64_t d : {partition.interval.d, partition.start.d}) grid = Lcm(grid, d);
    std::map<int64_t, std::vector<uint32_t>> ticks;
    for (uint32_t p = 0; p < model_.partitions.size(); ++p) {
      const ClockedPartition& partition = model_.partitions[p];
      const int64_t step = partition.interval.n * (grid / partition.interval.d);
      for (int64_t at = partition.start.n * (grid / partition.start.d);
           static_cast<double>(at) / static_cast<double>(grid) < model_.stop; at += step)
        ticks[at].push_back(p);
    }
    for (const auto& [at, partitions] : ticks) {
      MoveTo(static_cast<double>(at) / static_cast<double>(grid));
      Tick(partitions);
    }
    MoveTo(model_.stop);
    std::vector<double> end = values_;
    end.push_back(x_);
    return end;
  }

 private:
  static auto Lcm(int64_t a, int64_t b) -> int64_t {
    int64_t x = a;
    for (int64_t y = b; y != 0;) {
      const int64_t rest = x % y;
      x = y;
      y = rest;
    }
    return a / x * b;
  }

  void MoveTo(double time) {
    x_ += (time - time_) * (model_.slope * values_[model_.driver] + model_.drift);
    time_ = time;
  }

  // Variables of one base clock come after what they read of it; others are seen as they were.
  void Tick(const std::vector<uint32_t>& partitions) {
    const std::vector<double> before = values_;
    for (uint32_t k = 0; k < model_.variables.size(); ++k) {
      const ClockedVariable& variable = model_.variables[k];
      if (std::ranges::count(partitions, variable.partition) == 0) continue;
      double sum = variable.conversion == Conversion::None ? 0 : values_[variable.source];
      for (const ClockTerm& term : variable.terms) sum += ValueOf(term, k, before);
      values_[k] = sum;
    }
    for (const uint32_t partition : partitions) has_ticked_[partition] = true;
  }

  auto ValueOf(const ClockTerm& term, uint32_t k, const std::vector<double>& before) -> double {
    const uint32_t partition = model_.variables[k].partition;
    const Fraction interval = model_.partitions[partition].interval;
    switch (term.kind) {
      case ClockTermKind::Number:       return term.factor;
      case ClockTermKind::Time:         return term.factor * time_;
      case ClockTermKind::SampledState: return term.factor * x_;
      case ClockTermKind::Previous:     return term.factor * before[k];
      case ClockTermKind::Other:        return term.factor * values_[term.variable];
      case ClockTermKind::Foreign:      return term.factor * before[term.variable];
      case ClockTermKind::Choice:       return values_[term.variable] > 0.05 ? term.factor : values_[term.variable];
      case ClockTermKind::Interval:
        return term.factor * static_cast<double>(interval.n) / static_cast<double>(interval.d);
      case ClockTermKind::FirstTick: return has_ticked_[partition] ? 0 : term.factor;
    }
    return 0;
  }

  const ClockedModel& model_;
  std::vector<double> values_;
  std::vector<bool> has_ticked_;
  double x_;
  double time_ = 0;
};

}  // namespace

auto ValuesAtEnd(const ClockedModel& model) -> std::vector<double> { return Ticker(model).Run(); }

}  // namespace kerf::torture
