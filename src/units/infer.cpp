// From the side of an equation whose unit is known down the other side: sums hand the unit on, products
// divide by what is known.
#include "units/infer.h"

#include "units/op_rules.h"

namespace kerf::units {

namespace {

using expr::Kind;
using expr::Op;

constexpr int kMaxSweeps = 4;

class Inference {
 public:
  Inference(const flat::Model& model, UnitTable& table, ExprUnits& units)
      : model_(model), pool_(model.world->pool), table_(table), units_(units), time_(units.time_unit()) {
    MarkCandidates();
  }

  void Run() {
    for (int sweep = 0; sweep < kMaxSweeps && n_candidates_ > 0; ++sweep) {
      const uint32_t before = n_candidates_;
      // What defines a variable comes before what uses it.
      Sweep(true);
      Sweep(false);
      if (n_candidates_ == before) return;
    }
  }

 private:
  void Sweep(bool only_definitions) {
    for (const flat::EquationId id : model_.equations.ids()) {
      const flat::Equation& equation = model_.equations[id];
      if (!only_definitions || IsCandidate(equation.lhs)) Equate(equation.lhs, equation.rhs);
    }
    units_.Forget();
  }

  [[nodiscard]] auto IsCandidate(ExprId id) const -> bool {
    return pool_.op(id) == Op::Var && is_candidate_[pool_.var(id).index];
  }

  void MarkCandidates() {
    std::vector<bool> is_connected(model_.world->paths.size());
    for (const flat::ConnectionSet& set : model_.connection_sets) {
      for (const flat::PathId path : set.members) is_connected[path.index] = true;
    }
    is_candidate_.resize(model_.vars.size());
    for (const VarId id : model_.vars.ids()) {
      const flat::Var& var = model_.vars[id];
      const bool varies =
          var.variability == flat::Variability::Continuous || var.variability == flat::Variability::Discrete;
      const bool has_text = var.attributes.has_value() && model_.attributes[var.attributes].unit.has_value();
      if (var.type.kind != Kind::Real || var.type.shape != expr::kScalar || !varies || has_text) continue;
      if (var.causality != flat::Causality::Local || is_connected[var.path.index]) continue;
      is_candidate_[id.index] = true;
      ++n_candidates_;
    }
  }

  void Equate(ExprId lhs, ExprId rhs) {
    // The branches of an if-equation may be about different quantities.
    if (pool_.op(lhs) == Op::If) return;
    const ExprUnit left = units_.Of(lhs);
    const ExprUnit right = units_.Of(rhs);
    if (left.conflict.has_value() || right.conflict.has_value() || AreInConflict(left, right)) return;
    const ExprUnit& known = left.certainty == Certainty::Known ? left : right;
    if (known.certainty != Certainty::Known || known.basis == Basis::Time) return;
    pending_ = {{lhs, known.unit}, {rhs, known.unit}};
    while (!pending_.empty()) {
      const Wanted wanted = pending_.back();
      pending_.pop_back();
      HandDown(wanted);
    }
  }

  struct Wanted {
    ExprId id;
    UnitId unit;
  };

  void HandDown(const Wanted& wanted) {
    const auto operands = pool_.operands(wanted.id);
    switch (RuleOf(pool_.op(wanted.id))) {
      case UnitRule::Leaf:
        if (pool_.op(wanted.id) == Op::Var) Set(pool_.var(wanted.id), wanted.unit);
        return;
      case UnitRule::Alike:
        // A temperature may be in another scale than its difference to others.
        if (table_.IsTemperature(wanted.unit)) return;
        for (const ExprId operand : operands) pending_.push_back({operand, wanted.unit});
        return;
      case UnitRule::Branches:
        for (const ExprId operand : operands.subspan(1)) pending_.push_back({operand, wanted.unit});
        return;
      case UnitRule::Product:  return HandDownProduct(wanted, operands);
      case UnitRule::Quotient: return HandDownQuotient(wanted, operands);
      case UnitRule::Derivative:
        if (const auto unit = table_.TryProduct(wanted.unit, time_)) pending_.push_back({operands[0], *unit});
        return;
      case UnitRule::First:
        // An element says nothing of the others.
        if (pool_.op(wanted.id) == Op::Neg || pool_.op(wanted.id) == Op::NoEvent)
          pending_.push_back({operands[0], wanted.unit});
        return;
      case UnitRule::Second:         pending_.push_back({operands[1], wanted.unit}); return;
      case UnitRule::Open:
      case UnitRule::Number:
      case UnitRule::Compared:
      case UnitRule::Power:
      case UnitRule::Root:
      case UnitRule::Transcendental:
      case UnitRule::Elements:
      case UnitRule::Call:
      case UnitRule::Output:
      case UnitRule::Field:          return;
    }
  }

  // The unit of a factor beside the one that is looked for.
  auto TryFactor(ExprId id) -> std::optional<UnitId> {
    const ExprUnit& unit = units_.Of(id);
    if (unit.certainty == Certainty::Number) return UnitTable::kOne;
    if (unit.certainty == Certainty::Known && unit.basis >= Basis::Inferred) return unit.unit;
    return std::nullopt;
  }

  void HandDownProduct(const Wanted& wanted, std::span<const ExprId> operands) {
    for (const size_t k : {size_t{0}, size_t{1}}) {
      const auto other = TryFactor(operands[1 - k]);
      const auto unit = other ? table_.TryQuotient(wanted.unit, *other) : std::nullopt;
      if (unit) pending_.push_back({operands[k], *unit});
    }
  }

  void HandDownQuotient(const Wanted& wanted, std::span<const ExprId> operands) {
    const auto below = TryFactor(operands[1]);
    const auto above = TryFactor(operands[0]);
    const auto of_above = below ? table_.TryProduct(wanted.unit, *below) : std::nullopt;
    const auto of_below = above ? table_.TryQuotient(*above, wanted.unit) : std::nullopt;
    if (of_above) pending_.push_back({operands[0], *of_above});
    if (of_below) pending_.push_back({operands[1], *of_below});
  }

  void Set(VarId id, UnitId unit) {
    if (!is_candidate_[id.index]) return;
    is_candidate_[id.index] = false;
    --n_candidates_;
    units_.SetVar(id, KnownUnit(unit, Basis::Inferred));
  }

  const flat::Model& model_;
  const expr::Pool& pool_;
  UnitTable& table_;
  ExprUnits& units_;
  UnitId time_;
  std::vector<bool> is_candidate_;
  uint32_t n_candidates_ = 0;
  std::vector<Wanted> pending_;
};

}  // namespace

void InferUnits(const flat::Model& model, UnitTable& table, ExprUnits& units) {
  Inference(model, table, units).Run();
}

}  // namespace kerf::units
