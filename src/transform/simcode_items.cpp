// Everything that is evaluated, in order of solution.
#include <algorithm>

#include "transform/simcode_builder.h"

namespace kerf::transform {

using expr::Op;

// A variable varies if it is a state or depends on time or on something that varies.
void SimcodeBuilder::MarkVarying() {
  varying_var_.assign(work_.dae.vars.size(), false);
  for (const VarId id : sim_.states) varying_var_[id.index] = true;
  for (const VarId id : work_.dae.vars.ids()) {
    const bool is_fed = IsFed(context_.options, work_.dae.vars[id]);
    if (work_.dae.vars[id].kind == dae::VarKind::Event || is_fed) varying_var_[id.index] = true;
  }
  // At one instant discrete variables and what they depend on are brought to agree by events.
  const bool has_events_at_once = work_.has_split_blocks && IsOneInstant(context_.options.problem);
  if (is_implicit_only_ || has_events_at_once) {
    for (const VarId id : work_.structure.var_of_col) varying_var_[id.index] = true;
    return;
  }
  if (work_.has_split_blocks) MarkReadEarly();
  // A discrete variable may stand before what its relations read.
  for (bool again = true; again;) {
    again = false;
    for (const Block& block : work_.blocks) {
      if (varying_var_[block.equations[0].var.index]) continue;
      bool varies = false;
      for (const Assigned& assigned : block.equations) {
        const std::array<ExprId, 2> sides = {work_.structure.lhs[assigned.equation.index],
                                             work_.structure.rhs[assigned.equation.index]};
        for (const ExprId id : walker_.Postorder(sides)) {
          varies = varies || pool_.op(id) == Op::Time ||
                   (pool_.op(id) == Op::Var && varying_var_[pool_.var(id).index]);
        }
      }
      for (const Assigned& assigned : block.equations) varying_var_[assigned.var.index] = varies;
      again = again || (varies && work_.has_split_blocks);
    }
  }
}

// Where blocks were taken apart, a relation may compare what is computed after it. Such a variable varies
// even if nothing else does: only an event iteration brings the two to agree.
void SimcodeBuilder::MarkReadEarly() {
  std::vector<bool> is_ahead(work_.dae.vars.size(), false);
  for (const Block& block : work_.blocks) {
    for (const Assigned& assigned : block.equations) is_ahead[assigned.var.index] = true;
  }
  for (const Block& block : work_.blocks) {
    for (const Assigned& assigned : block.equations) is_ahead[assigned.var.index] = false;
    for (const Assigned& assigned : block.equations) {
      const std::array<ExprId, 2> sides = {work_.structure.lhs[assigned.equation.index],
                                           work_.structure.rhs[assigned.equation.index]};
      for (const ExprId id : walker_.Postorder(sides)) {
        if (pool_.op(id) == Op::Var && is_ahead[pool_.var(id).index])
          varying_var_[pool_.var(id).index] = true;
      }
    }
  }
}

void SimcodeBuilder::AddReads(ExprId value) {
  for (const ExprId id : walker_.Postorder(value)) {
    if (pool_.op(id) == Op::Var) items_.slots.push_back(slots_.Resolve(pool_.var(id)));
    if (pool_.op(id) == Op::Time) items_.slots.push_back(sim_.time_slot);
  }
}

void SimcodeBuilder::AddAssignment(uint32_t slot, ExprId value, EqnId equation, bool is_relation) {
  Item item;
  item.slot = slot;
  item.value = value;
  item.equation = equation;
  item.is_relation = is_relation;
  item.is_at_events = equation.has_value() && !is_relation && work_.dae.equations[equation].is_at_events;
  item.is_direction = slot < is_direction_.size() && is_direction_[slot];
  item.first_read = static_cast<uint32_t>(items_.slots.size());
  AddReads(value);
  item.n_reads = static_cast<uint32_t>(items_.slots.size()) - item.first_read;
  item.first_write = static_cast<uint32_t>(items_.slots.size());
  item.n_writes = 1;
  items_.slots.push_back(slot);
  items_.list.push_back(item);
  if (equation.has_value() && !is_relation) sim_.assignments.push_back({equation, slot, value});
}

auto SimcodeBuilder::Residual(EqnId equation) -> ExprId {
  dae::Equation substituted = work_.dae.equations[equation];
  substituted.lhs = work_.structure.lhs[equation.index];
  substituted.rhs = work_.structure.rhs[equation.index];
  return Lowered(pool_.Sub(dae::LeftSide(work_.dae, substituted), dae::RightSide(work_.dae, substituted)),
                 equation);
}

void SimcodeBuilder::AddBlockItem(uint32_t index) {
  const Block& block = work_.blocks[index];
  OrderedBlock& ordered = ordered_blocks_[index];
  Item item;
  item.block = index;
  item.first_read = static_cast<uint32_t>(items_.slots.size());
  for (const Assigned& inner : block.inner) {
    ordered.inner.push_back(Lowered(inner.solution, inner.equation));
    AddReads(ordered.inner.back());
  }
  for (const EqnId equation : block.residuals) {
    ordered.residuals.push_back(Residual(equation));
    AddReads(ordered.residuals.back());
  }
  item.n_reads = static_cast<uint32_t>(items_.slots.size()) - item.first_read;
  item.first_write = static_cast<uint32_t>(items_.slots.size());
  for (const Assigned& assigned : block.equations) items_.slots.push_back(slot(assigned.var));
  item.n_writes = static_cast<uint32_t>(block.equations.size());
  // What a block writes it does not wait for.
  std::vector<uint32_t> own(items_.slots.begin() + item.first_write, items_.slots.end());
  std::ranges::sort(own);
  auto* reads = items_.slots.data() + item.first_read;
  auto* kept = std::remove_if(reads, reads + item.n_reads,
                              [&](uint32_t s) { return std::ranges::binary_search(own, s); });
  item.n_reads = static_cast<uint32_t>(kept - reads);
  items_.list.push_back(item);
}

void SimcodeBuilder::AddRelations() {
  events_->GuardFunctions();
  // Lowering a function can bring no new relation: its conditions are held already.
  for (const PendingRelation& pending : events_->relations) {
    const simcode::Relation& relation = pending.relation;
    AddAssignment(relation.function_slot, pending.function, relation.equation, true);
    watched_.push_back({relation.function_slot, pending.function});
    if (relation.is_time_event) {
      AddAssignment(relation.time_slot, pending.instant, relation.equation, true);
      AddAssignment(relation.slope_slot, pending.slope, relation.equation, true);
    }
    sim_.relations.push_back(relation);
  }
}

// The expression in terms of the variables that stand for others.
auto SimcodeBuilder::Substituted(ExprId value) -> ExprId {
  return rewriter_.Rewrite(value, [&](ExprId id) -> ExprId {
    if (pool_.op(id) == Op::Initial) return pool_.Boolean(context_.options.problem == Problem::Initial);
    if (pool_.op(id) != Op::Var) return {};
    const VarId other = work_.aliases.representative[pool_.var(id).index];
    return pool_.Var(other, pool_.type(id));
  });
}

// Conditions of validity are events like any other, so that leaving the region is met exactly.
auto SimcodeBuilder::LowerAssertions() -> std::vector<ExprId> {
  std::vector<ExprId> conditions;
  for (const dae::Assertion& assertion : work_.dae.assertions) {
    ExprId condition = assertion.condition;
    if (assertion.active.has_value()) {
      const ExprId holds = pool_.If(condition, pool_.Real(1), pool_.Real(0));
      condition = pool_.If(assertion.active, holds, pool_.Real(2));
    }
    conditions.push_back(Lowered(Substituted(condition), {}));
  }
  return conditions;
}

void SimcodeBuilder::AddAssertions(const std::vector<ExprId>& conditions) {
  for (size_t k = 0; k < conditions.size(); ++k) {
    const uint32_t assertion_slot = slots_.Allocate();
    AddAssignment(assertion_slot, conditions[k], {});
    watched_.push_back({assertion_slot, conditions[k]});
    const dae::Assertion& assertion = work_.dae.assertions[k];
    const bool is_at_events = assertion.active.has_value();
    if (is_at_events) items_.list.back().is_at_events = true;
    sim_.assertions.push_back({assertion_slot, assertion.is_error, is_at_events});
  }
}

void SimcodeBuilder::CollectSolved() {
  ordered_blocks_.resize(work_.blocks.size());
  for (uint32_t k = 0; k < work_.blocks.size(); ++k) {
    const Block& block = work_.blocks[k];
    if (block.kind == BlockKind::Explicit) {
      const Assigned& assigned = block.equations[0];
      AddAssignment(slot(assigned.var), Lowered(assigned.solution, assigned.equation), assigned.equation);
    } else {
      AddBlockItem(k);
    }
  }
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    const uint32_t from = slot(work_.dae.vars[sim_.states[k]].derivative);
    if (from != sim_.derivative_slot + k)
      AddAssignment(sim_.derivative_slot + k, Slots::Ref(pool_, from), {});
  }
}

