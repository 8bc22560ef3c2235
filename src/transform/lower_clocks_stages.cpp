// Explicit Runge-Kutta steps: every stage but the first has the equations of the partition once more, with
// variables of its own. Of what the partition reads from elsewhere a stage in the middle of the step sees the
// mean of the values at the last tick and at this one.
#include <algorithm>

#include "transform/lower_clocks.h"

namespace kerf::transform {

using expr::Op;

namespace {

// x at the stage is pre(x) + offset*h*(derivative of the stage before).
struct Stage {
  double offset;
  // Share of its derivative in the step.
  double weight;
};

}  // namespace

void ClockLowering::IntegrateInStages(const std::vector<VarId>& states, const std::vector<VarId>& derivatives,
                                      uint32_t partition, Method method) {
  const bool is_fourth_order = method == Method::ExplicitRungeKutta4;
  const std::vector<Stage> stages = is_fourth_order
                                        ? std::vector<Stage>{{0.5, 1.0 / 3}, {0.5, 1.0 / 3}, {1, 1.0 / 6}}
                                        : std::vector<Stage>{{0.5, 1}};
  const ExprId h = ticks_[partition].interval;
  std::vector<Row>& rows = clocked_rows_[partition];
  const std::vector<Row> original = rows;
  const Unknowns unknowns = UnknownsOf(partition);
  // At the first stage the derivatives are those of the last tick.
  std::vector<ExprId> slopes;
  std::vector<ExprId> step;
  for (const VarId derivative : derivatives) {
    slopes.push_back(Before(dae::VarLeaf(dae_, derivative)));
    step.push_back(is_fourth_order ? pool_.Mul(pool_.Real(1.0 / 6), slopes.back()) : pool_.Real(0));
  }
  for (const Stage& stage : stages) {
    std::vector<VarId> copies(dae_.vars.size());
    for (const VarId var : unknowns.vars) {
      copies[var.index] = NewVar("stage", dae_.vars[var].type);
      dae_.vars[copies[var.index]].start = dae_.vars[var].start;
      dae_.vars[copies[var.index]].nominal = dae_.vars[var].nominal;
      ticks_[partition].added.push_back(copies[var.index]);
    }
    expr::Rewriter rewriter(pool_);
    const auto at_stage = [&](ExprId id) -> ExprId {
      if (pool_.op(id) != Op::Var) return {};
      const VarId var = pool_.var(id);
      if (var.index < copies.size() && copies[var.index].has_value())
        return dae::VarLeaf(dae_, copies[var.index]);
      const bool is_given =
          dae_.vars[var].kind == dae::VarKind::Parameter || dae_.vars[var].kind == dae::VarKind::Constant;
      const bool is_real = dae_.vars[var].type == expr::Kind::Real;
      if (is_given || stage.offset == 1 || !is_real) return {};
      return pool_.Mul(pool_.Real(0.5), pool_.Add(AtLastTick(id, partition), id));
    };
    for (const Row& row : original) {
      Row copy;
      copy.lhs = rewriter.Rewrite(row.lhs, at_stage);
      copy.rhs = rewriter.Rewrite(row.rhs, at_stage);
      copy.is_stage = true;
      rows.push_back(copy);
    }
    for (size_t k = 0; k < states.size(); ++k) {
      const ExprId x = dae::VarLeaf(dae_, copies[states[k].index]);
      const ExprId before = Before(dae::VarLeaf(dae_, states[k]));
      const ExprId moved = pool_.Mul(pool_.Mul(pool_.Real(stage.offset), h), slopes[k]);
      Row start_of_stage{x, pool_.Add(before, moved)};
      start_of_stage.is_stage = true;
      rows.push_back(start_of_stage);
      slopes[k] = dae::VarLeaf(dae_, copies[derivatives[k].index]);
      step[k] = pool_.Add(step[k], pool_.Mul(pool_.Real(stage.weight), slopes[k]));
    }
  }
  for (size_t k = 0; k < states.size(); ++k) {
    const ExprId x = dae::VarLeaf(dae_, states[k]);
    const ExprId moved = pool_.If(FirstTick(partition), pool_.Real(0), pool_.Mul(h, step[k]));
    const ExprId next = pool_.Add(Before(x), moved);
    rows.push_back({x, next, states[k].index, {}, next});
  }
}

// What a variable from elsewhere was at the last tick of the partition.
auto ClockLowering::AtLastTick(ExprId leaf, uint32_t partition) -> ExprId {
  const auto [at, is_new] = kept_.emplace(std::pair(leaf.index, partition), VarId{});
  if (is_new) {
    at->second = NewVar("kept", pool_[leaf].kind);
    AddEvent(at->second, pool_.If(Holds(partition), leaf, Before(dae::VarLeaf(dae_, at->second))));
  }
  return Before(dae::VarLeaf(dae_, at->second));
}

}  // namespace kerf::transform
