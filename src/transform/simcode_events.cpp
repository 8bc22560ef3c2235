// Slots for what the executive does at events: values from before, ticks, new values of states, the end.
#include <cmath>

#include "expr/evaluate.h"
#include "transform/simcode_builder.h"

namespace kerf::transform {

namespace {

KERF_DIAG(ReinitOfNoState, Error, "`{}` cannot be given a new value by reinit: it is no state", std::string);

}  // namespace

// A value that is wanted at events only.
auto SimcodeBuilder::AddEventItem(ExprId value) -> uint32_t {
  const uint32_t made = slots_.Allocate();
  AddAssignment(made, Lowered(Substituted(value), {}), {});
  items_.list.back().is_at_events = true;
  return made;
}

// Conditions begin as the start values make them, where all that they compare has one: the first solution is
// sought on the side of a switch on which the model expects it.
void SimcodeBuilder::HoldStarts() {
  expr::Evaluator evaluator(pool_);
  const auto leaf = [&](ExprId id) -> std::optional<double> {
    if (pool_.op(id) != expr::Op::Var) return std::nullopt;
    const VarId var = pool_.var(id);
    return values_[var.index] ? values_[var.index] : values_[work_.aliases.representative[var.index].index];
  };
  for (uint32_t k = 0; k < sim_.relations.size(); ++k) {
    const simcode::Relation& relation = sim_.relations[k];
    if (relation.kind == simcode::RelationKind::Floor || relation.is_time_event) continue;
    const auto value = evaluator.TryEvaluate(relation.condition, leaf);
    if (!value || !std::isfinite(*value)) continue;
    sim_.start[relation.held_slot] = *value;
    sim_.started_relations.push_back(k);
  }
}

void SimcodeBuilder::AddReinits() {
  for (const dae::Reinit& reinit : work_.dae.reinits) {
    const VarId state = work_.aliases.representative[reinit.state.index];
    if (std::ranges::count(sim_.states, state) == 0) {
      const diag::Span span =
          reinit.origin.has_value() ? work_.dae.world->origins[reinit.origin].span : diag::Span{};
      context_.diag.Emit(span, ReinitOfNoState, dae::FullName(work_.dae, reinit.state));
      continue;
    }
    sim_.reinits.push_back({slot(state), AddEventItem(reinit.active), AddEventItem(reinit.value)});
  }
}

void SimcodeBuilder::AddPrevious() {
  for (const VarId id : work_.dae.vars.ids()) {
    const VarId now = work_.dae.vars[id].pre_of;
    if (now.has_value() && work_.known[id.index] && slot(now) != slot(id))
      sim_.previous.push_back({{slot(now), slot(id)}, now});
  }
}

// What an effect at an event reads must be up to date then.
void SimcodeBuilder::AddEffects() {
  std::vector<ExprId> read_at_events;
  for (const dae::Effect& effect : work_.dae.effects) {
    simcode::Effect made;
    made.is_at_events = effect.is_at_events;
    if (effect.is_at_events) {
      made.active_slot = AddEventItem(effect.active);
      for (const ExprId id : walker_.Postorder(effect.leaves)) {
        if (pool_.op(id) == expr::Op::Var) read_at_events.push_back(id);
      }
    } else if (effect.active.has_value()) {
      made.active_slot = slots_.Allocate();
      AddAssignment(made.active_slot, Lowered(Substituted(effect.active), {}), {});
    }
    sim_.effects.push_back(made);
  }
  for (const ExprId id : read_at_events) AddEventItem(id);
}

void SimcodeBuilder::AddDelays() {
  for (const dae::Delay& delay : work_.dae.delays) {
    const uint32_t made = slots_.Allocate();
    AddAssignment(made, Lowered(Substituted(delay.delay), {}), {});
    sim_.delays.push_back({slot(delay.value), made, delay.is_fixed});
  }
}

void SimcodeBuilder::AddTerminations() {
  for (const dae::Termination& termination : work_.dae.terminations)
    sim_.termination_slots.push_back(AddEventItem(termination.active));
}

void SimcodeBuilder::AddEventItems() {
  AddPrevious();
  AddReinits();
  for (const dae::Sampler& sampler : work_.dae.samplers) {
    const uint32_t start = slots_.Allocate();
    const uint32_t interval = slots_.Allocate();
    AddAssignment(start, Substituted(sampler.start), {});
    AddAssignment(interval, Substituted(sampler.interval), {});
    sim_.samplers.push_back({slot(sampler.tick), start, interval});
  }
  if (work_.dae.terminal.has_value()) sim_.terminal_slot = slot(work_.dae.terminal);
}

}  // namespace kerf::transform
