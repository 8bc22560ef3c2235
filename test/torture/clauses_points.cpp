// When-clauses instant by instant, as the language defines it: all equations again and again, until no
// variable differs from its value before.
#include <algorithm>
#include <cmath>

#include "clauses_model.h"

namespace kerf::torture {

namespace {

// Closer instants are taken for one by some and for two by others, unless they are equal.
constexpr double kClose = 1e-5;
constexpr double kEqual = 1e-10;

class Stepper {
 public:
  explicit Stepper(const Clauses& model) : model_(model) {}

  auto Run() -> std::optional<std::vector<std::map<std::string, double>>> {
    for (const auto& [name, value] : model_.starts) {
      environment_.values[name] = value;
      environment_.values["pre(" + name + ")"] = value;
    }
    environment_.literals = {"e1", "e2", "e3"};
    Settle(0, true);
    std::vector<std::map<std::string, double>> points;
    double time = 0;
    for (int k = 1; k <= kClausePoints; ++k) {
      const double point = static_cast<double>(k) / kClausePoints;
      for (double next = NextEvent(time); next < point + kClose; next = NextEvent(time)) {
        if (next > point - kClose) return std::nullopt;
        if (++n_events_ > 200) return std::nullopt;
        x_ += model_.slope * (next - time);
        time = next;
        Settle(time, false);
        if (!is_good_) return std::nullopt;
      }
      if (!is_good_) return std::nullopt;
      points.push_back(Values(x_ + model_.slope * (point - time)));
    }
    return points;
  }

 private:
  auto Values(double x) const -> std::map<std::string, double> {
    std::map<std::string, double> values = {{"x", x}};
    for (const auto& [name, value] : model_.starts) values[name] = environment_.values.at(name).number;
    return values;
  }

  // The first instant after `time` at which a condition changes.
  auto NextEvent(double time) -> double {
    double next = 2;
    const auto take = [&](double instant) {
      if (instant <= time + kEqual) return;
      if (instant < time + kClose || (std::abs(instant - next) < kClose && std::abs(instant - next) > kEqual))
        is_good_ = false;
      next = std::min(next, instant);
    };
    for (const Sampler& sampler : model_.samplers) {
      const double n = std::floor((time + kEqual - sampler.start) / sampler.interval);
      take(sampler.start + std::max(0.0, n + 1) * sampler.interval);
    }
    for (const double instant : model_.instants) take(instant);
    for (const double level : model_.levels) {
      // A state on a level, or a crossing in a moment: rounding decides.
      if (std::abs(level - x_) < kClose) {
        if (std::abs(time - last_crossing_) > kEqual) is_good_ = false;
        continue;
      }
      const double crossing = time + (level - x_) / model_.slope;
      if (crossing < next && crossing > time) last_crossing_ = crossing;
      // A crossing is found up to rounding errors, so it may not fall together with anything else.
      if (std::abs(crossing - next) < kClose) is_good_ = false;
      take(crossing);
    }
    return is_good_ ? next : 0.5 / kClausePoints + std::ceil(time * kClausePoints) / kClausePoints;
  }

  void SetConditions(double time) {
    const auto set = [&](const std::string& name, bool value) {
      environment_.values[name] = BooleanVal(value);
    };
    for (const Sampler& sampler : model_.samplers) {
      const double n = std::round((time - sampler.start) / sampler.interval);
      set(SamplerName(sampler), n >= 0 && std::abs(sampler.start + n * sampler.interval - time) < kEqual);
    }
    for (const double instant : model_.instants) set(InstantName(instant), time > instant - kEqual);
    for (const double level : model_.levels) set(LevelName(level), x_ > level - kClose * 1e-3);
  }

  void Settle(double time, bool is_start) {
    for (int round = 0; round < 30; ++round) {
      SetConditions(time);
      reinit_.reset();
      for (size_t k = 0; k < model_.list.size(); ++k) One(k, is_start && round == 0);
      if (reinit_) x_ = *reinit_;
      bool is_settled = !reinit_;
      for (const auto& [name, value] : model_.starts) {
        Val& before = environment_.values["pre(" + name + ")"];
        is_settled = is_settled && before.number == environment_.values[name].number;
        before = environment_.values[name];
      }
      if (is_settled) return Rest();
    }
    // A model that does not settle is no model.
    throw NoValue{"it goes on and on"};
  }

  // Between events no clock ticks: what the next event finds as the conditions before it.
  void Rest() {
    for (const Sampler& sampler : model_.samplers)
      environment_.values[SamplerName(sampler)] = BooleanVal(false);
    for (size_t k = 0; k < model_.list.size(); ++k) {
      for (size_t b = 0; b < model_.list[k].branches.size(); ++b)
        Becomes(model_.list[k].branches[b], {k, b}, false, true);
    }
  }

  // edge and change of what is defined before.
  void SetEdges(const std::string& name) {
    const Val now = environment_.values[name];
    const Val before = environment_.values["pre(" + name + ")"];
    environment_.values["edge(" + name + ")"] = BooleanVal(now.number != 0 && before.number == 0);
    environment_.values["change(" + name + ")"] = BooleanVal(now.number != before.number);
  }

  void One(size_t k, bool is_initial) {
    const Clause& clause = model_.list[k];
    if (clause.branches.empty()) {
      environment_.values[clause.vars[0].name] = Evaluate(clause.value, environment_);
    } else {
      // Only the first branch that becomes active acts.
      bool is_done = false;
      for (size_t b = 0; b < clause.branches.size(); ++b) {
        if (Becomes(clause.branches[b], {k, b}, is_initial, is_initial) && !is_done) {
          is_done = true;
          Act(clause, clause.branches[b]);
        }
      }
      for (const Leaf& var : clause.vars) {
        if (!is_done) environment_.values[var.name] = environment_.values["pre(" + var.name + ")"];
      }
    }
    for (const Leaf& var : clause.vars) SetEdges(var.name);
  }

  void Act(const Clause& clause, const ClauseBranch& branch) {
    for (size_t v = 0; v < clause.vars.size(); ++v) {
      Val value = Evaluate(branch.values[v], environment_);
      if (clause.vars[v].sort == Sort::Real) value = AsReal(std::move(value));
      environment_.values[clause.vars[v].name] = value;
    }
    if (branch.reinit) reinit_ = branch.reinit;
  }

  auto Becomes(const ClauseBranch& branch, std::pair<size_t, size_t> where, bool is_initial, bool is_start)
      -> bool {
    bool becomes = branch.has_initial && is_initial;
    std::vector<bool>& before = before_[where];
    before.resize(branch.conditions.size());
    for (size_t c = 0; c < branch.conditions.size(); ++c) {
      const bool now = Evaluate(branch.conditions[c], environment_).number != 0;
      // At the start only `initial()` makes a clause active.
      becomes = becomes || (now && !before[c] && !is_start);
      before[c] = now;
    }
    return becomes;
  }

  const Clauses& model_;
  Environment environment_;
  std::map<std::pair<size_t, size_t>, std::vector<bool>> before_;
  std::optional<double> reinit_;
  double x_ = 0;
  double last_crossing_ = -1;
  int n_events_ = 0;
  bool is_good_ = true;
};

}  // namespace

auto PointsOf(const Clauses& model) -> std::optional<std::vector<std::map<std::string, double>>> {
  try {
    return Stepper(model).Run();
  } catch (const NoValue&) {
    return std::nullopt;
  }
}

}  // namespace kerf::torture
