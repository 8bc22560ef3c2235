// Instances are copies of their classes: each template node is made again with the instance's variables, in
// one loop over the class's list, without a look at the syntax.
#include "lang/dymola/emit_flat.h"

#include <set>

#include "lang/dymola/zero_parameters.h"

namespace kerf::dymola {

namespace {

using expr::ExprId;
using expr::Op;
using expr::Pool;
using expr::VarId;
using flat::Causality;
using flat::Variability;

KERF_DIAG(UnmatchedExternal, Error, "no model above `{}` declares `{}` internal", std::string,
          std::string_view);
KERF_DIAG(ExternalShape, Error, "the external variable `{}` has another shape than the internal one",
          std::string_view);
KERF_NOTE(InternalHere, "it is declared internal here");

class FlatWriter {
 public:
  FlatWriter(Elaborator& elab, const InstanceTree& tree)
      : elab_(elab),
        tree_(tree),
        model_(elab.model),
        pool_(elab.pool),
        map_(elab.pool.size(), Pool::kError) {}

  void Run() {
    const uint32_t n_slots = elab_[tree_.instances[0].cls].n_slots();
    ids_.assign(n_slots, VarId{});
    is_given_.assign(n_slots, false);
    for (const Instance& instance : tree_.instances) {
      for (const uint32_t slot : elab_[instance.cls].mentioned_below) is_given_[instance.base + slot] = true;
    }
    if (Is1991(elab_.program)) zeros_ = FindZeroParameters(elab_, tree_);
    map_.resize(pool_.size(), Pool::kError);
    for (const uint32_t k : tree_.order) AddVars(tree_.instances[k]);
    for (const uint32_t k : tree_.order) ResolveExternals(tree_.instances[k]);
    for (const uint32_t k : tree_.order) AddContents(tree_.instances[k]);
    for (const VarId id : zero_starts_) {
      if (!model_.vars[id].attributes.has_value()) SetStart(id, pool_.Real(0));
    }
  }

 private:
  [[nodiscard]] auto OwnId(const Instance& instance, const Class& cls, uint32_t var) const -> VarId {
    return ids_[instance.base + cls.own_vars + var];
  }

  void AddVars(const Instance& instance) {
    const Class& cls = elab_[instance.cls];
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      const ClassVar& from = cls.vars[k];
      if (from.kind == VarKind::Structure || from.kind == VarKind::External) continue;
      const uint32_t slot = instance.base + cls.own_vars + k;
      if (IsGone(slot)) continue;
      flat::Var var;
      var.path = elab_.world.paths.Child(instance.path, from.name);
      var.type = {expr::Kind::Real, from.shape};
      if (from.kind == VarKind::Parameter) var.variability = Variability::Parameter;
      if (from.kind == VarKind::Constant) var.variability = Variability::Constant;
      // An input that nothing outside gives is known; one with a default gets an equation.
      const bool is_known =
          from.kind == VarKind::Input && !is_given_[slot] && !from.default_value.has_value();
      const bool is_top = instance.parent == kNoIndex;
      if (is_known) var.causality = Causality::Input;
      if (is_top && from.kind == VarKind::Output) var.causality = Causality::Output;
      if (!is_top && from.kind == VarKind::Output) var.direction = flat::Direction::Out;
      if (from.kind == VarKind::Input && is_given_[slot]) var.direction = flat::Direction::In;
      // Its terms are not there: another value needs a new translation.
      var.is_structural = IsZero(slot);
      var.origin = from.origin;
      ids_[slot] = model_.vars.Add(var);
    }
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      if (cls.vars[k].derivative_of == kNoIndex || IsGone(instance.base + cls.own_vars + k)) continue;
      model_.vars[OwnId(instance, cls, k)].derivative_of = OwnId(instance, cls, cls.vars[k].derivative_of);
    }
  }

