// Functions of tables over one variable: the piece is found by bisection, then the polynomial is computed.
#include <algorithm>
#include <cmath>
#include <limits>

#include "emit/lower_function.h"

namespace kerf::emit {

using expr::Op;

namespace {

constexpr double kNever = std::numeric_limits<double>::max();
// Rounding errors of a time, relative to what it is made of.
constexpr double kRounding = 1e-14;

}  // namespace

auto FunctionLowering::Variable(const std::string& name, const Formula& value) -> Formula {
  const Formula made = {pool_, Scalar(AddVariable(name, Storage::Own), expr::Kind::Real)};
  Set(made, value);
  return made;
}

void FunctionLowering::Set(const Formula& target, const Formula& value) { Assign(target.id(), value.id()); }

void FunctionLowering::When(const Formula& condition, const std::function<void()>& lower) {
  ScalarStatement choice = StatementOf(Kind::If);
  choice.branches.push_back({condition.id(), {}});
  Inside(choice.branches[0].body, [&] {
    lower();
    return true;
  });
  statements_->push_back(std::move(choice));
}

auto FunctionLowering::Numbers(const std::vector<double>& values) -> uint32_t {
  const uint32_t variable = AddVariable("kerf_table", Storage::Table, static_cast<uint32_t>(values.size()));
  out_->variables[variable].values = values;
  return variable;
}

auto FunctionLowering::Element(uint32_t vector, const Formula& number) -> Formula {
  const ExprId first = Cell(vector, 1, expr::Kind::Real);
  return {pool_, pool_.Typed(Op::Subscript, pool_.type(first), {pool_.operand(first, 0), number.id()})};
}

// The number of the last element that is not greater than x; 1 if all are, and no more than `last`.
auto FunctionLowering::LastUpTo(uint32_t vector, uint32_t last, const Formula& x) -> Formula {
  const Formula low = Variable("low", x.Number(1));
  const Formula high = Variable("high", x.Number(last + 1));
  const Formula middle = Variable("middle", x.Number(0));
  ScalarStatement loop = StatementOf(Kind::While);
  loop.branches.push_back({(high - low > x.Number(1)).id(), {}});
  Inside(loop.branches[0].body, [&] {
    Set(middle, ((low + high) / x.Number(2)).Apply(Op::Floor));
    ScalarStatement half = StatementOf(Kind::If);
    half.branches.push_back({(Element(vector, middle) <= x).id(), {AssignmentOf(low.id(), middle.id())}});
    half.branches.push_back({{}, {AssignmentOf(high.id(), middle.id())}});
    statements_->push_back(std::move(half));
    return true;
  });
  statements_->push_back(std::move(loop));
  return low;
}

void FunctionLowering::StopOutside(const Formula& x, double least, double most) {
  When(Or(x<x.Number(least), x> x.Number(most)), [&] {
    statements_->push_back(StatementOf(Kind::Stop));
    statements_->back().text = "a table is asked for what is outside of it";
  });
}

// Into the table by whole periods; its ends are both inside.
void FunctionLowering::Wrap(const Formula& x, double least, double most) {
  const Formula low = x.Number(least);
  const Formula high = x.Number(most);
  const Formula period = x.Number(most - least);
  When(x > high, [&] { Set(x, x - ((x - high) / period).Apply(Op::Ceil) * period); });
  When(x < low, [&] { Set(x, x + ((low - x) / period).Apply(Op::Ceil) * period); });
}

// Value or derivative, by the rates that are given, of the piece at `place`, at x.
auto FunctionLowering::PieceValue(const Pieces& pieces, const Formula& place, const Formula& x,
                                  std::span<const Formula> rates) -> Formula {
  const auto n = static_cast<uint32_t>(pieces.starts.size());
  const uint32_t starts = Numbers(pieces.starts);
  const uint32_t coefficients = Numbers(pieces.coefficients);
  const Formula piece = LastUpTo(starts, n, place);
  const Formula v = Variable("v", x - Element(starts, piece));
  const auto c = [&](uint32_t power) {
    const Formula last = x.Number(Pieces::kOrder) * piece;
    return Element(coefficients, power == 3 ? last : last - x.Number(3 - power));
  };
  if (rates.empty()) return ((c(3) * v + c(2)) * v + c(1)) * v + c(0);
  const Formula slope = (x.Number(3) * c(3) * v + x.Number(2) * c(2)) * v + c(1);
  if (rates.size() == 1) return slope * rates[0];
  const Formula curvature = x.Number(6) * c(3) * v + x.Number(2) * c(2);
  return curvature * rates[0] * rates[0] + slope * rates[1];
}

auto FunctionLowering::PiecesOf(const TableObject& table, const Formula& column, Pieces& pieces) -> bool {
  if (!transform::IsLiteral(pool_, column.id())) return Fail("a column that is known only during the run");
  const auto number = static_cast<size_t>(pool_.number(column.id()));
  if (number < 1 || number > table.columns.size()) return Fail("a column that the table has not");
  pieces = MakePieces(table.Column(1), table.Column(table.columns[number - 1]), table.smoothness,
                      table.extrapolation);
  return true;
}

// column, x, and for derivatives the rates of x.
auto FunctionLowering::LowerLine(const TableObject& table, std::span<const Formula> given,
                                 const Formula& result) -> bool {
  Pieces pieces;
  if (!PiecesOf(table, given[0], pieces)) return false;
  const Formula x = Variable("x", given[1]);
  if (table.extrapolation == Extrapolation::None) StopOutside(x, pieces.starts.front(), pieces.starts.back());
  if (table.extrapolation == Extrapolation::Periodic && pieces.starts.back() > pieces.starts.front())
    Wrap(x, pieces.starts.front(), pieces.starts.back());
  Set(result, PieceValue(pieces, x, x, given.subspan(2)));
  return true;
}

auto FunctionLowering::Rounding(const TableObject& table, const Formula& t) -> Formula {
  const std::vector<double> x = table.Column(1);
  const double size = std::max(std::abs(x.front()), std::abs(x.back())) + std::abs(table.shift);
  return Variable("rounding", t.Number(kRounding) * (t.Apply(Op::Abs) + t.Number(size)));
}

// column, time, the next event, the one that was next before; for derivatives the rates of time. An event
// that is still to be handled has the value from before it, the other times that from just after.
auto FunctionLowering::LowerTime(const TableObject& table, std::span<const Formula> given,
                                 const Formula& result) -> bool {
  Pieces pieces;
  if (!PiecesOf(table, given[0], pieces)) return false;
  const double first = pieces.starts.front();
  const double last = pieces.starts.back();
  const Formula& t = given[1];
  const Formula& next = given[2];
  const Formula rounding = Rounding(table, t);
  const Formula is_before = Variable("is_before", And(next == given[3], t >= next - rounding));
  const auto is = [&](const Formula& truth) { return Not(truth == t.Number(0)); };
  Set(result, t.Number(0));
  const Formula has_begun =
      And(t >= t.Number(table.start), Not(And(is(is_before), t.Number(table.start) >= next)));
  When(has_begun, [&] {
    const Formula x = Variable("x", t - t.Number(table.shift));
    if (table.extrapolation == Extrapolation::Periodic && last > first) {
      const Formula period = t.Number(last - first);
      Set(x, x - ((x - t.Number(first)) / period).Apply(Op::Floor) * period);
      When(And(Not(is(is_before)), x >= t.Number(last) - rounding), [&] { Set(x, x - period); });
      When(And(is(is_before), x <= t.Number(first) + rounding), [&] { Set(x, x + period); });
    }
    if (table.extrapolation == Extrapolation::None) StopOutside(x, first - kRounding, last + kRounding);
    const Formula place = Variable("place", x + rounding);
    When(is(is_before), [&] { Set(place, x - rounding); });
    Set(result, PieceValue(pieces, place, x, given.subspan(4)));
  });
  return true;
}

// The first event after a time.
auto FunctionLowering::LowerNextEvent(const TableObject& table, const Formula& t, const Formula& result)
    -> bool {
  std::vector<double> times = EventTimes(table);
  const double last = times.back();
  const double period = last - table.numbers[0];
  times.insert(times.begin(), -kNever);
  times.push_back(kNever);
  const uint32_t events = Numbers(times);
  const Formula rounding = Rounding(table, t);
  Set(result, t.Number(table.start));
  When(t >= t.Number(table.start), [&] {
    const Formula x = Variable("x", t - t.Number(table.shift));
    const Formula base = Variable("base", t.Number(table.shift));
    if (table.extrapolation == Extrapolation::Periodic && period > 0) {
      const Formula passed = Variable("passed", (x - t.Number(table.numbers[0])) / t.Number(period));
      Set(passed, passed.Apply(Op::Floor) * t.Number(period));
      When(x - passed >= t.Number(last) - rounding, [&] { Set(passed, passed + t.Number(period)); });
      Set(x, x - passed);
      Set(base, base + passed);
    }
    const Formula past = LastUpTo(events, static_cast<uint32_t>(times.size()), x + rounding);
    Set(result, Element(events, past + t.Number(1)));
    When(result < t.Number(kNever), [&] { Set(result, result + base); });
  });
  return true;
}

auto FunctionLowering::LowerTable(const flat::ExternalCall& external, const TableObject& table) -> bool {
  const std::string_view what = TableFunction(external.name);
  if (what.empty() || !external.result.has_value()) return Fail("what is no value of a table");
  std::vector<Formula> given;
  for (const ExprId argument : external.arguments) {
    ExprId value;
    if (pool_[argument].kind == expr::Kind::Object) continue;
    if (!EvaluateLeaf(argument, value)) return false;
    given.emplace_back(pool_, value);
  }
  const Formula result = {pool_, results_[0]};
  const size_t n_rates = what == "getValue" ? 0 : what == "getDerValue" ? 1 : what == "getDer2Value" ? 2 : 3;
  using TableKind = TableObject::Kind;
  if (table.kind == TableKind::Plane && n_rates < 3) return LowerPlane(table, given, n_rates, result);
  if (table.kind == TableKind::Line && n_rates < 3) return LowerLine(table, given, result);
  if (n_rates < 3) return LowerTime(table, given, result);
  if (what == "nextTimeEvent") return LowerNextEvent(table, given[0], result);
  const bool is_least = what.starts_with("minimum");
  if (!is_least && !what.starts_with("maximum")) return Fail(std::string(what));
  const std::vector<double> x = table.Column(1);
  Set(result, result.Number(is_least ? x.front() : x.back()));
  return true;
}

}  // namespace kerf::emit
