// Elimination on expressions; what is made on the way has symbols of its own.
#include "emit/eliminate_loops.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "expr/evaluate.h"
#include "expr/generic_value.h"
#include "transform/dymola_1991.h"
#include "transform/linear_form.h"
#include "transform/parameter_values.h"

namespace kerf::emit {

namespace {

// Formulas of larger loops would be longer than anybody reads.
constexpr size_t kMaxEliminatedUnknowns = 12;

class LoopEliminator {
 public:
  LoopEliminator(Program& program, const std::vector<std::optional<double>>& values, const Loop& loop,
                 bool is_at_events)
      : program_(program),
        pool_(program.work->dae.world->pool),
        evaluator_(pool_),
        generic_(pool_),
        values_(values),
        loop_(loop),
        unknowns_(loop.unknowns),
        n_(loop.unknowns.size()),
        is_at_events_(is_at_events),
        a_(loop.matrix),
        b_(loop.right) {}

  // The statements, or none if too much of the matrix has no pivot.
  auto Run() -> std::vector<Statement> {
    size_t n_steps = 0;
    while (n_steps < n_ && TakePivot(n_steps)) {
      for (size_t row = n_steps + 1; row < n_; ++row) Eliminate(row, n_steps);
      ++n_steps;
    }
    if (!TrySolveRest(n_steps)) return {};
    for (size_t k = n_steps; k-- > 0;) {
      ExprId sum = b_[k];
      for (size_t col = k + 1; col < n_; ++col) {
        if (a_[k * n_ + col].has_value())
          sum = pool_.Sub(sum, pool_.Mul(a_[k * n_ + col], Leaf(unknowns_[col])));
      }
      Add(unknowns_[k], pool_.Div(sum, a_[k * n_ + k]));
    }
    return std::move(out_);
  }

 private:
  // The value of what does not vary.
  auto ValueOf(ExprId entry) -> std::optional<double> {
    return evaluator_.TryEvaluate(entry, [&](ExprId leaf) -> std::optional<double> {
      if (pool_.op(leaf) != expr::Op::Var) return std::nullopt;
      const uint32_t index = pool_.var(leaf).index;
      if (const auto made = made_values_.find(index); made != made_values_.end()) return made->second;
      return index < values_.size() ? values_[index] : std::nullopt;
    });
  }

  // Numbers before parameters; of what does not vary, nothing that is small beside others of its column.
  auto TakePivot(size_t k) -> bool {
    constexpr double kSmall = 1e-3;
    size_t best_row = n_;
    size_t best_col = n_;
    for (size_t col = k; col < n_; ++col) {
      double largest = 0;
      for (size_t row = k; row < n_; ++row) {
        const ExprId entry = a_[row * n_ + col];
        if (entry.has_value()) largest = std::max(largest, std::abs(ValueOf(entry).value_or(0)));
      }
      for (size_t row = k; row < n_; ++row) {
        const ExprId entry = a_[row * n_ + col];
        const auto value = entry.has_value() ? ValueOf(entry) : std::nullopt;
        if (!value || *value == 0 || std::abs(*value) < kSmall * largest) continue;
        const bool is_better =
            best_row == n_ || (pool_.IsNumber(entry) && !pool_.IsNumber(a_[best_row * n_ + best_col]));
        if (!is_better) continue;
        best_row = row;
        best_col = col;
      }
    }
    if (best_row == n_) return false;
    for (size_t col = 0; col < n_; ++col) std::swap(a_[k * n_ + col], a_[best_row * n_ + col]);
    std::swap(b_[k], b_[best_row]);
    for (size_t row = 0; row < n_; ++row) std::swap(a_[row * n_ + k], a_[row * n_ + best_col]);
    std::swap(unknowns_[k], unknowns_[best_col]);
    return true;
  }

