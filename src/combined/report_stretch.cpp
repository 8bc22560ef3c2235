// What the executive has to tell about a stretch. It counts relations, states and assertions through the
// system and all copies that take part; each is told in terms of the one that it belongs to.
#include <algorithm>
#include <cmath>

#include "combined/engine.h"
#include "sim/place.h"
#include "sim/report_assertion.h"
#include "sim/report_reliability.h"
#include "sim/report_run.h"

namespace kerf::combined {

using runtime::StepStatus;

namespace {

KERF_DIAG(CopyFailed, Error, "time {}: {}: the derivative of `{}` is not finite", std::string, std::string,
          std::string);
KERF_DIAG(CopyNotFinite, Error, "time {}: {}: `{}` is not finite, computed from {}", std::string, std::string,
          std::string, std::string);
KERF_DIAG(ContinuousFailed, Error, "{}", std::string);

constexpr const char* kBetterLocation = "IHERMITE or BISECT does better";

auto RelationsOf(const KerfModel& model) -> uint32_t { return model.n_relations; }
auto StatesOf(const KerfModel& model) -> uint32_t { return model.n_states; }
auto AssertionsOf(const KerfModel& model) -> uint32_t { return model.n_assertions; }

// The first variable of a copy that is no number although an equation gives it.
auto FindNotFinite(const model::CompiledModel& compiled, const double* w) -> const model::Assignment* {
  for (const model::Assignment& assignment : compiled.assignments) {
    if (!std::isfinite(w[assignment.slot])) return &assignment;
  }
  return nullptr;
}

}  // namespace

template <typename Count>
auto Engine::PlaceOfNumber(uint32_t number, Count n_of) const -> Place {
  if (number < n_of(main_)) return {system_.get(), nullptr, number};
  number -= n_of(main_);
  for (const Copy* copy : active_) {
    Part* part = parts_[copy->kind].get();
    if (number < n_of(part->model())) return {part, copy, number};
    number -= n_of(part->model());
  }
  return {};
}

auto Engine::TellOnce(char what, const Place& place) -> bool {
  return told_.insert({what, place.part, place.number}).second;
}

// Accumulations of conditions are told where their events happen, across stretches.
void Engine::ReportStretch(const runtime::RunResult& result, bool is_first) {
  for (const runtime::Accumulation& one : result.accumulations) {
    const Place place = PlaceOfNumber(one.relation, RelationsOf);
    if (place.part->IsOfCondition(place.number) || !TellOnce('a', place)) continue;
    sim::ReportAccumulation(place.part->compiled(), {place.number, one.time, one.limit}, emitter_);
  }
  for (const runtime::PoorLocation& one : result.poor_locations) {
    const Place place = PlaceOfNumber(one.relation, RelationsOf);
    if (!TellOnce('l', place)) continue;
    sim::ReportPoorLocation(place.part->compiled(), {place.number, one.time, one.width}, kBetterLocation,
                            emitter_);
  }
  for (const uint32_t state : result.unseen) {
    const Place place = PlaceOfNumber(state, StatesOf);
    if (TellOnce('u', place))
      sim::ReportUnseen(place.part->compiled(), place.number, record_.solver, emitter_);
  }
  ReportUndetermined(result);
  std::vector<runtime::MovedState> moved;
  for (const runtime::MovedState& one : result.moved) {
    const Place place = PlaceOfNumber(one.state, StatesOf);
    if (place.copy == nullptr && is_first) moved.push_back(one);
    if (place.copy == nullptr || !TellOnce('m', place)) continue;
    const runtime::MovedState own{place.number, one.given, one.taken};
    sim::ReportMoved(place.part->compiled(), {&own, 1}, emitter_);
  }
  if (!moved.empty()) sim::ReportMoved(system_->compiled(), moved, emitter_);
}

// Blocks of copies are solved by machines of their own.
void Engine::ReportUndetermined(const runtime::RunResult& result) {
  for (const runtime::UndeterminedBlock& one : result.undetermined) {
    if (TellOnce('b', {system_.get(), nullptr, one.block}))
      sim::ReportUndetermined(system_->compiled(), one, emitter_);
  }
  for (const Copy* copy : active_) {
    Part* part = parts_[copy->kind].get();
    for (const runtime::UndeterminedBlock& one : copy->machine->Undetermined()) {
      if (TellOnce('b', {part, copy, one.block})) sim::ReportUndetermined(part->compiled(), one, emitter_);
    }
  }
}

void Engine::AddAlarms(const runtime::RunResult& result, double length) {
  alarms_.Add(result.reliability, length, [&](uint32_t state) {
    const Place place = PlaceOfNumber(state, StatesOf);
    const model::CompiledModel& compiled = place.part->compiled();
    const std::string name = NameOf(compiled, compiled.states[place.number].variable);
    return place.copy == nullptr ? name
                                 : fmt::format("{}.{}", program_.copyables[place.copy->kind].name, name);
  });
}

void Engine::ReportAlarms() {
  record_.alarms = alarms_.Sum();
  sim::ReportReliability(record_.alarms->reliability, record_.statistics.steps, record_.alarms->states,
                         emitter_);
}

void Engine::AssertionFailed(uint32_t assertion, double t, const double* w) {
  const Place place = PlaceOfNumber(assertion, AssertionsOf);
  const bool is_main = place.copy == nullptr;
  sim::ReportAssertion(place.part->compiled(), place.number, t, is_main ? w : place.copy->machine->w(),
                       emitter_, is_main ? std::string() : world_.entities.NameOf(place.copy->entity));
}

// A value that is not finite belongs to one of the copies, if not to the system.
auto Engine::ReportCopyFailure(const runtime::Failure& failure, const double* w) -> bool {
  const std::string time = fmt::format("{:.9g}", failure.time);
  for (size_t k = 0; k < active_.size(); ++k) {
    const Copy* copy = active_[k];
    const KerfModel& model = copy->machine->model();
    Part& part = *parts_[copy->kind];
    const model::CompiledModel& compiled = part.compiled();
    const std::string name = world_.entities.NameOf(copy->entity);
    const diag::Span span = program_.copyables[copy->kind].span;
    // What a machine says of a trial that was given up is over.
    const bool has_failed = !composite_->IsSound(k, w) && copy->machine->failure().status != StepStatus::Ok;
    if (has_failed || !part.functions().error().empty()) {
      runtime::Failure own = copy->machine->failure();
      if (own.status == StepStatus::Ok) own.status = failure.status;
      own.time = failure.time;
      sim::ReportFailure(compiled, part.functions(), own, copy->machine->w(), emitter_);
      return true;
    }
    const double* derivatives = copy->machine->w() + model.derivative_slot;
    const uint32_t bad = runtime::FindNonFinite(derivatives, model.n_states);
    if (bad < model.n_states) {
      emitter_.Emit(span, CopyFailed, time, name, NameOf(compiled, compiled.states[bad].variable));
      return true;
    }
    if (const model::Assignment* found = FindNotFinite(compiled, copy->machine->w())) {
      const uint32_t variable = VariableInSlot(compiled, found->slot);
      emitter_.Emit(sim::SpanOf(compiled.messages->PlaceOfEquation(found->equation)), CopyNotFinite, time,
                    name, variable == model::kNone ? std::string("a value") : NameOf(compiled, variable),
                    EquationText(compiled, found->equation));
      return true;
    }
  }
  return false;
}

void Engine::ReportStretchFailure(const runtime::Failure& failure, const double* w) {
  if (failure.status == StepStatus::AgentFailed) return;
  if (failure.status == StepStatus::AssertionViolated)
    return AssertionFailed(failure.assertion, failure.time, w);
  runtime::Failure own = failure;
  if (failure.status == StepStatus::Stopped) own.text = StopReason();
  Place place{system_.get(), nullptr, 0};
  if (!failure.relations.empty()) {
    place = PlaceOfNumber(failure.relations[0], RelationsOf);
    own.relations = {place.number};
  }
  const bool is_of_copies =
      composite_ != nullptr && IsRecoverable(failure.status) && failure.relations.empty();
  if (is_of_copies && ReportCopyFailure(failure, w)) return;
  // The slots of the system are where its own model has them.
  if (place.part != nullptr && (composite_ == nullptr || failure.status != StepStatus::IntegratorFailed)) {
    const double* values = place.copy == nullptr ? w : place.copy->machine->w();
    sim::ReportFailure(place.part->compiled(), place.part->functions(), own, values, emitter_);
    return;
  }
  emitter_.Emit({}, ContinuousFailed, failure.text.empty() ? runtime::Describe(failure) : failure.text);
}

// What did not hold at the end of the last stretch, in the order of the composite.
auto Engine::Violated() const -> std::vector<bool> {
  std::vector<bool> all = main_violated_;
  all.resize(main_.n_assertions, false);
  for (const Copy* copy : active_) {
    std::vector<bool> own = copy->violated;
    own.resize(copy->machine->model().n_assertions, false);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

void Engine::RememberViolated(const std::vector<bool>& violated) {
  auto next = violated.begin();
  main_violated_.assign(next, next + main_.n_assertions);
  next += main_.n_assertions;
  for (Copy* copy : active_) {
    const uint32_t n = copy->machine->model().n_assertions;
    copy->violated.assign(next, next + n);
    next += n;
  }
}

}  // namespace kerf::combined
