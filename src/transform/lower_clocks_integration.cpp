// Derivatives in clocked partitions: at each tick the states make a step of the partition's integration method
// (table in section 16.8.2 of the Modelica specification).
#include "transform/lower_clocks.h"

namespace kerf::transform {

using expr::Op;
using flat::Clocking;

namespace {

KERF_DIAG(NoSolverMethod, Error,
          "`{}` is differentiated in a clocked partition whose clock has no solver method; give it one as "
          "Clock(c, solverMethod)",
          std::string);
KERF_DIAG(UnknownSolverMethod, Error,
          "the solver method \"{}\" is not supported; there are ExplicitEuler, ImplicitEuler and "
          "ImplicitTrapezoid",
          std::string);

}  // namespace

auto ClockLowering::Discretize() -> bool {
  for (uint32_t k = 0; k < graph_->n_variables(); ++k) {
    const VarId state{k};
    if (!dae_.vars[state].derivative.has_value()) continue;
    const uint32_t partition = graph_->PartitionOf(k);
    if (partition != Clocking::kUnclocked && !DiscretizeState(state, partition)) return false;
  }
  return true;
}

auto ClockLowering::DiscretizeState(VarId state, uint32_t partition) -> bool {
  const VarId derivative = dae_.vars[state].derivative;
  const ExprId method = clocking_.partitions[partition].solver_method;
  const dae::Var var = dae_.vars[state];
  const diag::Span span = SpanOf(var.origin);
  if (!method.has_value() || pool_.op(method) != Op::Text || dae_.world->names[pool_.name(method)].empty()) {
    context_.diag.Emit(span, NoSolverMethod, dae::FullName(dae_, state));
    return false;
  }
  const std::string name(dae_.world->names[pool_.name(method)]);
  dae_.vars[state].derivative = {};
  dae_.vars[derivative].derivative_of = {};
  if (dae_.vars[state].kind == dae::VarKind::State) dae_.vars[state].kind = dae::VarKind::Algebraic;
  const ExprId x = dae::VarLeaf(dae_, state);
  const ExprId dx = dae::VarLeaf(dae_, derivative);
  const ExprId h = ticks_[partition].interval;
  ExprId slope;
  if (name == "ExplicitEuler") {
    slope = Before(dx);
  } else if (name == "ImplicitEuler" || name == "External") {
    slope = dx;
  } else if (name == "ImplicitTrapezoid") {
    slope = pool_.Mul(pool_.Real(0.5), pool_.Add(Before(dx), dx));
  } else {
    context_.diag.Emit(span, UnknownSolverMethod, name);
    return false;
  }
  // At its first tick a state has its start value.
  const ExprId step = pool_.If(FirstTick(partition), pool_.Real(0), pool_.Mul(h, slope));
  clocked_rows_[partition].push_back({x, pool_.Add(Before(x), step), state.index, {},
                                      pool_.Add(Before(x), pool_.Mul(h, slope))});
  return true;
}

}  // namespace kerf::transform
