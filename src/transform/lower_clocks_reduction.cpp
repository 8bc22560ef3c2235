// A partition for an explicit method, as a model of its own: constraints between its states are
// differentiated as those of a continuous model are. What it reads from elsewhere has no derivative.
#include <algorithm>

#include "transform/lower_clocks.h"

namespace kerf::transform {

namespace {

KERF_DIAG(PartitionNotReduced, Error,
          "the derivatives of this clocked partition are not determined by its states, which an explicit "
          "solver method needs; an implicit one may serve");

}  // namespace

auto ClockLowering::ReducePartition(uint32_t partition, std::vector<VarId>& states) -> bool {
  Work part;
  part.flat.world = work_.flat.world;
  part.flat.listing = work_.flat.listing;
  part.dae.world = dae_.world;
  part.dae.name = dae_.name;
  part.dae.listing = dae_.listing;
  part.dae.vars = dae_.vars;
  const Unknowns unknowns = UnknownsOf(partition);
  for (const VarId id : part.dae.vars.ids()) {
    dae::Var& var = part.dae.vars[id];
    const bool is_given = var.kind == dae::VarKind::Parameter || var.kind == dae::VarKind::Constant;
    if (is_given || unknowns.col_of_var[id.index] != graph::kNone) continue;
    var.kind = dae::VarKind::Input;
    var.derivative = {};
    var.derivative_of = {};
  }
  std::vector<Row>& rows = clocked_rows_[partition];
  for (const Row& row : rows) part.dae.equations.Add(EquationOf(row));
  PassContext context{context_.diag, context_.buffers, context_.options, context_.runner};
  context.options.dynamic_states = false;
  context.options.reduce_index = true;
  context.options.report_structure = false;
  context.options.known.clear();
  context.options.unknown.clear();
  context.options.values.clear();
  context.options.starts.clear();
  if (RunPasses({"pose_problem", "eliminate_aliases", "reduce_index"}, part, context) != Status::Ok ||
      RunPasses({"match_equations"}, part, context) != Status::Ok)
    return false;
  if (!HasStateForm(part.structure)) {
    context_.diag.Emit(SpanOfPartition(partition), PartitionNotReduced);
    return false;
  }
  const uint32_t n_before = dae_.vars.size();
  for (uint32_t k = 0; k < part.dae.vars.size(); ++k) {
    const dae::Var& var = part.dae.vars[VarId{k}];
    if (k >= n_before) {
      ticks_[partition].added.push_back(dae_.vars.Add(var));
    } else if (unknowns.col_of_var[k] != graph::kNone) {
      dae_.vars[VarId{k}] = var;
    }
  }
  for (uint32_t k = 0; k < part.dae.equations.size(); ++k) {
    dae::Equation equation = part.dae.equations[EqnId{k}];
    equation.derivative = {};
    if (k < rows.size()) {
      rows[k].lhs = equation.lhs;
      rows[k].rhs = equation.rhs;
    } else {
      const EqnId id = dae_.equations.Add(equation);
      rows.push_back({equation.lhs, equation.rhs, 0, id});
    }
  }
  // Of states that are equal one is integrated, and the others have its derivative.
  states.clear();
  for (const VarId id : dae_.vars.ids()) {
    const bool is_here = id.index >= n_before || unknowns.col_of_var[id.index] != graph::kNone;
    if (!is_here || dae_.vars[id].kind != dae::VarKind::State) continue;
    const VarId same = part.aliases.representative[id.index];
    if (same == id) {
      states.push_back(id);
    } else {
      rows.push_back({dae::VarLeaf(dae_, dae_.vars[id].derivative),
                      dae::VarLeaf(dae_, dae_.vars[same].derivative), id.index});
    }
  }
  return true;
}

}  // namespace kerf::transform