  // An external variable is the internal one of that name in the nearest model above.
  void ResolveExternals(const Instance& instance) {
    const Class& cls = elab_[instance.cls];
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      const ClassVar& var = cls.vars[k];
      if (var.kind != VarKind::External) continue;
      const uint32_t slot = FindInternal(instance, var);
      if (slot != kNoIndex) ids_[instance.base + cls.own_vars + k] = ids_[slot];
      // One message for all instances of the class.
      if (slot != kNoIndex || !reported_.insert({instance.cls, k}).second) continue;
      const std::string where = instance.parent == kNoIndex
                                    ? std::string(elab_.Text(cls.name))
                                    : elab_.world.paths.Render(instance.path, base::PathStore::kRoot, "::");
      elab_.emitter.Emit(var.span, UnmatchedExternal, where, elab_.Text(var.name));
    }
  }

  auto FindInternal(const Instance& instance, const ClassVar& var) -> uint32_t {
    for (uint32_t above = instance.parent; above != kNoIndex; above = tree_.instances[above].parent) {
      const Class& cls = elab_[tree_.instances[above].cls];
      const auto found = cls.var_names.find(var.name);
      if (found == cls.var_names.end() || !cls.vars[found->second].is_internal) continue;
      const ClassVar& internal = cls.vars[found->second];
      if (internal.shape != var.shape && reported_.insert({instance.cls, kNoIndex - 1}).second) {
        elab_.emitter.Emit(var.span, ExternalShape, elab_.Text(var.name)).Note(internal.span, InternalHere);
      }
      return tree_.instances[above].base + cls.own_vars + found->second;
    }
    return kNoIndex;
  }

  void AddContents(const Instance& instance) {
    const Class& cls = elab_[instance.cls];
    CopyNodes(instance, cls);
    SetBindings(instance, cls);
    if (Is1991(elab_.program)) SetStarts(instance, cls);
    for (const ClassEquation& equation : cls.equations) {
      model_.equations.Add(
          {Mapped(equation.lhs), Mapped(equation.rhs), instance.path, equation.origin, equation.domain});
    }
    for (const ConnectionEquation& equation : cls.connections) AddConnection(instance, cls, equation);
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      const ClassVar& var = cls.vars[k];
      if (!var.default_value.has_value() || is_given_[instance.base + cls.own_vars + k]) continue;
      model_.equations.Add(
          {VarOf(OwnId(instance, cls, k)), Mapped(var.default_value), instance.path, var.default_origin, {}});
    }
    for (const ClassAssertion& assertion : cls.assertions) {
      flat::Assertion made{Mapped(assertion.condition), instance.path, assertion.origin, assertion.domain};
      // Outside of its region of validity a model is still a model.
      made.is_warning = true;
      made.is_located = true;
      model_.assertions.push_back(made);
    }
  }

  [[nodiscard]] auto Mapped(ExprId id) const -> ExprId { return map_[id.index]; }
  auto VarOf(VarId id) -> ExprId { return pool_.Var(id, model_.vars[id].type); }

  void CopyNodes(const Instance& instance, const Class& cls) {
    for (const ExprId id : cls.postorder) {
      const Op op = pool_.op(id);
      if (op == Op::Var) {
        const uint32_t slot = instance.base + pool_.var(id).index;
        const VarId var = ids_[slot];
        if (IsZero(slot) || IsGone(slot)) {
          map_[id.index] = pool_.Real(0);
          continue;
        }
        map_[id.index] = var.has_value() ? pool_.Var(var, pool_.type(id)) : Pool::kError;
        continue;
      }
      operands_.clear();
      bool is_same = true;
      for (const ExprId operand : pool_.operands(id)) {
        operands_.push_back(Mapped(operand));
        is_same &= operands_.back() == operand;
      }
      map_[id.index] = is_same ? id : pool_.Rebuild(id, operands_);
    }
  }

  [[nodiscard]] auto IsZero(uint32_t slot) const -> bool {
    return !zeros_.is_zero.empty() && zeros_.is_zero[slot];
  }
  [[nodiscard]] auto IsGone(uint32_t slot) const -> bool {
    return !zeros_.is_gone.empty() && zeros_.is_gone[slot];
  }

  void SetStart(VarId id, ExprId start) {
    flat::Attributes attributes;
    attributes.start = start;
    model_.vars[id].attributes = model_.attributes.Add(attributes);
  }

  // A value from `(ic …)` stands above the one in the declaration; a state that has neither begins with zero.
  void SetStarts(const Instance& instance, const Class& cls) {
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      const ClassVar& var = cls.vars[k];
      if (var.start.has_value() && !model_.vars[OwnId(instance, cls, k)].attributes.has_value())
        SetStart(OwnId(instance, cls, k), Mapped(var.start));
      if (var.derivative_of == kNoIndex || IsGone(instance.base + cls.own_vars + k)) continue;
      if (!cls.vars[var.derivative_of].start.has_value())
        zero_starts_.push_back(OwnId(instance, cls, var.derivative_of));
    }
    for (const ClassSub& sub : cls.subs) {
      for (const Override& value : sub.starts) {
        const Class& type = elab_[sub.cls];
        for (uint32_t element = 0; element < sub.count; ++element) {
          const uint32_t base = instance.base + sub.var_offset + element * type.n_slots();
          SetStart(ids_[base + type.own_vars + value.var], Mapped(value.value));
        }
      }
    }
  }

  // A value from a parameter list stands above the one in the declaration, whichever comes first here.
  void SetBindings(const Instance& instance, const Class& cls) {
    for (uint32_t k = 0; k < cls.vars.size(); ++k) {
      if (!cls.vars[k].binding.has_value()) continue;
      ExprId& binding = model_.vars[OwnId(instance, cls, k)].binding;
      if (!binding.has_value()) binding = Mapped(cls.vars[k].binding);
    }
    for (const ClassSub& sub : cls.subs) {
      for (const Override& value : sub.overrides) {
        const Class& type = elab_[sub.cls];
        for (uint32_t element = 0; element < sub.count; ++element) {
          const uint32_t base = instance.base + sub.var_offset + element * type.n_slots();
          model_.vars[ids_[base + type.own_vars + value.var]].binding = Mapped(value.value);
        }
      }
    }
  }

  auto TermExpr(const Instance& instance, const Class& cls, const Term& term) -> ExprId {
    ExprId id = VarOf(ids_[instance.base + term.slot]);
    if (term.n_subscripts > 0) {
      operands_ = {id};
      for (uint32_t k = 0; k < term.n_subscripts; ++k) {
        operands_.push_back(pool_.Integer(cls.subscripts[term.first_subscript + k]));
      }
      const uint32_t rank = pool_.shapes().rank(pool_.type(id).shape);
      while (operands_.size() < rank + 1) operands_.push_back(pool_.Colon());
      id = pool_.Make(Op::Subscript, operands_);
    }
    return term.negative ? pool_.Neg(id) : id;
  }

  auto SumOf(const Instance& instance, const Class& cls, uint32_t first, uint32_t count) -> ExprId {
    ExprId sum;
    for (uint32_t k = first; k < first + count; ++k) {
      const ExprId term = TermExpr(instance, cls, cls.terms[k]);
      sum = sum.has_value() ? pool_.Add(sum, term) : term;
    }
    return sum;
  }

  void AddConnection(const Instance& instance, const Class& cls, const ConnectionEquation& equation) {
    ExprId left = SumOf(instance, cls, equation.left_first, equation.n_left);
    ExprId right = SumOf(instance, cls, equation.left_first + equation.n_left, equation.n_right);
    if (!left.has_value() && !right.has_value()) return;
    if (!left.has_value()) left = ZeroLike(right);
    if (!right.has_value()) right = ZeroLike(left);
    model_.equations.Add({left, right, instance.path, equation.origin, {}});
  }

  auto ZeroLike(ExprId other) -> ExprId {
    const auto dims = pool_.shapes().dims(pool_.type(other).shape);
    const std::vector<int32_t> sizes(dims.begin(), dims.end());
    ExprId zero = pool_.Real(0);
    for (size_t k = sizes.size(); k > 0; --k) {
      const std::vector<ExprId> row(static_cast<size_t>(sizes[k - 1]), zero);
      zero = pool_.Make(Op::Array, row);
    }
    return zero;
  }

  Elaborator& elab_;
  const InstanceTree& tree_;
  flat::Model& model_;
  Pool& pool_;
  // The flat variable of each slot of the top class.
  std::vector<VarId> ids_;
  // Inputs and defaulted variables that something outside their submodel determines.
  std::vector<bool> is_given_;
  // What became of each template node in the instance at work.
  std::vector<ExprId> map_;
  std::vector<ExprId> operands_;
  ZeroParameters zeros_;
  // States without an initial value in their own declaration.
  std::vector<VarId> zero_starts_;
  std::set<std::pair<ClassId, uint32_t>> reported_;
};

}  // namespace

void EmitFlat(Elaborator& elab, const InstanceTree& tree) { FlatWriter(elab, tree).Run(); }

}  // namespace kerf::dymola
