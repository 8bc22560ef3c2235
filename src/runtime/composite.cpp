// See composite.h.
#include "runtime/composite.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace kerf::runtime {

namespace {

auto Self(const void* context) -> const Composite& { return *static_cast<const Composite*>(context); }

auto CodeStep(void (*run)(const void*, double*), const void* context) -> KerfStep {
  KerfStep step{};
  step.kind = KERF_STEP_CODE;
  step.code = {run, context};
  return step;
}

}  // namespace

Composite::Composite(const KerfModel& main, const std::vector<double>& start, std::vector<CopyPart> copies,
                     uint32_t depth)
    : main_(main), copies_(std::move(copies)), depth_(depth) {
  for (const CopyPart& copy : copies_) has_outputs_ = has_outputs_ || !copy.outputs->empty();
  model_ = main_;
  LayOut(start);
  AddSteps(once_, main_.once, RunOnce);
  AddSteps(derivative_, main_.derivative, RunDerivative);
  AddSteps(output_, main_.output, RunOutput);
  AddSteps(event_, main_.event.n_steps > 0 ? main_.event : main_.derivative, RunEvent);
  const auto program = [](const std::vector<KerfStep>& steps) {
    return KerfProgram{static_cast<uint32_t>(steps.size()), steps.data()};
  };
  model_.once = program(once_);
  model_.derivative = program(derivative_);
  model_.output = program(output_);
  model_.event = program(event_);
  // The implicit form and dynamic states are those of one model alone.
  model_.implicit = {};
  SetUpPattern();
}

auto Composite::SlotOfMain(uint32_t slot) const -> uint32_t {
  const bool is_state = slot >= main_.state_slot && slot < main_.state_slot + main_.n_states;
  return is_state ? model_.state_slot + slot - main_.state_slot : slot;
}

void Composite::LayOut(const std::vector<double>& start) {
  uint32_t n_states = main_.n_states;
  for (const CopyPart& copy : copies_) {
    states_of_.push_back(n_states);
    n_states += copy.machine->model().n_states;
  }
  model_.n_states = n_states;
  model_.state_slot = main_.n_slots;
  model_.derivative_slot = main_.n_slots + n_states;
  for (uint32_t& states : states_of_) states += model_.state_slot;
  const uint32_t first = main_.n_slots + 2 * n_states;
  model_.n_slots = LayOutAssertions(LayOutDelays(LayOutDiscrete(LayOutRelations(first))));
  start_ = start;
  start_.resize(model_.n_slots, 0.0);
  StartStates(start);
  StartDiscrete();
  model_.start = start_.data();
  model_.state_nominal = nominal_.data();
}

// The slot behind them.
auto Composite::LayOutRelations(uint32_t next) -> uint32_t {
  relations_.assign(main_.relations, main_.relations + main_.n_relations);
  for (const CopyPart& copy : copies_) {
    const KerfModel& part = copy.machine->model();
    first_relation_.push_back(static_cast<uint32_t>(places_.size()));
    for (uint32_t k = 0; k < part.n_relations; ++k) {
      const RelationPlace place{next, next + 1, next + 2, next + 3};
      next += 4;
      places_.push_back(place);
      KerfRelation relation = part.relations[k];
      relation.function_slot = place.function_slot;
      relation.held_slot = place.held_slot;
      relation.time_slot = place.time_slot;
      relation.slope_slot = place.slope_slot;
      relations_.push_back(relation);
    }
  }
  model_.relations = relations_.data();
  model_.n_relations = static_cast<uint32_t>(relations_.size());
  return next;
}

