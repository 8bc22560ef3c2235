// See multirate.h.
#include "runtime/multirate.h"

#include <algorithm>
#include <array>

#include "runtime/direction.h"
#include "runtime/explicit_integrator.h"

namespace kerf::runtime {
namespace {

// An explicit Runge-Kutta method in which each stage builds on the one before.
struct Chain {
  size_t n_stages;
  std::array<double, 4> node;
  std::array<double, 4> weight;
};

auto ChainOf(FixedMethod method) -> Chain {
  switch (method) {
    case FixedMethod::Euler:       return {1, {0}, {1}};
    case FixedMethod::RungeKutta2: return {2, {0, 0.5}, {0, 1}};
    case FixedMethod::RungeKutta4: return {4, {0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
  }
  return {};
}

// A part of the states on its way from t0 to t1.
struct Part {
  explicit Part(RateGroup of) : group(std::move(of)), chain(ChainOf(group.method)) {
    for (std::vector<double>* v : {&x0, &x1, &f0, &f1}) v->assign(group.states.size(), 0);
    for (std::vector<double>& k : slopes) k.assign(group.states.size(), 0);
  }

  RateGroup group;
  Chain chain;
  // Steps since the start.
  uint64_t n_steps = 0;
  double t0 = 0, t1 = 0;
  std::vector<double> x0, x1, f0, f1;
  std::array<std::vector<double>, 4> slopes;

  // Cubic Hermite interpolation, which is a straight line for Euler's method.
  void Dense(double t, double* x) const {
    const double h = t1 - t0;
    const double s = h > 0 ? (t - t0) / h : 1;
    for (size_t i = 0; i < group.states.size(); ++i) {
      const double rise = x1[i] - x0[i];
      const bool is_straight = group.method == FixedMethod::Euler;
      const double left = is_straight ? 0 : h * f0[i] - rise;
      const double right = is_straight ? 0 : rise - h * f1[i];
      x[group.states[i]] = x0[i] + s * (rise + (1 - s) * (left * (1 - s) + right * s));
    }
  }
};

class Multirate final : public ExplicitIntegrator {
 public:
  explicit Multirate(std::vector<RateGroup> groups) {
    for (RateGroup& group : groups) parts_.emplace_back(std::move(group));
  }

 protected:
  void Allocate() override {
    for (std::vector<double>* v : {&seen_, &seen_slopes_, &stage_, &slope_}) v->assign(n_, 0);
    for (Part& part : parts_) {
      if (!(part.group.step > 0)) part.group.step = settings_.output_step;
    }
  }

  // All parts stand at the start.
  void Restart() override {
    start_time_ = t1_;
    seen_ = x1_;
    for (Part& part : parts_) {
      part.n_steps = 0;
      part.t0 = part.t1 = t1_;
      for (size_t i = 0; i < part.group.states.size(); ++i) part.x1[i] = seen_[part.group.states[i]];
    }
    start_status_ = Exchange(t1_);
    x1_ = seen_;
  }

  auto Advance(double limit) -> StepStatus override {
    if (start_status_ != StepStatus::Ok) return start_status_;
    for (Part& part : parts_) {
      if (part.t1 > t0_) continue;
      const StepStatus status = StepPart(part, limit);
      if (status != StepStatus::Ok) return status;
    }
    t1_ = limit;
    for (const Part& part : parts_) t1_ = std::min(t1_, part.t1);
    held_before_ = seen_;
    const StepStatus status = Exchange(t1_);
    if (status != StepStatus::Ok) return status;
    x1_ = seen_;
    for (const Part& part : parts_) part.Dense(t1_, x1_.data());
    return Derivative(t1_, x1_, f1_);
  }

  void Dense(double s, double* x) const override {
    std::copy(held_before_.begin(), held_before_.end(), x);
    for (const Part& part : parts_) part.Dense(t0_ + s * (t1_ - t0_), x);
  }

 private:
  // One step of a part, in view of what it sees.
  auto StepPart(Part& part, double limit) -> StepStatus {
    part.t0 = part.t1;
    part.x0.swap(part.x1);
    double end = start_time_ + static_cast<double>(++part.n_steps) * part.group.step;
    // Steps that end together but for rounding errors end together.
    for (const Part& other : parts_) {
      if (IsSameInstant(end, other.t1)) end = other.t1;
    }
    part.t1 = end >= limit || IsSameInstant(end, limit) ? limit : end;
    const double h = part.t1 - part.t0;
    const std::vector<uint32_t>& states = part.group.states;
    for (size_t i = 0; i < states.size(); ++i) part.f0[i] = part.slopes[0][i] = seen_slopes_[states[i]];
    stage_ = seen_;
    for (size_t stage = 1; stage < part.chain.n_stages; ++stage) {
      const double node = part.chain.node[stage];
      for (size_t i = 0; i < states.size(); ++i)
        stage_[states[i]] = part.x0[i] + h * node * part.slopes[stage - 1][i];
      const StepStatus status = SlopesAt(node == 1 ? part.t1 : part.t0 + node * h, part, part.slopes[stage]);
      if (status != StepStatus::Ok) return status;
    }
    for (size_t i = 0; i < states.size(); ++i) {
      double sum = 0;
      for (size_t stage = 0; stage < part.chain.n_stages; ++stage)
        sum += part.chain.weight[stage] * part.slopes[stage][i];
      stage_[states[i]] = part.x1[i] = part.x0[i] + h * sum;
    }
    return part.group.method == FixedMethod::Euler ? StepStatus::Ok : SlopesAt(part.t1, part, part.f1);
  }

  auto SlopesAt(double t, const Part& part, std::vector<double>& slopes) -> StepStatus {
    const StepStatus status = Derivative(t, stage_, slope_);
    for (size_t i = 0; i < part.group.states.size(); ++i) slopes[i] = slope_[part.group.states[i]];
    return status;
  }

  // Parts whose steps end at t show what they have computed. A value that is held may depend on another one
  // that changes as well: a round for each part lets chains of them settle.
  auto Exchange(double t) -> StepStatus {
    bool ends_any = false;
    for (const Part& part : parts_) {
      if (part.t1 > t) continue;
      ends_any = true;
      for (size_t i = 0; i < part.group.states.size(); ++i) seen_[part.group.states[i]] = part.x1[i];
    }
    if (!ends_any) return StepStatus::Ok;
    StepStatus status = Derivative(t, seen_, seen_slopes_);
    for (size_t round = 0; status == StepStatus::Ok && round < parts_.size(); ++round) {
      if (!TakeHeld(t)) break;
      status = Derivative(t, seen_, seen_slopes_);
    }
    return status;
  }

  auto TakeHeld(double t) -> bool {
    bool has_changed = false;
    // Derivatives are taken by the time of the run.
    const double sign = SignOf(system_->direction());
    for (const Part& part : parts_) {
      if (part.t1 > t) continue;
      for (const uint32_t state : part.group.held) {
        has_changed = has_changed || seen_[state] != sign * seen_slopes_[state];
        seen_[state] = sign * seen_slopes_[state];
      }
    }
    return has_changed;
  }

  std::vector<Part> parts_;
  double start_time_ = 0;
  // What parts see of each other, and the derivatives there.
  std::vector<double> seen_, seen_slopes_;
  // `seen_` during the present step.
  std::vector<double> held_before_;
  std::vector<double> stage_, slope_;
  StepStatus start_status_ = StepStatus::Ok;
};

}  // namespace

auto MakeMultirate(std::vector<RateGroup> groups) -> std::unique_ptr<Integrator> {
  return std::make_unique<Multirate>(std::move(groups));
}

}  // namespace kerf::runtime
