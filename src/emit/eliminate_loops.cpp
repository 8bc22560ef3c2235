// Elimination on expressions; what is made on the way has symbols of its own.
#include "emit/eliminate_loops.h"

#include <algorithm>

#include "expr/generic_value.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

// Formulas of larger loops would be longer than anybody reads.
constexpr size_t kMaxEliminatedUnknowns = 12;

class LoopEliminator {
 public:
  LoopEliminator(Program& program, const Loop& loop, bool is_at_events)
      : program_(program),
        pool_(program.work->dae.world->pool),
        walker_(pool_),
        values_(pool_),
        loop_(loop),
        n_(loop.unknowns.size()),
        is_at_events_(is_at_events),
        a_(loop.matrix),
        b_(loop.right) {}

  // The statements, or none if the matrix has no pivot.
  auto Run() -> std::vector<Statement> {
    for (size_t k = 0; k < n_; ++k) {
      if (!TakePivot(k)) return {};
      for (size_t row = k + 1; row < n_; ++row) Eliminate(row, k);
    }
    for (size_t k = n_; k-- > 0;) {
      ExprId sum = b_[k];
      for (size_t col = k + 1; col < n_; ++col) {
        if (a_[k * n_ + col].has_value())
          sum = pool_.Sub(sum, pool_.Mul(a_[k * n_ + col], Leaf(loop_.unknowns[col])));
      }
      Add(loop_.unknowns[k], pool_.Div(sum, a_[k * n_ + k]));
    }
    return std::move(out_);
  }

 private:
  // How bad a pivot may be.
  auto Risk(ExprId entry) -> int {
    if (pool_.IsNumber(entry)) return 0;
    const bool is_of_parameters = std::ranges::all_of(walker_.Postorder(entry), [&](ExprId id) {
      return pool_.op(id) != expr::Op::Var ||
             program_.symbols[SymbolId{pool_.var(id).index}].kind == SymbolKind::Parameter;
    });
    return is_of_parameters ? 1 : 2;
  }

  auto TakePivot(size_t k) -> bool {
    size_t best = n_;
    for (size_t row = k; row < n_; ++row) {
      const ExprId entry = a_[row * n_ + k];
      if (!entry.has_value() || values_.Of(entry).IsZero()) continue;
      if (best == n_ || Risk(entry) < Risk(a_[best * n_ + k])) best = row;
    }
    if (best == n_) return false;
    for (size_t col = 0; col < n_ && best != k; ++col) std::swap(a_[k * n_ + col], a_[best * n_ + col]);
    std::swap(b_[k], b_[best]);
    return true;
  }

  void Eliminate(size_t row, size_t k) {
    if (!a_[row * n_ + k].has_value() || values_.Of(a_[row * n_ + k]).IsZero()) return;
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
    values_.Set(Leaf(symbol), values_.Of(value));
    return Leaf(symbol);
  }

  Program& program_;
  expr::Pool& pool_;
  expr::Walker walker_;
  // Of what has a name of its own as well: a pivot must not be zero identically.
  expr::GenericValues values_;
  const Loop& loop_;
  size_t n_;
  bool is_at_events_;
  std::vector<ExprId> a_;
  std::vector<ExprId> b_;
  std::vector<Statement> out_;
};

}  // namespace

void EliminateLoops(Program& program) {
  Part& part = program.run;
  std::vector<bool> is_gone(part.loops.size(), false);
  for (auto* list : {&part.once, &part.dynamic, &part.output}) {
    std::vector<Statement> out;
    for (const Statement& statement : *list) {
      const bool is_linear = statement.loop != Statement::kNoLoop && part.loops[statement.loop].is_linear &&
                             part.loops[statement.loop].unknowns.size() <= kMaxEliminatedUnknowns;
      std::vector<Statement> steps;
      if (is_linear)
        steps = LoopEliminator(program, part.loops[statement.loop], statement.is_at_events).Run();
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