  auto TrySolveRest(size_t first) -> bool {
    transform::LinearForm rest;
    rest.n = n_ - first;
    if (rest.n == 0) return true;
    if (rest.n > transform::kMaxDeterminant) return false;
    for (size_t row = first; row < n_; ++row) {
      for (size_t col = first; col < n_; ++col) rest.matrix.push_back(a_[row * n_ + col]);
      rest.right.push_back(b_[row]);
    }
    const auto solutions =
        transform::TryDeterminants(pool_, generic_, rest, [&](ExprId value) { return Named(value); });
    for (size_t k = 0; solutions && k < rest.n; ++k) Add(unknowns_[first + k], (*solutions)[k]);
    return solutions.has_value();
  }

  void Eliminate(size_t row, size_t k) {
    if (!a_[row * n_ + k].has_value() || generic_.Of(a_[row * n_ + k]).IsZero()) return;
    const ExprId factor = Named(pool_.Div(a_[row * n_ + k], a_[k * n_ + k]));
    for (size_t col = k + 1; col < n_; ++col) {
      const ExprId above = a_[k * n_ + col];
      if (!above.has_value()) continue;
      ExprId& entry = a_[row * n_ + col];
      const ExprId product = pool_.Mul(factor, above);
      entry = Named(entry.has_value() ? pool_.Sub(entry, product) : pool_.Neg(product));
    }
    b_[row] = Named(pool_.Sub(b_[row], pool_.Mul(factor, b_[k])));
  }

  auto Leaf(SymbolId symbol) -> ExprId { return pool_.Var(VarId{symbol.index}); }

  void Add(SymbolId target, ExprId value) {
    const EqnId equation = out_.empty() ? loop_.equations[0] : EqnId{};
    out_.push_back({{target, value, equation}, Statement::kNoLoop, is_at_events_});
  }

  auto Named(ExprId value) -> ExprId {
    if (expr::group_of(pool_.op(value)) == expr::Group::Leaf) return value;
    const SymbolId symbol = program_.symbols.Add(
        {SymbolKind::Internal, fmt::format("loop {}", program_.symbols.size()), {}, 0, false});
    Add(symbol, value);
    generic_.Set(Leaf(symbol), generic_.Of(value));
    made_values_[symbol.index] = ValueOf(value);
    return Leaf(symbol);
  }

  Program& program_;
  expr::Pool& pool_;
  expr::Evaluator evaluator_;
  // Of what has a name of its own as well: a pivot must not be zero identically.
  expr::GenericValues generic_;
  const std::vector<std::optional<double>>& values_;
  // Of the symbols made here, where they follow from parameters.
  std::map<uint32_t, std::optional<double>> made_values_;
  const Loop& loop_;
  // In the order of the columns.
  std::vector<SymbolId> unknowns_;
  size_t n_;
  bool is_at_events_;
  std::vector<ExprId> a_;
  std::vector<ExprId> b_;
  std::vector<Statement> out_;
};

}  // namespace

void EliminateLoops(Program& program, const transform::Options& options) {
  const std::vector<std::optional<double>> values = transform::ParameterValues(*program.work, options);
  Part& part = program.run;
  std::vector<bool> is_gone(part.loops.size(), false);
  for (auto* list : {&part.once, &part.dynamic, &part.output}) {
    std::vector<Statement> out;
    for (const Statement& statement : *list) {
      const bool is_linear = statement.loop != Statement::kNoLoop && part.loops[statement.loop].is_linear &&
                             part.loops[statement.loop].unknowns.size() <= kMaxEliminatedUnknowns;
      std::vector<Statement> steps;
      if (is_linear)
        steps = LoopEliminator(program, values, part.loops[statement.loop], statement.is_at_events).Run();
      if (steps.empty()) {
        out.push_back(statement);
        continue;
      }
      is_gone[statement.loop] = true;
      out.insert(out.end(), steps.begin(), steps.end());
    }
    *list = std::move(out);
  }
  // Loops keep their numbers; those that are gone have nothing left to refuse.
  for (size_t k = 0; k < part.loops.size(); ++k) {
    if (is_gone[k]) part.loops[k] = {};
  }
}

}  // namespace kerf::emit
