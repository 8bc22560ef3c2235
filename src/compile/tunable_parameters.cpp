// What is read at compile time is found by looking through all that is evaluated then.
#include "compile/tunable_parameters.h"

#include <cmath>

#include "expr/walk.h"

namespace kerf::compile {

namespace {

using expr::ExprId;
using expr::Kind;
using expr::Op;
using expr::VarId;

class TunableFinder {
 public:
  explicit TunableFinder(const transform::Work& work)
      : work_(work),
        pool_(work.dae.world->pool),
        walker_(pool_),
        is_read_(work.flat.vars.size(), false),
        is_read_scalar_(work.dae.vars.size(), false) {}

  auto Run() -> std::vector<bool> {
    MarkFlat();
    MarkScalars();
    std::vector<bool> is_tunable(work_.flat.vars.size(), false);
    uint32_t scalar = 0;
    for (const VarId id : work_.flat.vars.ids()) {
      const flat::Var& var = work_.flat.vars[id];
      if (!HasScalars(var.type.kind)) continue;
      is_tunable[id.index] = IsScalarParameter(var) && !is_read_[id.index] && IsLiteral(VarId{scalar}) &&
                             !is_read_scalar_[scalar];
      scalar += pool_.shapes().count(var.type.shape);
    }
    return is_tunable;
  }

 private:
  static auto HasScalars(Kind kind) -> bool {
    return kind == Kind::Real || kind == Kind::Integer || kind == Kind::Boolean || kind == Kind::Enumeration;
  }

  [[nodiscard]] auto IsScalarParameter(const flat::Var& var) const -> bool {
    return var.variability == flat::Variability::Parameter && var.type.kind == Kind::Real &&
           pool_.shapes().dims(var.type.shape).empty() && !var.is_structural && !var.is_final;
  }

  // Its value is a number that does not vanish, and is the variable's own.
  [[nodiscard]] auto IsLiteral(VarId id) const -> bool {
    const dae::Var& var = work_.dae.vars[id];
    const uint32_t slot = work_.simcode.slot_of_var[id.index];
    const double value = work_.simcode.start[slot];
    return var.kind == dae::VarKind::Parameter && !var.is_free && var.binding.has_value() &&
           pool_.IsNumber(UnderSign(var.binding)) && work_.aliases.representative[id.index] == id &&
           value != 0 && std::isfinite(value);
  }

  [[nodiscard]] auto UnderSign(ExprId id) const -> ExprId {
    return pool_.op(id) == Op::Neg ? pool_.operand(id, 0) : id;
  }

  void Mark(ExprId root, std::vector<bool>& is_read) {
    if (!root.has_value()) return;
    for (const ExprId id : walker_.Postorder(root)) {
      if (pool_.op(id) == Op::Var && pool_.var(id).index < is_read.size())
        is_read[pool_.var(id).index] = true;
    }
  }

  void MarkFlat() {
    for (const VarId id : work_.flat.vars.ids()) {
      const flat::Var& var = work_.flat.vars[id];
      Mark(var.binding, is_read_);
      if (!var.attributes.has_value()) continue;
      const flat::Attributes& given = work_.flat.attributes[var.attributes];
      for (const ExprId value : {given.start, given.nominal, given.fixed_value}) Mark(value, is_read_);
    }
  }

  void MarkScalars() {
    for (const VarId id : work_.dae.vars.ids()) {
      const dae::Var& var = work_.dae.vars[id];
      for (const ExprId value : {var.binding, var.start, var.nominal}) Mark(value, is_read_scalar_);
    }
    for (const VarId id : work_.decisive_parameters) is_read_scalar_[id.index] = true;
  }

  const transform::Work& work_;
  const expr::Pool& pool_;
  expr::Walker walker_;
  std::vector<bool> is_read_;
  std::vector<bool> is_read_scalar_;
};

}  // namespace

auto FindTunable(const transform::Work& work) -> std::vector<bool> { return TunableFinder(work).Run(); }

}  // namespace kerf::compile
