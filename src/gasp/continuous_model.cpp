// See continuous_model.h.
#include "gasp/continuous_model.h"

#include <algorithm>

namespace kerf::gasp {

namespace {

auto LocationOf(Scheme scheme) -> KerfLocation {
  switch (scheme) {
    case Scheme::Interpolation: return KERF_LOCATE_INTERPOLATION;
    case Scheme::Bisection:     return KERF_LOCATE_BISECTION;
    case Scheme::RegulaFalsi:   return KERF_LOCATE_REGULA_FALSI;
    case Scheme::Generalised:   return KERF_LOCATE_GENERALISED;
    case Scheme::Hermite:       return KERF_LOCATE_HERMITE;
  }
  return KERF_LOCATE_DEFAULT;
}

}  // namespace

ContinuousModel::ContinuousModel(CombinedProgram& program) {
  const size_t n = program.states_.size();
  const size_t n_conditions = program.conditions_.size();
  start_.assign(1 + 2 * n + 2 * n_conditions, 0.0);
  std::ranges::copy(program.states_, start_.begin() + StateSlot());
  for (size_t k = 0; k < n_conditions; ++k) {
    const Condition& condition = program.conditions_[k];
    KerfRelation relation{};
    relation.kind = KERF_GREATER;
    relation.function_slot = FunctionSlot(n) + static_cast<uint32_t>(k);
    relation.held_slot = HeldSlot(n, n_conditions) + static_cast<uint32_t>(k);
    relation.location = LocationOf(condition.scheme);
    relation.tolerance = condition.tolerance;
    relation.direction = condition.direction;
    relation.is_blind_first_step = condition.is_blind_first_step ? 1 : 0;
    relations_.push_back(relation);
  }
  // The code writes nothing but w and what the program keeps for its own calls.
  const auto run = [](const void* context, double* w) {
    const_cast<CombinedProgram*>(static_cast<const CombinedProgram*>(context))->Evaluate(w);
  };
  step_ = {KERF_STEP_CODE, {run, &program}, {nullptr, nullptr}, 0};
  model_.n_slots = static_cast<uint32_t>(start_.size());
  model_.start = start_.data();
  model_.n_states = static_cast<uint32_t>(n);
  model_.state_slot = StateSlot();
  model_.derivative_slot = DerivativeSlot(n);
  model_.derivative = {1, &step_};
  model_.n_relations = static_cast<uint32_t>(relations_.size());
  model_.relations = relations_.data();
}

}  // namespace kerf::gasp
