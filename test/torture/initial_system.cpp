// Systems of equations around a planted solution, and their texts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "initial_model.h"

namespace kerf::torture {

namespace {

auto IsSought(const PlantedUnknown& unknown) -> bool {
  return unknown.form == StartForm::Algebraic || unknown.form == StartForm::Steady ||
         unknown.form == StartForm::Moving;
}

auto PlantOf(const PlantedSystem& system, double time) -> TermPoint {
  TermPoint point;
  point.time = time;
  for (const PlantedUnknown& unknown : system.unknowns) point.unknowns.push_back(unknown.plant);
  return point;
}

auto RowSum(const PlantedUnknown& unknown) -> PlantedTerm {
  PlantedTerm sum = unknown.first;
  for (const PlantedTerm& other : unknown.others) sum = std::move(sum) + other;
  return sum;
}

// Solves a x = b by elimination; nothing if a pivot is small or not a number.
auto TrySolveDense(std::vector<std::vector<double>> a, std::vector<double> b)
    -> std::optional<std::vector<double>> {
  constexpr double kSmallPivot = 0.02;
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t best = k;
    for (size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    if (!(std::abs(a[best][k]) > kSmallPivot)) return std::nullopt;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (size_t i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = 0; k < n; ++k) b[k] /= a[k][k];
  return b;
}

// The unknowns that have to be found: at the start, or during a run, where states are known.
auto SoughtOf(const PlantedSystem& system, bool is_start) -> std::vector<uint32_t> {
  std::vector<uint32_t> sought;
  for (uint32_t k = 0; k < system.unknowns.size(); ++k) {
    const PlantedUnknown& unknown = system.unknowns[k];
    const bool is_sought = is_start ? IsSought(unknown) : unknown.form == StartForm::Algebraic;
    if (is_sought && !unknown.is_gone) sought.push_back(k);
  }
  return sought;
}

auto JacobianOf(const PlantedSystem& system, const TermPoint& point, const std::vector<uint32_t>& sought)
    -> std::vector<std::vector<double>> {
  std::vector<std::vector<double>> jacobian;
  for (const uint32_t k : sought) {
    const PlantedTerm row = RowSum(system.unknowns[k]);
    jacobian.emplace_back();
    for (const uint32_t j : sought) jacobian.back().push_back(ValueOf(row, point, j).slope);
  }
  return jacobian;
}

// Whether Newton's iteration goes from the guess to the plant quickly, and without coming near to a singular
// matrix, a kink or a jump.
auto IsEasy(const PlantedSystem& system, double time) -> bool {
  const TermPoint plant = PlantOf(system, time);
  const std::vector<uint32_t> sought = SoughtOf(system, true);
  TermPoint point = plant;
  for (const uint32_t k : sought) point.unknowns[k] = system.unknowns[k].guess;
  double last = INFINITY;
  for (int iteration = 0; iteration < 8; ++iteration) {
    std::vector<double> residual;
    double distance = 0;
    for (const uint32_t k : sought) {
      const PlantedTerm row = RowSum(system.unknowns[k]);
      residual.push_back(ValueOf(row, point) - ValueOf(row, plant));
      distance = std::max(distance, std::abs(point.unknowns[k] - plant.unknowns[k]));
    }
    const auto step = TrySolveDense(JacobianOf(system, point, sought), residual);
    if (!step || !(distance <= 0.2 * last || distance < 1e-9)) return false;
    last = distance;
    for (size_t i = 0; i < sought.size(); ++i) point.unknowns[sought[i]] -= (*step)[i];
  }
  return last < 1e-9;
}

// States that a DYMOLA text can begin with: by `steady` all rest, by `simulate` all are given.
void AdaptForms(const PlantedModel& model, PlantedSystem& system) {
  for (PlantedUnknown& unknown : system.unknowns) {
    if (unknown.form == StartForm::Algebraic) continue;
    if (model.way == PlantedWay::Steady) {
      unknown.form = StartForm::Steady;
      unknown.slope = 0;
    } else if (model.way == PlantedWay::Simulate && model.is_dymola) {
      unknown.form = StartForm::Fixed;
    } else if (model.way == PlantedWay::Solve && unknown.form == StartForm::Assigned) {
      unknown.form = StartForm::Given;
    }
  }
}

class SystemMaker {
 public:
  SystemMaker(Rng& rng, const PlantedModel& model, const std::vector<PlantedValue>& others)
      : rng_(rng), model_(model), others_(others) {}

  auto Try() -> std::optional<PlantedSystem> {
    const uint32_t n = rng_.Chance(0.3) ? 1 + rng_.Below(12) : 1 + rng_.Below(4);
    PlantedSystem system;
    system.is_unique = rng_.Chance(0.7);
    system.is_array = !model_.is_dymola && rng_.Chance(0.3);
    const bool is_dynamic = rng_.Chance(0.6);
    const bool is_scaled = rng_.Chance(0.25);
    // Only the residuals of a run can be looked at.
    system.is_far = !system.is_unique && model_.way == PlantedWay::Simulate && rng_.Chance(0.3);
    const double distance = system.is_far ? 1.5 : Distance(system.is_unique);
    for (uint32_t k = 0; k < n; ++k) {
      PlantedUnknown unknown;
      if (is_dynamic && rng_.Chance(0.7)) unknown.form = static_cast<StartForm>(rng_.Below(kStartForms));
      // An initial algorithm gives all elements of an array.
      if (system.is_array && unknown.form == StartForm::Assigned) unknown.form = StartForm::Given;
      unknown.plant = system.is_unique ? ShortNumber(rng_, -3, 3) : ShortNumber(rng_, 0.5, 2);
      if (is_scaled) unknown.scale = std::pow(10.0, static_cast<double>(rng_.Below(15)) - 7);
      // Who begins far away has to say of which size the unknowns are.
      unknown.has_nominal = rng_.Chance(unknown.scale == 1 ? 0.1 : 0.5);
      const bool is_bold = unknown.scale == 1 || (unknown.has_nominal && !model_.is_dymola);
      unknown.guess =
          unknown.plant + (is_bold ? distance : std::min(distance, 0.02)) * ShortNumber(rng_, -1, 1);
      unknown.has_guess = system.is_array || !system.is_unique || !is_bold || rng_.Chance(0.8);
      AddRow(system.is_unique, k, n, unknown);
      unknown.time_constant = ShortNumber(rng_, 0.5, 2);
      if (unknown.form != StartForm::Steady && unknown.form != StartForm::Tuned)
        unknown.slope = ShortNumber(rng_, -1, 1);
      unknown.style = rng_.Below(5);
      system.unknowns.push_back(std::move(unknown));
    }
    AdaptForms(model_, system);
    if (!IsSmooth(system) || !IsWellPosed(system, model_.time)) return std::nullopt;
    return system;
  }

 private:
  auto Distance(bool is_unique) -> double {
    const double near[] = {0, 1e-6, 1e-3, 0.02};
    if (!is_unique || rng_.Chance(0.4)) return near[rng_.Below(4)];
    return rng_.Chance(0.7) ? 3 : 30;
  }

  void AddRow(bool is_unique, uint32_t k, uint32_t n, PlantedUnknown& unknown) {
    // The others together weigh less than the first.
    constexpr double kShare = 0.7;
    const uint32_t n_others = n == 1 && !rng_.Chance(0.5) ? 0 : rng_.Below(5);
    const double least = ShortNumber(rng_, 1, 3);
    unknown.first = is_unique || rng_.Chance(0.5) ? RisingTerm(rng_, k, least, model_.is_dymola)
                                                  : WildTerm(rng_, k, rng_.Below(n));
    for (uint32_t i = 0; i < n_others; ++i) {
      const uint32_t j = rng_.Below(n);
      if (!is_unique && rng_.Chance(0.7)) {
        unknown.others.push_back(WildTerm(rng_, j, rng_.Below(n)));
        continue;
      }
      const double weight = ShortNumber(rng_, -1, 1) * kShare * least / n_others;
      unknown.others.push_back(Num(weight) * GentleTerm(rng_, j, rng_.Below(n), model_.is_dymola));
    }
    // While relations of other parts settle, a system with several solutions would be led to another one.
    if (is_unique && !others_.empty() && rng_.Chance(0.5)) {
      const PlantedValue& other = others_[rng_.Below(static_cast<uint32_t>(others_.size()))];
      PlantedTerm leaf{TermOp::Other, other.value / other.scale, 0, other.name, {}};
      unknown.others.push_back(Make(TermOp::Sin, {std::move(leaf)}));
    }
    if (rng_.Chance(0.1)) unknown.others.push_back(Make(TermOp::Cos, {Make(TermOp::Time, {})}));
  }

  // Near a kink an event comes right after the start, and the tests' slopes mean nothing.
  auto IsSmooth(const PlantedSystem& system) const -> bool {
    const TermPoint plant = PlantOf(system, model_.time);
    for (const PlantedUnknown& unknown : system.unknowns) {
      const PlantedTerm row = RowSum(unknown);
      for (uint32_t j = 0; j < system.unknowns.size(); ++j)
        if (!std::isfinite(ValueOf(row, plant, j).slope)) return false;
    }
    return true;
  }

  Rng& rng_;
  const PlantedModel& model_;
  const std::vector<PlantedValue>& others_;
};

}  // namespace

auto IsWellPosed(const PlantedSystem& system, double time) -> bool {
  if (system.is_unique) return true;
  const std::vector<uint32_t> later = SoughtOf(system, false);
  const auto jacobian = JacobianOf(system, PlantOf(system, time), later);
  return (system.is_far || IsEasy(system, time)) &&
         TrySolveDense(jacobian, std::vector<double>(later.size(), 0)).has_value();
}

auto RandomSystem(Rng& rng, const PlantedModel& model, const std::vector<PlantedValue>& others)
    -> PlantedSystem {
  for (;;) {
    if (auto system = SystemMaker(rng, model, others).Try()) return std::move(*system);
  }
}

}  // namespace kerf::torture
