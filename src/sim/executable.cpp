// Putting the parts of a model into the structures of the C ABI.
#include "sim/executable.h"

#include <algorithm>

namespace kerf::sim {

auto Executable::Make(const model::CompiledModel& compiled, std::shared_ptr<const codegen::CompiledTape> tape,
                      std::vector<double> input_events) -> std::unique_ptr<Executable> {
  std::unique_ptr<Executable> executable(new Executable(compiled));
  executable->tape_ = std::move(tape);
  executable->input_events_ = std::move(input_events);
  executable->Assemble();
  return executable;
}

auto Executable::Share(const Executable& other) -> std::unique_ptr<Executable> {
  std::unique_ptr<Executable> executable(new Executable(other.compiled_));
  executable->input_events_ = other.input_events_;
  executable->tape_ = other.tape_;
  executable->Assemble();
  return executable;
}

void Executable::Reset() {
  start_.clear();
  model_.start = compiled_.programs->start.data();
  RestoreNominal();
}

void Executable::SetInputEvents(std::vector<double> instants) {
  input_events_ = std::move(instants);
  model_.n_input_events = static_cast<uint32_t>(input_events_.size());
  model_.input_events = input_events_.data();
}

void Executable::SetFeed(void (*feed)(void* context, double* w), void* context) {
  model_.feed = feed;
  model_.feed_context = context;
}

void Executable::SetEffects(const std::vector<EffectCall>& calls) {
  effects_.clear();
  for (size_t k = 0; k < calls.size(); ++k) {
    const model::Effect& effect = compiled_.programs->effects[k];
    effects_.push_back({effect.active_slot, effect.is_at_events ? 1U : 0U, calls[k].run, calls[k].context});
  }
  model_.n_effects = static_cast<uint32_t>(effects_.size());
  model_.effects = effects_.data();
}

void Executable::SetDelays(const std::vector<runtime::DelayLine*>& lines) {
  delays_.clear();
  for (size_t k = 0; k < lines.size(); ++k) {
    const model::Delay& delay = compiled_.programs->delays[k];
    delays_.push_back({delay.value_slot, delay.delay_slot, delay.is_fixed ? 1U : 0U, lines[k]});
  }
  model_.n_delays = static_cast<uint32_t>(delays_.size());
  model_.delays = delays_.data();
}

void Executable::SetStart(std::vector<double> start) {
  start_ = std::move(start);
  model_.start = start_.data();
}

void Executable::RestoreNominal() {
  std::fill(nominal_.begin(), nominal_.end(), 1.0);
  std::ranges::copy(compiled_.programs->state_nominal, nominal_.begin());
}

auto Executable::AdaptNominal(const std::vector<double>& magnitude, const std::vector<double>& start)
    -> bool {
  // A state that stays a hundred times below its nominal value is not resolved; one below the least is zero.
  // Tolerances follow a state without nominal value down to 1e-3.
  constexpr double kTooCoarse = 0.01;
  constexpr double kFollowed = 1e-3;
  constexpr double kGrown = 0.1;
  constexpr double kLeast = 1e-20;
  bool lowered = false;
  for (size_t k = 0; k < magnitude.size(); ++k) {
    const double resolved = kTooCoarse * (nominal_[k] == 1 ? kFollowed : nominal_[k]);
    const bool has_grown =
        nominal_[k] == 1 && k < start.size() && start[k] > kLeast && start[k] < kGrown * resolved;
    const double size = has_grown ? start[k] : magnitude[k];
    if (!(size > kLeast) || size >= resolved) continue;
    nominal_[k] = size;
    lowered = true;
  }
  return lowered;
}

auto Executable::CodeOf(model::CodeId id) const -> KerfCode {
  return id.has_value() ? tape_->code(id) : KerfCode{nullptr, nullptr};
}

auto Executable::AssembleProgram(const model::Program& program, std::vector<KerfStep>& steps) -> KerfProgram {
  for (const model::Step& step : program.steps) {
    const bool is_block = step.block.has_value();
    steps.push_back({is_block ? KERF_STEP_BLOCK : KERF_STEP_CODE, CodeOf(step.code), CodeOf(step.tangent),
                     is_block ? step.block.index : 0});
  }
  return {static_cast<uint32_t>(steps.size()), steps.data()};
}

void Executable::AssembleEvents() {
  const model::Programs& s = *compiled_.programs;
  model_.event = AssembleProgram(s.event, event_);
  for (const model::PreviousSlots& p : compiled_.previous) previous_.push_back({p.slot, p.pre_slot});
  for (const model::Sampler& p : s.samplers)
    samplers_.push_back({p.tick_slot, p.start_slot, p.interval_slot});
  for (const model::Reinit& r : s.reinits) reinits_.push_back({r.state_slot, r.active_slot, r.value_slot});
  model_.n_previous = static_cast<uint32_t>(previous_.size());
  model_.previous = previous_.data();
  model_.n_samplers = static_cast<uint32_t>(samplers_.size());
  model_.samplers = samplers_.data();
  model_.n_reinits = static_cast<uint32_t>(reinits_.size());
  model_.reinits = reinits_.data();
  model_.n_terminations = static_cast<uint32_t>(s.termination_slots.size());
  model_.termination_slots = s.termination_slots.data();
  model_.has_terminal = s.terminal_slot != model::kNoSlot ? 1 : 0;
  model_.terminal_slot = s.terminal_slot;
  model_.is_start_problem = s.is_start_problem ? 1 : 0;
}

void Executable::AssembleStateSets() {
  const auto count = [](const auto& list) { return static_cast<uint32_t>(list.size()); };
  for (const model::StateSet& s : compiled_.programs->state_sets) {
    state_sets_.push_back({count(s.state_slots), count(s.candidate_slots), s.n_eliminated, s.n_rows,
                           s.state_slots.data(), s.candidate_slots.data(), s.nominal.data(),
                           s.is_reset.data(), s.selection_slots.data(), count(s.entry_rows),
                           s.entry_rows.data(), s.entry_cols.data(), s.jacobian_slot, CodeOf(s.jacobian)});
  }
  model_.n_state_sets = count(state_sets_);
  model_.state_sets = state_sets_.data();
  for (const model::StateWatch& s : compiled_.programs->state_watches) {
    state_watches_.push_back({s.n, s.set, count(s.entry_rows), s.entry_rows.data(), s.entry_cols.data(),
                              s.nominal.data(), s.jacobian_slot, CodeOf(s.jacobian)});
  }
  model_.n_state_watches = count(state_watches_);
  model_.state_watches = state_watches_.data();
}

void Executable::Assemble() {
  for (const model::BlockId id : compiled_.blocks.ids()) {
    const model::Block& b = compiled_.blocks[id];
    blocks_.push_back({static_cast<uint32_t>(b.unknown_slots.size()), b.unknown_slots.data(),
                       b.nominal.data(), b.residual_slot, b.jacobian_slot,
                       static_cast<uint32_t>(b.pattern.row_index.size()), b.pattern.col_ptr.data(),
                       b.pattern.row_index.data(), b.is_linear ? 1U : 0U, CodeOf(b.residual),
                       CodeOf(b.jacobian), CodeOf(b.tangent)});
  }
  for (const model::RelationCode& r : compiled_.relations) {
    relations_.push_back({static_cast<KerfRelationKind>(r.kind), r.function_slot, r.held_slot,
                          r.is_time_event ? 1U : 0U, r.time_slot, r.slope_slot, KERF_LOCATE_DEFAULT, 0, 0, 0,
                          0});
  }
  const model::Programs& s = *compiled_.programs;
  model_.n_slots = s.n_slots;
  model_.start = s.start.data();
  model_.time_slot = s.time_slot;
  model_.n_states = s.n_states;
  model_.state_slot = s.state_slot;
  model_.derivative_slot = s.derivative_slot;
  nominal_ = s.state_nominal;
  nominal_.resize(s.n_states, 1.0);
  model_.state_nominal = nominal_.data();
  model_.once = AssembleProgram(s.once, once_);
  model_.derivative = AssembleProgram(s.derivative, derivative_);
  model_.output = AssembleProgram(s.output, output_);
  AssembleEvents();
  AssembleStateSets();
  model_.n_relations = static_cast<uint32_t>(relations_.size());
  model_.relations = relations_.data();
  model_.n_blocks = static_cast<uint32_t>(blocks_.size());
  model_.blocks = blocks_.data();
  for (const model::Assertion& a : compiled_.assertions)
    assertions_.push_back({a.slot, a.is_error ? 1U : 0U, a.is_at_events ? 1U : 0U});
  model_.n_assertions = static_cast<uint32_t>(assertions_.size());
  model_.assertions = assertions_.data();
  model_.jac_col_ptr = s.jacobian.col_ptr.data();
  model_.jac_row_index = s.jacobian.row_index.data();
  model_.n_colours = s.n_colours;
  model_.colour_of_state = s.colour_of_state.data();
  const model::Implicit& f = compiled_.implicit;
  if (!f.y_slots.empty()) {
    model_.implicit = {static_cast<uint32_t>(f.y_slots.size()),
                       f.y_slots.data(),
                       f.yp_slots.data(),
                       f.residual_slot,
                       CodeOf(f.residual),
                       static_cast<uint32_t>(f.pattern.row_index.size()),
                       f.pattern.col_ptr.data(),
                       f.pattern.row_index.data(),
                       f.jacobian_slot,
                       CodeOf(f.jacobian),
                       0};
  }
  model_.implicit.is_only = f.is_only ? 1 : 0;
  for (uint32_t k = 0; k < compiled_.variables.size(); ++k) {
    const bool is_input = compiled_.variables.kind[k] == model::VariableKind::Input;
    if (is_input && compiled_.variables.Is(k, model::VariableFlag::kRepresentative))
      inputs_.push_back(compiled_.variables.slot[k]);
  }
  model_.n_inputs = static_cast<uint32_t>(inputs_.size());
  model_.input_slots = inputs_.data();
  SetInputEvents(std::move(input_events_));
}

}  // namespace kerf::sim
