// Co-simulation, and states of instances.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fmu/instance.h"
#include "solvers/factory.h"

namespace kerf::fmu {

auto Instance::time() const -> double {
  if (stepper_) return stepper_->time();
  return exchange_ ? exchange_->time() : start_;
}

auto Instance::Step(double time, double size, const Watcher& watcher, StepEnd& end) -> Status {
  const double now = stepper_->time();
  constexpr double kSame = 1e-9;
  const double scale = std::max({1e-12, std::abs(now), std::abs(time), std::abs(size)});
  end = {now, stepper_->IsOver() || runnable_->ends_at_start(), false, false};
  if (!std::isfinite(time) || !std::isfinite(size) || size < 0 || std::abs(time - now) > kSame * scale)
    return Fail(fmt::format("a step of {} from {} is not possible: the present time is {}", size, time, now));
  double target = time + size;
  if (stop_ && target > *stop_ && target - *stop_ <= kSame * scale) target = *stop_;
  if (stop_ && target > *stop_)
    return Fail(fmt::format("the step to {} goes beyond the stop time {}", target, *stop_));
  if (end.is_terminated) return Status::Discard;
  const double whole = target;
  while (!stepper_->HasReached(target)) {
    if (!stepper_->StepTowards(target)) {
      end.time = stepper_->time();
      mode_ = Mode::Failed;
      return Status::Error;
    }
    if (watcher) {
      const Interruption interruption = watcher(stepper_->time());
      if (interruption.is_wanted) target = std::min(target, std::max(interruption.time, stepper_->time()));
    }
    // An importer that wants whole steps cannot handle an event inside of one.
    if (stepper_->IsEventWaiting() && capabilities_.may_return_early) target = stepper_->time();
  }
  end.time = stepper_->time();
  end.is_terminated = stepper_->IsOver();
  end.is_early = !end.is_terminated && !stepper_->HasReached(whole);
  end.needs_event = stepper_->IsEventWaiting();
  return Status::Ok;
}

auto Instance::EnterStep() -> Status {
  stepper_->LeaveEvent();
  mode_ = Mode::Step;
  return Status::Ok;
}

auto Instance::SetInputSlopes(std::span<const uint32_t> references, const double* slopes) -> Status {
  for (size_t k = 0; k < references.size(); ++k) {
    const fmi::Shown* shown = Find(references[k], model::ScalarType::Real, true);
    if (shown == nullptr) return Status::Error;
    const bool is_input =
        shown->causality == fmi::Causality::Input && shown->variability == fmi::Variability::Continuous;
    if (!is_input || !std::isfinite(slopes[k]))
      return Fail(fmt::format("`{}` cannot be given the derivative {}", shown->name, slopes[k]));
    stepper_->SetSlope(shown->slot, slopes[k]);
  }
  return Status::Ok;
}

// The second point lies a little ahead along the solution, as states and inputs go at present.
auto Instance::GetSlopes(std::span<const uint32_t> references, double* slopes) -> Status {
  const double* w = Slots();
  if (w == nullptr) return Status::Error;
  const KerfModel& model = runnable_->executable().model();
  const std::vector<double> here(w, w + model.n_slots);
  constexpr double kRelative = 1e-7;
  const double step = kRelative * std::max(1.0, std::abs(here[model.time_slot]));
  runtime::Machine machine(model, solvers::MakeLinearSolver);
  std::vector<std::vector<double>> values;
  for (const double distance : {0.0, step}) {
    std::ranges::copy(here, machine.w());
    machine.w()[model.time_slot] += distance;
    for (uint32_t i = 0; i < model.n_states; ++i)
      machine.w()[model.state_slot + i] += distance * here[model.derivative_slot + i];
    if (model.feed != nullptr) model.feed(model.feed_context, machine.w());
    for (const KerfProgram* program : {&model.derivative, &model.output}) {
      if (machine.Run(*program) != runtime::StepStatus::Ok) return Fail("outputs have no derivatives here");
    }
    values.emplace_back(machine.w(), machine.w() + model.n_slots);
  }
  for (size_t k = 0; k < references.size(); ++k) {
    const fmi::Shown* shown = Find(references[k], model::ScalarType::Real, false);
    if (shown == nullptr) return Status::Error;
    slopes[k] = (values[1][shown->slot] - values[0][shown->slot]) / step;
  }
  return Status::Ok;
}

auto Instance::TryMemory() -> std::unique_ptr<Memory> {
  if (runnable_->calls_foreign()) {
    log_.Error("the model calls functions in C, whose memory cannot become part of a state");
    return nullptr;
  }
  auto memory = std::make_unique<Memory>();
  memory->mode = mode_;
  memory->given = given_;
  memory->start = start_;
  memory->stop = stop_;
  memory->tolerance = tolerance_;
  memory->is_started = is_started_;
  if (exchange_) memory->exchange = exchange_->Memory();
  if (!stepper_) return memory;
  memory->stepper = stepper_->TryMemory();
  return memory->stepper ? std::move(memory) : nullptr;
}

auto Instance::Fits(const Memory& memory) const -> bool {
  const KerfModel& model = runnable_->executable().model();
  const auto fits = [&](const auto& run) {
    return run.w.size() == model.n_slots && run.relations.size() == model.n_relations &&
           run.is_violated.size() == model.n_assertions && run.lines.size() == model.n_delays;
  };
  const bool is_kind = kind_ == Kind::ModelExchange ? !memory.stepper : !memory.exchange;
  // The event mode of co-simulation is one for importers that have it.
  if (memory.stepper && !has_event_mode() && (memory.mode == Mode::Event || memory.stepper->waiting))
    return false;
  if (!is_kind || (memory.stepper && !fits(*memory.stepper))) return false;
  for (const auto& [variable, value] : memory.given) {
    if (interface().Find(variable) == fmi::kNone) return false;
  }
  if (memory.stepper) {
    const auto& waiting = memory.stepper->waiting;
    const bool is_waiting_sound =
        !waiting || (waiting->last_ticks.size() == model.n_samplers && AreRoots(waiting->crossings));
    return is_waiting_sound &&
           std::ranges::all_of(memory.stepper->ramps,
                               [&](const Ramp& ramp) { return ramp.slot < model.n_slots; }) &&
           std::ranges::all_of(memory.stepper->changes,
                               [&](const auto& change) { return change.first < model.n_slots; });
  }
  if (!memory.exchange) return true;
  const runtime::ExchangeMemory& exchange = *memory.exchange;
  const bool has_points = exchange.point_w.empty() || exchange.point_w.size() == model.n_slots;
  return fits(exchange) && has_points && exchange.x.size() == model.n_states &&
         exchange.widths.size() == interface().n_indicators &&
         exchange.last_ticks.size() == model.n_samplers &&
         exchange.discrete.is_violated.size() == model.n_assertions && AreRoots(exchange.crossings);
}

auto Instance::AreRoots(std::span<const runtime::Crossing> crossings) const -> bool {
  return std::ranges::all_of(
      crossings, [&](const runtime::Crossing& crossing) { return crossing.root < interface().n_indicators; });
}

auto Instance::Restore(const Memory& memory) -> Status {
  if (!Fits(memory)) return Fail("the state does not belong to this FMU");
  start_ = memory.start;
  stop_ = memory.stop;
  tolerance_ = memory.tolerance;
  given_ = memory.given;
  is_started_ = false;
  exchange_.reset();
  stepper_.reset();
  if (memory.is_started && (memory.exchange || memory.stepper)) {
    // The values of parameters stand in the slots.
    runnable_->executable().Reset();
    if (memory.exchange) MakeExchange();
    if (memory.exchange) exchange_->Restore(*memory.exchange);
    if (memory.stepper) MakeStepper();
    if (stepper_ && memory.mode == Mode::Event) stepper_->EnterEvent();
    if (memory.stepper && !stepper_->Restore(*memory.stepper)) {
      mode_ = Mode::Failed;
      return Status::Error;
    }
    is_started_ = true;
  }
  mode_ = memory.mode;
  return Status::Ok;
}

}  // namespace kerf::fmu
