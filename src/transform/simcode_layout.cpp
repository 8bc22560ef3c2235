// Slots: time, then known variables, states, derivatives, and the other unknowns in order of their numbers.
#include <cmath>

#include "transform/parameter_values.h"
#include "transform/simcode_builder.h"

namespace kerf::transform {

namespace {

KERF_DIAG(ParameterWithoutValue, Error, "parameter `{}` has no value", std::string);
KERF_NOTE(GiveValue, "give it a value in the model, or on the command line with --set {}=…", std::string);
KERF_DIAG(InputWithoutValue, Error, "input `{}` is not given", std::string);
KERF_NOTE(GiveInput, "give it as an expression of time or a file: --input {}=…", std::string);
KERF_DIAG(KnownWithoutValue, Error, "`{}` is known but has no value", std::string);
KERF_DIAG(StateWithoutStart, Warning, "state `{}` has no initial value; 0 is taken", std::string);
KERF_NOTE(GiveStart, "give one with --init {}=…", std::string);
KERF_DIAG(ManyStatesWithoutStart, Warning, "{} more states have no initial value; 0 is taken: {}", size_t,
          std::string);

}  // namespace

void SimcodeBuilder::LayOutSlots() {
  sim_.time_slot = slots_.Allocate();
  const auto& representative = work_.aliases.representative;
  const bool simulate = context_.options.problem == Problem::Simulation;
  for (const VarId id : work_.dae.vars.ids()) {
    if (representative[id.index] != id) continue;
    if (simulate && IsState(work_, id)) {
      sim_.states.push_back(id);
    } else if (work_.known[id.index]) {
      slots_.Bind(id, slots_.Allocate());
    }
  }
  sim_.n_states = static_cast<uint32_t>(sim_.states.size());
  sim_.state_slot = slots_.Allocate(sim_.n_states);
  for (uint32_t k = 0; k < sim_.n_states; ++k) slots_.Bind(sim_.states[k], sim_.state_slot + k);
  sim_.derivative_slot = slots_.Allocate(sim_.n_states);
  LayOutDerivatives();
  for (const VarId id : work_.dae.vars.ids()) {
    if (representative[id.index] == id && slots_.of_vars()[id.index] == kNoSlot)
      slots_.Bind(id, slots_.Allocate());
  }
}

void SimcodeBuilder::LayOutDerivatives() {
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    const VarId derivative = work_.aliases.representative[work_.dae.vars[sim_.states[k]].derivative.index];
    // Where the derivative is a state itself, or shared with another state, its value is copied (see
    // CollectItems).
    if (slots_.of_vars()[derivative.index] == kNoSlot) slots_.Bind(derivative, sim_.derivative_slot + k);
  }
}

// Reports a known variable that the equations use and that nobody has given a value.
void SimcodeBuilder::CheckGiven(VarId id) {
  const dae::Var& var = work_.dae.vars[id];
  const std::string name = dae::FullName(work_.dae, id);
  const diag::Span span = var.origin.has_value() ? work_.dae.world->origins[var.origin].span : diag::Span{};
  switch (var.kind) {
    case dae::VarKind::Constant:
    case dae::VarKind::Parameter:
      context_.diag.Emit(span, ParameterWithoutValue, name).Note({}, GiveValue, name);
      return;
    case dae::VarKind::Input:
      context_.diag.Emit(span, InputWithoutValue, name).Note({}, GiveInput, name);
      return;
    case dae::VarKind::State:
    case dae::VarKind::Event:
    case dae::VarKind::Algebraic:
      context_.diag.Emit(span, KnownWithoutValue, name).Note({}, GiveValue, name);
      return;
  }
}

void SimcodeBuilder::FillStates(const std::vector<VarId>& states) {
  // Naming every one of a thousand states helps nobody.
  constexpr size_t kMaxNamed = 5;
  std::vector<std::string> unnamed;
  size_t n_missing = 0;
  for (const VarId id : states) {
    const dae::Var& var = work_.dae.vars[id];
    if (values_[id.index]) continue;
    const std::string name = ++n_missing <= 2 * kMaxNamed ? dae::FullName(work_.dae, id) : "";
    const diag::Span span = var.origin.has_value() ? work_.dae.world->origins[var.origin].span : diag::Span{};
    if (n_missing <= kMaxNamed) {
      context_.diag.Emit(span, StateWithoutStart, name).Note({}, GiveStart, name);
    } else if (n_missing <= 2 * kMaxNamed) {
      unnamed.push_back(name);
    }
  }
  if (n_missing <= kMaxNamed) return;
  std::string list = fmt::format("{}", fmt::join(unnamed, ", "));
  if (n_missing > 2 * kMaxNamed) list += ", …";
  context_.diag.Emit({}, ManyStatesWithoutStart, n_missing - kMaxNamed, list);
}