void SimcodeBuilder::CollectItems() {
  events_ = std::make_unique<EventLowering>(pool_, slots_, [this](ExprId leaf) {
    if (pool_.op(leaf) == Op::Time) return true;
    // What changes at events only is compared then and there.
    return varying_var_[pool_.var(leaf).index] && !work_.dae.vars[pool_.var(leaf)].is_discrete;
  });
  if (!is_implicit_only_) CollectSolved();
  if (context_.options.implicit_form) LowerResiduals();
  const std::vector<ExprId> conditions = LowerAssertions();
  sim_.is_start_problem = context_.options.problem == Problem::Initial;
  if (context_.options.problem == Problem::Simulation) AddEventItems();
  if (context_.options.problem == Problem::Simulation || sim_.is_start_problem) AddTerminations();
  if (IsOneInstant(context_.options.problem)) AddPrevious();
  AddEffects();
  AddDelays();
  AddRelations();
  AddAssertions(conditions);
  CollectSetEntries();
  AnalyseAll();
}

void SimcodeBuilder::AnalyseAll() {
  std::vector<Variation> variation(slots_.size(), Variation::Never);
  std::vector<uint32_t> wanted;
  variation[sim_.time_slot] = Variation::Always;
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    variation[sim_.state_slot + k] = Variation::Always;
    wanted.push_back(sim_.derivative_slot + k);
  }
  for (const auto* list : {&set_entries_, &watch_entries_}) {
    for (const auto& entries : *list) {
      for (const SetEntry& entry : entries) {
        for (const ExprId id : walker_.Postorder(entry.value)) {
          if (pool_.op(id) == Op::Var) wanted.push_back(slots_.Resolve(pool_.var(id)));
        }
      }
    }
  }
  if (is_implicit_only_) {
    for (const uint32_t derivative : wanted) variation[derivative] = Variation::Always;
    for (const VarId var : work_.structure.var_of_col) variation[slot(var)] = Variation::Always;
  }
  for (const simcode::Relation& relation : sim_.relations)
    variation[relation.held_slot] = Variation::AtEvents;
  // An iteration of an event begins with what the one before has found.
  for (const simcode::Previous& previous : sim_.previous) wanted.push_back(previous.slot);
  for (const VarId id : work_.dae.vars.ids()) {
    const bool is_set = work_.known[id.index] && work_.dae.vars[id].kind == dae::VarKind::Event;
    if (is_set && work_.aliases.representative[id.index] == id) variation[slot(id)] = Variation::AtEvents;
    // Others feed the inputs of a part, at any time.
    if (IsFed(context_.options, work_.dae.vars[id])) variation[slot(id)] = Variation::Always;
    // And read its outputs, between events too.
    if (context_.options.begins_elsewhere && work_.dae.vars[id].is_output)
      wanted.push_back(slot(work_.aliases.representative[id.index]));
  }
  // States are chosen anew between events.
  for (const dae::StateSet& set : work_.dae.state_sets) {
    for (const VarId factor : set.selection) variation[slot(factor)] = Variation::Always;
  }
  MarkDirections(variation);
  AnalyseItems(items_, std::move(variation), wanted);
}

}  // namespace kerf::transform
