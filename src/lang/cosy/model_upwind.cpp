// First derivatives of what a flow carries along: formulas with more points where the flow comes from, and a
// formula that makes no new extremes (van Leer 1979; van Albada, van Leer and Roberts 1982). And how far
// central formulas can be trusted: the cell Péclet number.
#include <algorithm>

#include "lang/cosy/model_builder.h"
#include "process/differences.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(CosyTransportSplit, Error,
          "a field with SPLIT has formulas of one side already: DX in place of DXUP and DXLIM");

}  // namespace

auto ModelBuilder::IsFieldFunction(std::string_view name) -> bool {
  return name == "dx" || name == "dxx" || name == "dxup" || name == "dxlim";
}

// Which side the flow comes from may change at any time; the product with a velocity that is 0 then does not
// jump, so no event is made of it.
auto ModelBuilder::TransportCall(const Node& node, const Symbol& symbol) -> ExprId {
  const ExprId velocity = ToKind(lowered_[node.operands[1]], Kind::Real, node.span);
  if (velocity == Pool::kError) return velocity;
  if (split_.has_value()) {
    emitter_.Emit(node.span, CosyTransportSplit);
    return Pool::kError;
  }
  const bool is_limited = translator_.Lower(node.name) == "dxlim";
  const auto along = [&](int side) { return is_limited ? Limited(symbol, side) : Biased(symbol, side); };
  if (pool_.IsNumber(velocity)) return AtEnd(symbol, along(pool_.number(velocity) >= 0 ? 1 : -1));
  const ExprId is_forward = pool_.Binary(Op::GreaterEqual, velocity, pool_.Real(0));
  const ExprId held = pool_.Typed(Op::NoEvent, pool_.type(is_forward), {is_forward});
  return AtEnd(symbol, pool_.If(held, along(1), along(-1)));
}

// As many points as the formula has, two more of them behind the point than before it: among formulas of that
// many points the one with the most that is still stable (Iserles and Strang 1983). Where the flow enters,
// there are fewer points; where it leaves, those before the point are missing.
auto ModelBuilder::Biased(const Symbol& symbol, int side) -> ExprId {
  const int n_behind = (n_formula_ + 1) / 2;
  const int n_before = (n_formula_ - 3) / 2;
  const int room = side > 0 ? point_ : n_line_ - 1 - point_;
  const int behind = std::min(n_behind, room);
  int before = room < n_behind ? std::min(behind, n_behind - behind + n_before) : n_before;
  if (room == 0) before = 2;
  before = std::min(before, n_line_ - 1 - room);
  std::vector<int> offsets;
  for (int k = -behind; k <= before; ++k) offsets.push_back(side * k);
  std::ranges::sort(offsets);
  return Weighted(symbol, 1, offsets, {});
}

// The difference of the values on both faces of the cell around the point, as the flow carries them there.
auto ModelBuilder::Limited(const Symbol& symbol, int side) -> ExprId {
  const int room = side > 0 ? point_ : n_line_ - 1 - point_;
  const auto times = [&](double factor, ExprId value) { return pool_.Mul(pool_.Real(factor), value); };
  const ExprId here = LineValue(symbol, point_);
  if (room == 0) return times(side / spacing_, pool_.Sub(LineValue(symbol, point_ + side), here));
  const auto face = [&](int point) {
    return pool_.Add(LineValue(symbol, point), times(0.5, LimitedSlope(symbol, point, side)));
  };
  return times(side / spacing_, pool_.Sub(face(point_), face(point_ - side)));
}

// By how much the field changes in a cell, at most as neighbours allow: nothing at an extreme, and at an end
// nobody knows.
auto ModelBuilder::LimitedSlope(const Symbol& symbol, int point, int side) -> ExprId {
  const ExprId zero = pool_.Real(0);
  if (point == 0 || point == n_line_ - 1) return zero;
  const ExprId here = LineValue(symbol, point);
  const ExprId a = pool_.Sub(here, LineValue(symbol, point - side));
  const ExprId b = pool_.Sub(LineValue(symbol, point + side), here);
  const ExprId product = pool_.Mul(a, b);
  const ExprId is_monotone = pool_.Binary(Op::Greater, product, zero);
  // Differences of nothing are not to be divided by nothing, nor by its square in the derivative.
  constexpr double kTiny = 1e-100;
  const ExprId squares = pool_.Add(pool_.Add(pool_.Mul(a, a), pool_.Mul(b, b)), pool_.Real(kTiny));
  const ExprId slope = pool_.Div(pool_.Mul(product, pool_.Add(a, b)), squares);
  return pool_.If(pool_.Typed(Op::NoEvent, pool_.type(is_monotone), {is_monotone}), slope, zero);
}

// The right side with these numbers for the derivatives of its field, less what is there without them.
auto ModelBuilder::Coefficient(const Equation& equation, const Scope& scope, double first, double second)
    -> ExprId {
  probe_ = {first, second};
  const ExprId with = LowerReal(equation.right, scope);
  probe_ = {0, 0};
  return pool_.Sub(with, LowerReal(equation.right, scope));
}

// The largest |c| h/|d| along the line, where the equation is u' = … - c u_x + d u_xx: how much farther the
// flow carries things in a cell than diffusion does. A variable of its own that nothing depends on.
void ModelBuilder::AddPeclet(const Equation& equation, const Symbol& symbol, const Scope& scope) {
  if (split_.has_value() || equation.right == NodeId{}) return;
  probed_ = &symbol;
  has_probed_ = false;
  ExprId largest = pool_.Real(0);
  constexpr double kTiny = 1e-30;
  for (point_ = 1; point_ < n_line_ - 1; ++point_) {
    const ExprId speed = Coefficient(equation, scope, 1, 0);
    if (!has_probed_ || speed == Pool::kError) break;
    const ExprId diffusion = pool_.Unary(Op::Abs, Coefficient(equation, scope, 0, 1));
    const ExprId number = pool_.Div(pool_.Mul(pool_.Real(spacing_), pool_.Unary(Op::Abs, speed)),
                                    pool_.Add(diffusion, pool_.Real(kTiny)));
    largest = pool_.Binary(Op::Max, largest, number);
  }
  probed_ = nullptr;
  if (!has_probed_ || largest == Pool::kError) return;
  const std::string name = symbol.name + "_peclet";
  const VarId var = AddVar(name, Kind::Real, flat::Variability::Continuous, nullptr);
  part_.model.vars[var].origin = OriginAt(equation.span);
  AddEquation(Ref(var), pool_.Typed(Op::NoEvent, pool_.type(largest), {largest}), equation.span);
  for (process::Field& field : translator_.out().fields) {
    if (field.first == symbol.index) field.peclet = name;
  }
}

}  // namespace kerf::cosy
