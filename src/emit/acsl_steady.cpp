// The problem of the start in order of solution; each value is put into the next.
#include "emit/acsl_steady.h"

#include <map>

#include "diag/consumers.h"
#include "expr/walk.h"
#include "transform/dymola_1991.h"
#include "transform/passes.h"

namespace kerf::emit {

namespace {

using dae::VarKind;
using expr::ExprId;
using expr::Op;
using expr::VarId;
using transform::Work;

// Nodes of a value, written out, above which nobody would want to read it.
constexpr double kMaxNodes = 2'000;

class StartSolver {
 public:
  StartSolver(Work& initial, double start)
      : initial_(initial), pool_(initial.dae.world->pool), walker_(pool_), start_(pool_.Real(start)) {}

  void Run() {
    for (const transform::Block& block : initial_.blocks) {
      for (const transform::Assigned& assigned : block.equations) {
        if (assigned.solution.has_value()) Take(assigned.var, assigned.solution);
      }
    }
  }

  // Without value: it is not known.
  [[nodiscard]] auto ValueOf(VarId var) const -> ExprId {
    const auto found = values_.find(initial_.aliases.representative[var.index]);
    return found == values_.end() ? ExprId{} : found->second;
  }

 private:
  void Take(VarId var, ExprId solution) {
    bool is_known = true;
    expr::Rewriter rewriter(pool_);
    const ExprId value = rewriter.Rewrite(solution, [&](ExprId id) -> ExprId {
      if (pool_.op(id) == Op::Call) is_known = false;
      if (pool_.op(id) == Op::Time) return start_;
      if (pool_.op(id) != Op::Var) return {};
      const dae::Var& leaf = initial_.dae.vars[pool_.var(id)];
      if (leaf.kind == VarKind::Constant || (leaf.kind == VarKind::Parameter && !leaf.is_free)) return {};
      const auto found = values_.find(pool_.var(id));
      is_known = is_known && found != values_.end();
      return found == values_.end() ? ExprId{} : found->second;
    });
    if (is_known && IsShort(value)) values_[var] = value;
  }

  auto IsShort(ExprId value) -> bool {
    expr::Memo<double> sizes;
    for (const ExprId id : walker_.Postorder(value)) {
      sizes[id] = 1;
      for (const ExprId operand : pool_.operands(id)) sizes[id] += sizes[operand];
    }
    return sizes[value] <= kMaxNodes;
  }

  Work& initial_;
  expr::Pool& pool_;
  expr::Walker walker_;
  ExprId start_;
  std::map<VarId, ExprId> values_;
};

auto IsSought(const dae::Var& var) -> bool {
  return var.kind == VarKind::State || (var.kind == VarKind::Parameter && var.is_free);
}

}  // namespace

auto TrySolveStart(Work& work, double start) -> bool {
  // What there is to say about the start is said when the model is simulated.
  diag::CollectingConsumer said;
  diag::Emitter silent(said);
  const source::Buffers no_buffers;
  transform::PassContext context{silent, no_buffers, {}};
  if (transform::BuildInitial(work, context) != transform::Status::Ok || !work.initial) return false;
  transform::SolveLinearLoops(*work.initial);
  StartSolver solver(*work.initial, start);
  solver.Run();
  for (const VarId id : work.dae.vars.ids()) {
    if (IsSought(work.dae.vars[id]) && !solver.ValueOf(id).has_value()) return false;
  }
  for (const VarId id : work.dae.vars.ids()) {
    dae::Var& var = work.dae.vars[id];
    if (!IsSought(var)) continue;
    (var.kind == VarKind::State ? var.start : var.binding) = solver.ValueOf(id);
    var.is_fixed = var.is_fixed || var.kind == VarKind::State;
    var.is_free = false;
  }
  return true;
}

}  // namespace kerf::emit