void Composite::StartStates(const std::vector<double>& start) {
  std::copy_n(start.begin() + main_.state_slot, main_.n_states, start_.begin() + model_.state_slot);
  nominal_.assign(model_.n_states, 1.0);
  if (main_.state_nominal != nullptr) std::copy_n(main_.state_nominal, main_.n_states, nominal_.begin());
  for (size_t k = 0; k < copies_.size(); ++k) {
    Machine& machine = *copies_[k].machine;
    const KerfModel& part = machine.model();
    std::copy_n(machine.w() + part.state_slot, part.n_states, start_.begin() + states_of_[k]);
    if (part.state_nominal == nullptr) continue;
    std::copy_n(part.state_nominal, part.n_states, nominal_.begin() + (states_of_[k] - model_.state_slot));
  }
}

// Main steps, then the copies; and again if copies give something to the main model.
void Composite::AddSteps(std::vector<KerfStep>& steps, const KerfProgram& main,
                         void (*copies)(const void*, double*)) {
  const bool is_evaluation = copies == RunDerivative || copies == RunEvent;
  if (is_evaluation) steps.push_back(CodeStep(Scatter, this));
  for (int pass = 0; pass < (is_evaluation && has_outputs_ ? static_cast<int>(depth_) + 1 : 1); ++pass) {
    if (pass > 0) steps.push_back(CodeStep(SumOutputs, this));
    for (uint32_t s = 0; s < main.n_steps; ++s) {
      steps.push_back(main.steps[s]);
      steps.back().tangent = {};
    }
    steps.push_back(CodeStep(copies, this));
  }
  if (is_evaluation) steps.push_back(CodeStep(GatherMain, this));
}

void Composite::Scatter(const void* context, double* w) {
  const Composite& self = Self(context);
  std::copy_n(w + self.model_.state_slot, self.main_.n_states, w + self.main_.state_slot);
}

void Composite::GatherMain(const void* context, double* w) {
  const Composite& self = Self(context);
  std::copy_n(w + self.main_.derivative_slot, self.main_.n_states, w + self.model_.derivative_slot);
}

void Composite::RunDerivative(const void* context, double* w) { Self(context).RunCopies(w, false); }
void Composite::RunEvent(const void* context, double* w) { Self(context).RunCopies(w, true); }

void Composite::RunOnce(const void* context, double* w) {
  const Composite& self = Self(context);
  for (size_t k = 0; k < self.copies_.size(); ++k) {
    Machine& machine = *self.copies_[k].machine;
    // What fails shows as values that are not finite when the copy is evaluated.
    (void)machine.Run(machine.model().once);
    self.TakeDiscrete(k, w);
  }
}

void Composite::RunOutput(const void* context, double* w) {
  const Composite& self = Self(context);
  // The last evaluation may have been one beside.
  self.RunCopies(w, false);
  for (size_t k = 0; k < self.copies_.size(); ++k) {
    Machine& machine = *self.copies_[k].machine;
    self.SwapLines(k);
    const StepStatus status = machine.Run(machine.model().output);
    self.SwapLines(k);
    self.TakeDelays(k, w);
    self.TakeAssertions(k, w);
    // What no derivative depends on may be no number, too.
    const bool is_good = status == StepStatus::Ok &&
                         FindNonFinite(machine.w(), machine.model().n_slots) == machine.model().n_slots;
    if (!is_good) w[self.health_slots_[k]] = std::numeric_limits<double>::quiet_NaN();
  }
}

void Composite::SumOutputs(const void* context, double* w) {
  const Composite& self = Self(context);
  for (const CopyPart& copy : self.copies_) {
    for (const SlotPair& pair : *copy.outputs) w[pair.of_main] = 0;
  }
  for (const CopyPart& copy : self.copies_) {
    for (const SlotPair& pair : *copy.outputs) w[pair.of_main] += copy.machine->w()[pair.of_copy];
  }
}

