// Derivatives in space of a field that jumps somewhere on its line, at a place that moves: formulas use
// points of one side alone, and a point that the jump passes takes the value to which its new side leads
// (Cellier 1979, ch. V: the region is split where the discontinuity is). That the jump passes a point is an
// event.
#include <algorithm>
#include <cmath>

#include "lang/cosy/memory_functions.h"
#include "lang/cosy/model_builder.h"
#include "process/differences.h"

namespace kerf::cosy {

using expr::Op;

// Values at these offsets from the point at work, and possibly the slope there.
auto ModelBuilder::Weighted(const Symbol& symbol, int order, const std::vector<int>& offsets, ExprId slope)
    -> ExprId {
  const bool has_slope = slope.has_value();
  if (static_cast<int>(offsets.size()) + (has_slope ? 1 : 0) <= order) return pool_.Real(0);
  const std::vector<double> weights = process::DifferenceWeights(offsets, order, has_slope);
  const double scale = std::pow(spacing_, order);
  ExprId sum = pool_.Real(0);
  const auto add = [&](double weight, ExprId value) {
    if (weight != 0) sum = pool_.Add(sum, pool_.Mul(pool_.Real(weight), value));
  };
  for (size_t k = 0; k < offsets.size(); ++k) add(weights[k] / scale, LineValue(symbol, point_ + offsets[k]));
  if (has_slope) add(weights.back() * spacing_ / scale, slope);
  return sum;
}

// Whether the jump is at this point or beyond it.
auto ModelBuilder::IsPassed(int point) -> ExprId {
  return pool_.Binary(Op::GreaterEqual, split_, pool_.Real(lower_ + spacing_ * point));
}

// By the formula around the point, unless the jump lies between its points.
auto ModelBuilder::SplitDerivative(const Symbol& symbol, int order, int n_points, ExprId slope) -> ExprId {
  const std::vector<int> around = process::NearestOffsets(point_, n_line_, n_points);
  ExprId value = Weighted(symbol, order, around, slope);
  if (!split_.has_value()) return value;
  const auto [least, most] = std::ranges::minmax(around);
  // The jump is between the points `cut` and cut + 1.
  for (int cut = point_ + least; cut < point_ + most; ++cut) {
    const int first = point_ <= cut ? 0 : cut + 1;
    const int n = point_ <= cut ? cut + 1 : n_line_ - first;
    const std::vector<int> offsets = process::NearestOffsets(point_ - first, n, std::min(n_points, n));
    const ExprId is_here = pool_.Binary(Op::And, IsPassed(cut), pool_.Unary(Op::Not, IsPassed(cut + 1)));
    value = pool_.If(is_here, Weighted(symbol, order, offsets, slope), value);
  }
  return value;
}

// What the points on one side of a point lead to: a parabola through the next three, or what there are.
auto ModelBuilder::Extrapolated(const Symbol& symbol, int point, int direction) -> ExprId {
  const int n_there = direction < 0 ? point : n_line_ - 1 - point;
  const auto at = [&](int k) { return LineValue(symbol, point + direction * k); };
  const auto times = [&](double factor, ExprId value) { return pool_.Mul(pool_.Real(factor), value); };
  if (n_there == 1) return at(1);
  if (n_there == 2) return pool_.Sub(times(2, at(1)), at(2));
  return pool_.Add(times(3, pool_.Sub(at(1), at(2))), at(3));
}

// A point changes sides when the jump passes it, in either direction; at the start all are where they are.
void ModelBuilder::AddPassings(const PlacedEquation& placed) {
  const Span span = placed.equation->span;
  MemoryWorkshop workshop(*this, fmt::format("split_{}", memories_.size() + translator_.out().fields.size()),
                          span);
  const ExprId begin = workshop.Memory("begin", expr::Kind::Real, pool_.Time());
  workshop.Finish();
  const ExprId later = pool_.Binary(Op::Greater, pool_.Time(), begin);
  const ExprId has_begun = pool_.Typed(Op::NoEvent, pool_.type(later), {later});
  for (const Line& line : lines_) {
    const ExprId array = Ref(vars_.at(line.symbol));
    for (int point = 0; point < n_line_; ++point) {
      const ExprId state = ElementOf(array, pool_.Integer(point + 1));
      flat::Clause clause;
      clause.owner = base::PathStore::kRoot;
      clause.statement.kind = flat::StatementKind::When;
      clause.statement.origin = OriginAt(span);
      const auto pass = [&](ExprId condition, int direction) {
        const bool has_side = direction < 0 ? point > 0 : point < n_line_ - 1;
        if (!has_side) return;
        flat::Statement reinit;
        reinit.kind = flat::StatementKind::Reinit;
        reinit.target = state;
        reinit.value = pool_.If(has_begun, Extrapolated(*line.symbol, point, direction), state);
        reinit.origin = clause.statement.origin;
        clause.statement.branches.push_back({condition, {reinit}});
      };
      pass(IsPassed(point), -1);
      pass(pool_.Unary(Op::Not, IsPassed(point)), 1);
      part_.model.clauses.push_back(std::move(clause));
    }
  }
}

}  // namespace kerf::cosy
