// See zero_parameters.h.
#include "lang/dymola/zero_parameters.h"

#include <algorithm>

#include "expr/walk.h"

namespace kerf::dymola {

namespace {

using expr::Op;

class ZeroFinder {
 public:
  ZeroFinder(Elaborator& elab, const InstanceTree& tree) : elab_(elab), tree_(tree), pool_(elab.pool) {}

  auto Run() -> ZeroParameters {
    const uint32_t n_slots = elab_[tree_.instances[0].cls].n_slots();
    result_.is_zero.assign(n_slots, false);
    result_.is_gone.assign(n_slots, false);
    given_.assign(n_slots, ExprId{});
    // Parents stand before their submodels, so what a parameter list refers to is known.
    for (const Instance& instance : tree_.instances) {
      FindZeros(instance);
      GiveParameters(instance);
    }
    for (const Instance& instance : tree_.instances) FindGone(instance);
    return std::move(result_);
  }

 private:
  // An expression of the class with the zeros of the instance put in.
  auto PutIn(const Instance& instance, ExprId id) -> ExprId {
    expr::Rewriter rewriter(pool_);
    return rewriter.Rewrite(id, [&](ExprId node) -> ExprId {
      const bool is_zero =
          pool_.op(node) == Op::Var && result_.is_zero[instance.base + pool_.var(node).index];
      return is_zero ? pool_.Real(0) : ExprId{};
    });
  }

  void FindZeros(const Instance& instance) {
    const Class& cls = elab_[instance.cls];
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      const ClassVar& var = cls.vars[k];
      if (var.kind != VarKind::Parameter || var.shape != expr::kScalar) continue;
      const uint32_t slot = instance.base + cls.own_vars + k;
      if (const auto value = TryGivenValue(instance, var.name)) {
        result_.is_zero[slot] = *value == 0;
        continue;
      }
      const ExprId own = var.binding.has_value() ? PutIn(instance, var.binding) : ExprId{};
      const ExprId value = given_[slot].has_value() ? given_[slot] : own;
      result_.is_zero[slot] = value.has_value() && pool_.IsNumber(value, 0);
    }
  }

  auto TryGivenValue(const Instance& instance, NameId name) -> std::optional<double> {
    if (elab_.options.values.empty()) return std::nullopt;
    const std::string full = elab_.world.paths.Render(elab_.world.paths.Child(instance.path, name));
    for (const auto& [given, value] : elab_.options.values) {
      if (given == full) return value;
    }
    return std::nullopt;
  }

  void GiveParameters(const Instance& instance) {
    for (const ClassSub& sub : elab_[instance.cls].subs) {
      for (const Override& value : sub.overrides) {
        const Class& type = elab_[sub.cls];
        for (uint32_t element = 0; element < sub.count; ++element) {
          const uint32_t base = instance.base + sub.var_offset + element * type.n_slots();
          given_[base + type.own_vars + value.var] = PutIn(instance, value.value);
        }
      }
    }
  }

  void FindGone(const Instance& instance) {
    const Class& cls = elab_[instance.cls];
    const auto begin = result_.is_zero.begin() + instance.base;
    if (std::find(begin, begin + cls.n_slots(), true) == begin + cls.n_slots()) return;
    std::vector<bool> occurs(cls.vars.size(), false);
    expr::Walker walker(pool_);
    for (const ClassEquation& equation : cls.equations) {
      const std::array<ExprId, 2> sides = {PutIn(instance, equation.lhs), PutIn(instance, equation.rhs)};
      for (const ExprId id : walker.Postorder(sides)) {
        if (pool_.op(id) != Op::Var || pool_.var(id).index < cls.own_vars) continue;
        // What is needed for a higher derivative is needed too.
        uint32_t var = pool_.var(id).index - cls.own_vars;
        for (; var != kNoIndex && !occurs[var]; var = cls.vars[var].derivative_of) occurs[var] = true;
      }
    }
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      if (cls.vars[k].derivative_of != kNoIndex && !occurs[k])
        result_.is_gone[instance.base + cls.own_vars + k] = true;
    }
  }

  Elaborator& elab_;
  const InstanceTree& tree_;
  expr::Pool& pool_;
  ZeroParameters result_;
  // Values from parameter lists, by slot.
  std::vector<ExprId> given_;
};

}  // namespace

auto FindZeroParameters(Elaborator& elaborator, const InstanceTree& tree) -> ZeroParameters {
  return ZeroFinder(elaborator, tree).Run();
}

}  // namespace kerf::dymola
