// The pass pose_problem: which variables are given (chapter 4 of the thesis: simulation, static model, static
// design).
#include <algorithm>

#include "expr/walk.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

KERF_DIAG(NoSuchVariable, Error, "there is no variable `{}` in {}{}", std::string, std::string, std::string);
KERF_DIAG(ConstantUnknown, Error, "`{}` is a constant and cannot be made unknown", std::string);
KERF_DIAG(ConstantSet, Error, "`{}` is a constant and cannot be given another value", std::string);
KERF_DIAG(UnknownSet, Error, "`{}` cannot be given a value: the equations of the model determine it",
          std::string);
KERF_DIAG(StartOfKnown, Error, "`{}` needs no initial value: it is given; use --set to change it",
          std::string);

auto Hint(const dae::Dae& dae, const std::string& name) -> std::string {
  const std::string nearest = dae::NearestName(dae, name);
  return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
}

// A variable, or the first element of an array.
auto Find(Work& work, PassContext& context, const std::string& name) -> VarId {
  const auto vars = dae::FindVars(work.dae, name);
  const VarId var = vars.empty() ? VarId{} : vars[0];
  if (!var.has_value()) {
    context.diag.Emit({}, NoSuchVariable, name, std::string(work.dae.world->names[work.dae.name]),
                      Hint(work.dae, name));
  }
  return var;
}

void PoseSteady(Work& work) {
  for (const VarId id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    if (var.kind == dae::VarKind::State) work.known[id.index] = false;
  }
  // A derivative that is itself differentiated is zero as well.
  for (const VarId id : work.dae.vars.ids()) {
    if (work.dae.vars[id].derivative_of.has_value()) work.known[id.index] = true;
  }
}

// At the start states follow from the equations, and free parameters and values before the first event too.
void PoseInitial(Work& work) {
  for (const VarId id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    if (var.kind == dae::VarKind::State || var.is_free || var.pre_of.has_value())
      work.known[id.index] = false;
  }
}

// Where nothing has happened before, what comes late is what there is, and has not changed.
void RemoveDelays(dae::Dae& dae) {
  expr::Pool& pool = dae.world->pool;
  expr::Rewriter rewriter(pool);
  const auto is_delayed = [&](ExprId id) {
    if (pool.op(id) == expr::Op::Var)
      return std::ranges::count(dae.delays, pool.var(id), &dae::Delay::value) > 0;
    return pool.op(id) == expr::Op::Call && pool.op(pool.operand(id, 0)) == expr::Op::Function &&
           std::ranges::count(dae.delays, pool.function(pool.operand(id, 0)), &dae::Delay::function) > 0;
  };
  const auto present = [&](ExprId id) -> ExprId {
    if (pool.op(id) == expr::Op::Partial && is_delayed(pool.operand(id, 0))) return pool.Real(0);
    if (pool.op(id) != expr::Op::Call || pool.op(pool.operand(id, 0)) != expr::Op::Function) return {};
    const auto delay =
        std::ranges::find(dae.delays, pool.function(pool.operand(id, 0)), &dae::Delay::function);
    return delay == dae.delays.end() ? ExprId{} : dae::VarLeaf(dae, delay->value);
  };
  for (const EqnId id : dae.equations.ids()) {
    dae.equations[id].lhs = rewriter.Rewrite(dae.equations[id].lhs, present);
    dae.equations[id].rhs = rewriter.Rewrite(dae.equations[id].rhs, present);
  }
  dae.delays.clear();
}

// Values go to what is known and starts to what is not: the rest would be overwritten without a word.
void CheckValues(Work& work, PassContext& context) {
  for (const GivenValue& given : context.options.values) {
    // A wrong name that was also given as known has been reported.
    const bool is_reported = std::ranges::count(context.options.known, given.name) > 0;
    if (is_reported && dae::FindVars(work.dae, given.name).empty()) continue;
    const VarId var = Find(work, context, given.name);
    if (!var.has_value()) continue;
    if (work.dae.vars[var].kind == dae::VarKind::Constant) context.diag.Emit({}, ConstantSet, given.name);
    if (!work.known[var.index]) context.diag.Emit({}, UnknownSet, given.name);
  }
  for (const GivenValue& given : context.options.starts) {
    const VarId var = Find(work, context, given.name);
    if (!var.has_value()) continue;
    const dae::VarKind kind = work.dae.vars[var].kind;
    const bool fixed =
        kind == dae::VarKind::Constant || kind == dae::VarKind::Parameter || kind == dae::VarKind::Input;
    if (fixed && work.known[var.index]) context.diag.Emit({}, StartOfKnown, given.name);
  }
}

}  // namespace

auto PoseProblem(Work& work, PassContext& context) -> Status {
  const uint32_t errors = context.diag.n_errors();
  if (context.options.problem != Problem::Simulation && !work.dae.delays.empty()) RemoveDelays(work.dae);
  work.known.assign(work.dae.vars.size(), false);
  for (const VarId id : work.dae.vars.ids()) work.known[id.index] = dae::IsKnown(work.dae.vars[id]);
  if (context.options.problem == Problem::Steady) PoseSteady(work);
  if (context.options.problem == Problem::Initial) PoseInitial(work);
  for (const std::string& name : context.options.known) {
    const VarId var = Find(work, context, name);
    if (var.has_value()) work.known[var.index] = true;
  }
  for (const std::string& name : context.options.unknown) {
    const VarId var = Find(work, context, name);
    if (!var.has_value()) continue;
    if (work.dae.vars[var].kind == dae::VarKind::Constant) context.diag.Emit({}, ConstantUnknown, name);
    work.known[var.index] = false;
  }
  if (context.options.problem != Problem::Initial) CheckValues(work, context);
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