auto Composite::Refresh(double* w) const -> uint32_t {
  RunCopies(w, true);
  RunOutput(this, w);
  if (!has_outputs_) return kNoSlot;
  // What was given before, what is given now, and how large the parts of the sum are.
  struct Sum {
    double before = 0, now = 0, size = 0;
  };
  std::map<uint32_t, Sum> sums;
  for (const CopyPart& copy : copies_) {
    for (const SlotPair& pair : *copy.outputs) {
      const double part = copy.machine->w()[pair.of_copy];
      Sum& sum = sums.try_emplace(pair.of_main, Sum{w[pair.of_main], 0, 0}).first->second;
      sum.now += part;
      sum.size += std::abs(part);
    }
  }
  constexpr double kSame = 1e-8;
  for (const auto& [slot, sum] : sums) {
    if (!(std::abs(sum.now - sum.before) <= kSame * std::max(sum.size, std::abs(sum.before)))) return slot;
  }
  return kNoSlot;
}

void Composite::RunCopies(double* w, bool is_event) const {
  for (size_t k = 0; k < copies_.size(); ++k) {
    Machine& machine = *copies_[k].machine;
    const KerfModel& part = machine.model();
    double* own = machine.w();
    own[part.time_slot] = w[main_.time_slot];
    std::copy_n(w + states_of_[k], part.n_states, own + part.state_slot);
    for (const SlotPair& pair : *copies_[k].inputs) own[pair.of_copy] = w[pair.of_main];
    const RelationPlace* places = places_.data() + first_relation_[k];
    for (uint32_t r = 0; r < part.n_relations; ++r) own[part.relations[r].held_slot] = w[places[r].held_slot];
    GiveDiscrete(k, w);
    SwapLines(k);
    StepStatus status = machine.Run(is_event ? machine.event_program() : part.derivative);
    if (status == StepStatus::Ok && !copies_[k].outputs->empty()) status = machine.Run(part.output);
    SwapLines(k);
    double* derivatives = w + states_of_[k] + model_.n_states;
    std::copy_n(own + part.derivative_slot, part.n_states, derivatives);
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    w[health_slots_[k]] = status == StepStatus::Ok ? 0 : nothing;
    if (status != StepStatus::Ok) {
      std::fill_n(derivatives, part.n_states, nothing);
      for (const SlotPair& pair : *copies_[k].outputs) own[pair.of_copy] = nothing;
    }
    for (uint32_t r = 0; r < part.n_relations; ++r) {
      const KerfRelation& relation = part.relations[r];
      w[places[r].function_slot] = own[relation.function_slot];
      if (relation.is_time_event == 0) continue;
      w[places[r].time_slot] = own[relation.time_slot];
      w[places[r].slope_slot] = own[relation.slope_slot];
    }
    TakeDiscrete(k, w);
    TakeAssertions(k, w);
  }
}

auto Composite::IsSound(size_t copy, const double* w) const -> bool {
  return std::isfinite(w[health_slots_[copy]]);
}

// Main states may act on everything; a copy on itself alone, so that all copies share their colours.
void Composite::SetUpPattern() {
  model_.n_colours = 0;
  if (has_outputs_ || copies_.empty()) return;
  const uint32_t n = model_.n_states;
  uint32_t widest = 0;
  for (uint32_t j = 0; j < main_.n_states; ++j) {
    col_ptr_.push_back(static_cast<uint32_t>(row_index_.size()));
    for (uint32_t i = 0; i < n; ++i) row_index_.push_back(i);
    colours_.push_back(j);
  }
  for (size_t k = 0; k < copies_.size(); ++k) {
    const uint32_t n_own = copies_[k].machine->model().n_states;
    const uint32_t first = states_of_[k] - model_.state_slot;
    widest = std::max(widest, n_own);
    for (uint32_t j = 0; j < n_own; ++j) {
      col_ptr_.push_back(static_cast<uint32_t>(row_index_.size()));
      for (uint32_t i = 0; i < n_own; ++i) row_index_.push_back(first + i);
      colours_.push_back(main_.n_states + j);
    }
  }
  col_ptr_.push_back(static_cast<uint32_t>(row_index_.size()));
  model_.jac_col_ptr = col_ptr_.data();
  model_.jac_row_index = row_index_.data();
  model_.n_colours = main_.n_states + widest;
  model_.colour_of_state = colours_.data();
}

}  // namespace kerf::runtime