// Which of the values before the run follow from parameters: a run may give these others.
void SimcodeBuilder::NoteStartSources(const std::vector<VarId>& source_of_slot) {
  for (const auto* list : {&context_.options.values, &context_.options.starts}) {
    for (const GivenValue& given : *list) {
      for (const VarId var : dae::FindVars(work_.dae, given.name)) sim_.given.push_back(var);
    }
  }
  const auto has_variables = [&](ExprId value) {
    return value.has_value() && std::ranges::any_of(walker_.Postorder(value),
                                                    [&](ExprId id) { return pool_.op(id) == expr::Op::Var; });
  };
  for (uint32_t slot = 0; slot < source_of_slot.size(); ++slot) {
    const VarId id = source_of_slot[slot];
    if (!id.has_value()) continue;
    const dae::Var& var = work_.dae.vars[id];
    if (var.kind == dae::VarKind::Parameter || has_variables(var.binding) || has_variables(var.start))
      sim_.start_sources.push_back({slot, id});
  }
}

void SimcodeBuilder::FillStartValues() {
  values_ = ParameterValues(work_, context_.options);
  std::vector<std::optional<double>> starts(work_.dae.vars.size());
  expr::Evaluator evaluator(pool_);
  const auto value_of = [&](ExprId leaf) -> std::optional<double> {
    return pool_.op(leaf) == expr::Op::Var ? values_[pool_.var(leaf).index] : std::nullopt;
  };
  for (const VarId id : work_.dae.vars.ids()) {
    const ExprId start = work_.dae.vars[id].start;
    if (!start.has_value()) continue;
    starts[id.index] = evaluator.TryEvaluate(start, value_of);
  }
  for (const GivenValue& given : context_.options.starts) {
    for (const VarId var : dae::FindVars(work_.dae, given.name)) starts[var.index] = given.value;
  }
  for (const VarId id : work_.dae.vars.ids()) {
    const VarId now = work_.dae.vars[id].pre_of;
    if (now.has_value()) starts[id.index] = starts[now.index];
  }
  sim_.start.assign(slots_.size(), 0.0);
  std::vector<bool> read(slots_.size(), false);
  for (const Item& item : items_.list) {
    for (const uint32_t s : items_.reads(item)) read[s] = true;
  }
  for (const ExprId residual : residuals_) {
    for (const ExprId leaf : walker_.Postorder(residual)) {
      if (pool_.op(leaf) == expr::Op::Var) read[slots_.Resolve(pool_.var(leaf))] = true;
    }
  }
  // A value that others are equal to is used as well.
  for (const VarId id : work_.dae.vars.ids()) {
    const VarId other = work_.aliases.representative[id.index];
    if (other != id) read[slot(other)] = true;
  }
  std::vector<bool> asked(work_.dae.vars.size(), false);
  for (const std::string& name : context_.options.known) {
    for (const VarId var : dae::FindVars(work_.dae, name)) asked[var.index] = true;
  }
  // States that stand still at one instant, without a value.
  std::vector<VarId> still;
  std::vector<bool> given_slot(slots_.size(), false);
  std::vector<VarId> source_of_slot(slots_.size());
  for (const VarId id : work_.dae.vars.ids()) {
    auto& value = values_[id.index];
    const bool integrated =
        work_.dae.vars[id].kind == dae::VarKind::State && context_.options.problem == Problem::Simulation;
    const bool is_event = work_.dae.vars[id].kind == dae::VarKind::Event;
    const bool fixed = work_.known[id.index] && !integrated && !is_event;
    // In a steady problem the derivatives are known to be zero.
    if (context_.options.problem == Problem::Steady && !value && work_.dae.vars[id].derivative_of.has_value())
      value = 0.0;
    // The initial value of a state is also its value where it is known.
    if (!value && (!fixed || work_.dae.vars[id].kind == dae::VarKind::State)) value = starts[id.index];
    // A linear model may be made at any value of its inputs, and a part of a program gets them from others.
    const dae::Var& var = work_.dae.vars[id];
    const bool is_fed =
        IsFed(context_.options, var) || (context_.options.has_directions && var.kind == dae::VarKind::Input);
    if (!value && fixed && is_fed) value = starts[id.index].value_or(0.0);
    const bool is_found = work_.initial != nullptr && work_.dae.vars[id].is_free;
    if (!value && fixed && !is_found && read[slot(id)] && work_.aliases.representative[id.index] == id) {
      const bool starts_somewhere = work_.dae.vars[id].kind == dae::VarKind::State && !asked[id.index];
      if (starts_somewhere) still.push_back(id);
      if (!starts_somewhere) CheckGiven(id);
    }
    if (value && (!given_slot[slot(id)] || work_.aliases.representative[id.index] == id)) {
      const VarId now = work_.dae.vars[id].pre_of;
      sim_.start[slot(id)] = *value;
      source_of_slot[slot(id)] = now.has_value() ? now : id;
      given_slot[slot(id)] = true;
    }
  }
  NoteStartSources(source_of_slot);
  // A state may have its value through an alias.
  for (const VarId id : sim_.states) {
    if (!values_[id.index] && given_slot[slot(id)]) values_[id.index] = sim_.start[slot(id)];
  }
  for (const VarId id : sim_.states) {
    const ExprId nominal = work_.dae.vars[id].nominal;
    const auto value = nominal.has_value() ? evaluator.TryEvaluate(nominal, value_of) : std::nullopt;
    sim_.state_nominal.push_back(value && *value != 0 && std::isfinite(*value) ? std::abs(*value) : 1.0);
  }
  if (!work_.initial && !context_.options.begins_elsewhere) FillStates(sim_.states);
  if (!still.empty()) FillStates(still);
}

}  // namespace kerf::transform
