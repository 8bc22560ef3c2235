// Directions: inputs and parameters by which tangents are wanted, beside the states. A parameter takes those
// along that are computed from it.
#include <algorithm>

#include "transform/parameter_values.h"
#include "transform/simcode_builder.h"

namespace kerf::transform {

namespace {

using expr::Op;

KERF_DIAG(DirectionInLoop, Error,
          "`{}` cannot be an input of the linear model: what is given for it depends on the model in a loop",
          std::string);
KERF_DIAG(DirectionDifferentiated, Error,
          "`{}` cannot be an input of the linear model: the equations need its derivative", std::string);

}  // namespace

void SimcodeBuilder::LayOutDirections() {
  is_direction_.assign(slots_.size(), false);
  if (work_.directions.empty()) return;
  values_ = ParameterValues(work_, context_.options);
  for (const VarId var : work_.directions) {
    const bool is_parameter = work_.dae.vars[var].kind == dae::VarKind::Parameter;
    sim_.directions.push_back(is_parameter ? ParameterDirection(var)
                                           : simcode::Direction{{{slot(var)}, {1.0}}, var});
    for (const uint32_t s : sim_.directions.back().slots) is_direction_[s] = true;
  }
}

// Bindings may name parameters that come later, so the changes are passed on until nothing is new. A
// parameter whose value was given does not follow.
auto SimcodeBuilder::ParameterDirection(VarId var) -> simcode::Direction {
  std::vector<double> seed(work_.dae.vars.size(), 0.0);
  std::vector<bool> is_given(work_.dae.vars.size(), false);
  for (const GivenValue& given : context_.options.values) {
    for (const VarId id : dae::FindVars(work_.dae, given.name)) is_given[id.index] = true;
  }
  seed[var.index] = 1;
  expr::Evaluator evaluator(pool_);
  const auto value_of = [&](ExprId leaf) -> std::optional<double> {
    return pool_.op(leaf) == Op::Var ? values_[pool_.var(leaf).index] : std::nullopt;
  };
  const auto leaf_seed = [&](ExprId leaf) {
    return pool_.Real(pool_.op(leaf) == Op::Var ? seed[pool_.var(leaf).index] : 0.0);
  };
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const VarId id : work_.dae.vars.ids()) {
      const dae::Var& other = work_.dae.vars[id];
      if (id == var || is_given[id.index] || !other.binding.has_value()) continue;
      partials_.Forget();
      const auto change = evaluator.TryEvaluate(partials_.Differentiate(other.binding, leaf_seed), value_of);
      if (!change || *change == seed[id.index]) continue;
      seed[id.index] = *change;
      is_new = true;
    }
  }
  partials_.Forget();
  simcode::Direction direction{{}, var};
  for (const VarId id : work_.dae.vars.ids()) {
    if (seed[id.index] == 0 || work_.aliases.representative[id.index] != id) continue;
    direction.slots.push_back(slot(id));
    direction.seeds.push_back(seed[id.index]);
  }
  return direction;
}

// What is given for an input as an expression is a value of the point, not part of the model.
void SimcodeBuilder::MarkDirections(std::vector<Variation>& variation) {
  for (const simcode::Direction& direction : sim_.directions) {
    for (const uint32_t s : direction.slots) variation[s] = Variation::Always;
  }
}

void SimcodeBuilder::CheckDirections() {
  if (work_.directions.empty()) return;
  for (const Block& block : work_.blocks) {
    if (block.kind == BlockKind::Explicit) continue;
    for (const Assigned& assigned : block.equations) {
      if (is_direction_[slot(assigned.var)])
        context_.diag.Emit({}, DirectionInLoop, dae::FullName(work_.dae, assigned.var));
    }
  }
  for (const VarId var : work_.directions) {
    if (work_.dae.vars[var].derivative.has_value())
      context_.diag.Emit({}, DirectionDifferentiated, dae::FullName(work_.dae, var));
  }
}

}  // namespace kerf::transform
