// Values, events and steps of communication.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "fmihost/hosted.h"

namespace kerf::fmihost {

namespace {

constexpr double kNever = 1e300;
// Rounds of an event, and events at one time, after which there is no hope that they end.
constexpr int kMaxRounds = 1000;

constexpr const char* kWrongArguments = "the arguments are not those of the FMU";

auto HasSameBits(std::span<const double> x, std::span<const double> y) -> bool {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
}

}  // namespace

// Inputs that have not changed are not set again. Those that only events may change wait for one.
auto Hosted::SetInputs(std::span<const double> values, std::span<const uint32_t> inputs, bool takes_discrete)
    -> std::string {
  size_t at = 0;
  for (const uint32_t k : inputs) {
    const uint32_t index = component_.inputs[k];
    const size_t n = model_.variables[index].count();
    const std::span<const double> given = values.subspan(at, n);
    at += n;
    const std::span<double> present = std::span(inputs_).subspan(input_starts_[k], n);
    if (!takes_discrete && !fmi::IsContinuous(model_.variables[index])) continue;
    if (HasSameBits(given, present)) continue;
    std::string error = instance_->SetNumbers({&index, 1}, given.data());
    if (!error.empty()) return fmt::format("{} (`{}`)", error, model_.variables[index].name);
    std::ranges::copy(given, present.begin());
  }
  return "";
}

auto Hosted::MoveTo(std::span<const double> v, std::span<const uint32_t> inputs) -> std::string {
  const bool is_running = mode_ == Mode::Running;
  const std::span<const double> x = v.subspan(2, n_states_);
  std::string error;
  setting_.place.time = v[0];
  if (is_running && v[0] != time_) {
    error = instance_->SetTime(v[0]);
    time_ = v[0];
  }
  if (error.empty() && is_running && n_states_ > 0 && !HasSameBits(x, x_)) {
    error = instance_->SetStates(x);
    x_.assign(x.begin(), x.end());
  }
  return error.empty() ? SetInputs(v.subspan(2 + n_states_), inputs, !is_running) : error;
}

auto Hosted::Derivatives() const -> std::vector<uint32_t> {
  std::vector<uint32_t> variables;
  for (const fmi::ImportedUnknown& derivative : model_.derivatives) variables.push_back(derivative.variable);
  return variables;
}

auto Hosted::CheckFinite(std::span<const double> y, const char* what) const -> std::string {
  for (size_t k = 0; k < y.size(); ++k) {
    if (!std::isfinite(y[k])) return fmt::format("{} number {} is not finite", what, k + 1);
  }
  return "";
}

auto Hosted::Compute(const fmi::Group& group, std::span<double> y) -> std::string {
  std::string error;
  switch (group.kind) {
    case fmi::GroupKind::Derivatives:
      // Before the first event FMI 2.0 gives them as variables only.
      error = mode_ == Mode::Running ? instance_->GetDerivatives(y)
                                     : instance_->GetNumbers(Derivatives(), y.data());
      return error.empty() ? CheckFinite(y, "derivative") : error;
    case fmi::GroupKind::Indicators:
      // Not every FMU has them before its first event, which comes in any case.
      if (mode_ != Mode::Running) {
        std::ranges::fill(y, 0.0);
        return "";
      }
      error = instance_->GetIndicators(y);
      return error.empty() ? CheckFinite(y, "event indicator") : error;
    case fmi::GroupKind::Variables: return instance_->GetNumbers(group.variables, y.data());
  }
  return "";
}

auto Hosted::Values(size_t group, std::span<const double> v, std::span<double> y) -> std::string {
  if (group >= component_.groups.size() || v.size() < 2 + n_states_) return kWrongArguments;
  const fmi::Group& asked = component_.groups[group];
  size_t n_inputs = 0;
  for (const uint32_t k : asked.inputs) n_inputs += model_.variables[component_.inputs[k]].count();
  if (v.size() != 2 + n_states_ + n_inputs || y.size() != asked.n_values) return kWrongArguments;
  if (mode_ == Mode::Instantiated) {
    std::ranges::fill(y, 0.0);
    return "";
  }
  if (setting_.is_broken) return setting_.failure;
  for (const Remembered& known : remembered_) {
    if (known.group != group || !HasSameBits(known.v, v)) continue;
    std::ranges::copy(known.y, y.begin());
    return "";
  }
  std::string error = MoveTo(v, asked.inputs);
  if (error.empty()) error = Compute(asked, y);
  if (!error.empty()) return error;
  // Differences in all directions around a point ask for each of several values by itself.
  constexpr size_t kMaxNumbers = 200'000;
  const size_t n_places = std::clamp(kMaxNumbers / (v.size() + y.size()), size_t{4}, size_t{64});
  Remembered now{group, {v.begin(), v.end()}, {y.begin(), y.end()}};
  if (remembered_.size() < n_places) {
    remembered_.push_back(std::move(now));
  } else {
    remembered_[next_remembered_ % n_places] = std::move(now);
    ++next_remembered_;
  }
  return "";
}

auto Hosted::Tangents(size_t group, std::span<const double> v, std::span<const double> direction,
                      std::span<double> tangents) -> std::string {
  if (group >= component_.groups.size() || direction.size() != v.size()) return kWrongArguments;
  const fmi::Group& asked = component_.groups[group];
  // The value comes first: it moves the instance, and checks the arguments.
  std::vector<double> here(tangents.size());
  std::string error = Values(group, v, here);
  if (!error.empty() || mode_ == Mode::Instantiated) return error;
  const auto is_output = [&](uint32_t k) {
    return model_.variables[k].causality == fmi::ImportedCausality::Output &&
           model_.variables[k].type == fmi::ValueType::Float64;
  };
  const bool is_offered =
      mode_ == Mode::Running && direction[0] == 0 && model_.model_exchange->has_directional_derivatives &&
      (asked.kind == fmi::GroupKind::Derivatives ||
       (asked.kind == fmi::GroupKind::Variables && std::ranges::all_of(asked.variables, is_output)));
  if (is_offered) {
    std::vector<uint32_t> knowns = component_.states;
    std::vector<double> seeds(direction.begin() + 2, direction.begin() + 2 + n_states_);
    size_t at = 2 + n_states_;
    for (const uint32_t k : asked.inputs) {
      const uint32_t index = component_.inputs[k];
      const size_t n = model_.variables[index].count();
      if (fmi::IsContinuous(model_.variables[index])) {
        knowns.push_back(index);
        seeds.insert(seeds.end(), direction.begin() + static_cast<ptrdiff_t>(at),
                     direction.begin() + static_cast<ptrdiff_t>(at + n));
      }
      at += n;
    }
    const bool is_slope = asked.kind == fmi::GroupKind::Derivatives;
    const std::vector<uint32_t> unknowns = is_slope ? Derivatives() : asked.variables;
    error = MoveTo(v, asked.inputs);
    return error.empty() ? instance_->GetTangents(unknowns, knowns, seeds, tangents) : error;
  }
  double size = 1;
  double length = 0;
  for (size_t k = 0; k < v.size(); ++k) {
    if (direction[k] != 0) size = std::max(size, std::abs(v[k]));
    length = std::max(length, std::abs(direction[k]));
  }
  std::ranges::fill(tangents, 0.0);
  if (length == 0) return "";
  const double step = 1e-7 * size / length;
  std::vector<double> there(v.begin(), v.end());
  for (size_t k = 0; k < v.size(); ++k) there[k] += step * direction[k];
  error = Values(group, there, tangents);
  for (size_t k = 0; k < here.size(); ++k) tangents[k] = (tangents[k] - here[k]) / step;
  return error;
}

auto Hosted::FinishEvent(EventInfo& info) -> std::string {
  for (int round = 0; round < kMaxRounds; ++round) {
    const bool was_ended = info.is_ended;
    info = {};
    std::string error = instance_->UpdateDiscreteStates(info);
    info.is_ended = info.is_ended || was_ended;
    if (!error.empty()) return error;
    if (!info.needs_update || info.is_ended) return "";
  }
  return fmt::format("the event has not ended after {} updates of the discrete states", kMaxRounds);
}

auto Hosted::UpdateExchange(std::span<const double> v, EventInfo& info) -> std::string {
  std::vector<uint32_t> inputs(component_.inputs.size());
  for (uint32_t k = 0; k < inputs.size(); ++k) inputs[k] = k;
  std::string error;
  if (mode_ == Mode::Initialization) {
    error = SetInputs(v.subspan(2 + n_states_), inputs, true);
    if (error.empty()) error = instance_->ExitInitialization();
    mode_ = Mode::Running;
  } else {
    bool wants_event = false;
    error = MoveTo(v, inputs);
    if (error.empty() && model_.model_exchange->needs_completed_step)
      error = instance_->CompleteStep(wants_event, info.is_ended);
    if (error.empty()) error = instance_->EnterEventMode();
    if (error.empty()) error = SetInputs(v.subspan(2 + n_states_), inputs, true);
  }
  for (int round = 0; round < kMaxRounds && error.empty(); ++round) {
    if (round > 0) error = instance_->EnterEventMode();
    if (error.empty()) error = FinishEvent(info);
    // An FMU that is about to end need not go on.
    if (error.empty() && !info.is_ended) error = instance_->EnterContinuousTime();
    if (!info.has_next_time || info.next_time > v[0] || info.is_ended) return error;
  }
  if (error.empty()) error = fmt::format("its next event is at {}, again and again", info.next_time);
  return error;
}

auto Hosted::UpdateSteps(std::span<const double> v, EventInfo& info) -> std::string {
  std::vector<uint32_t> inputs(component_.inputs.size());
  for (uint32_t k = 0; k < inputs.size(); ++k) inputs[k] = k;
  std::string error = SetInputs(v.subspan(2), inputs, true);
  if (error.empty() && mode_ == Mode::Initialization) {
    error = instance_->ExitInitialization();
    mode_ = Mode::Running;
  }
  if (error.empty() && v[0] > time_) {
    error = instance_->DoStep(time_, v[0] - time_, info);
    time_ = v[0];
  }
  return error;
}

auto Hosted::Update(std::span<const double> v, std::span<double> y) -> std::string {
  const uint32_t n_discrete = fmi::CountOf(model_, component_.discrete);
  if (v.size() != 2 + n_states_ + inputs_.size() || y.size() != fmi::kUpdateStates + n_states_ + n_discrete)
    return kWrongArguments;
  if (setting_.is_broken) return setting_.failure;
  const bool is_new = mode_ != Mode::Instantiated && v[1] > count_;
  if (is_new) {
    setting_.place.time = v[0];
    count_ = v[1];
    remembered_.clear();
    EventInfo info;
    std::string error = setting_.is_co_simulation ? UpdateSteps(v, info) : UpdateExchange(v, info);
    if (!error.empty()) return error;
    updated_.assign(y.size(), 0);
    updated_[fmi::kNextTime] = info.has_next_time ? std::min(info.next_time, kNever) : kNever;
    updated_[fmi::kIsEnded] = info.is_ended ? 1 : 0;
    const std::span<double> states = std::span(updated_).subspan(fmi::kUpdateStates, n_states_);
    if (n_states_ > 0) {
      error = instance_->GetStates(states);
      if (error.empty()) error = CheckFinite(states, "state");
      x_.assign(states.begin(), states.end());
    }
    if (error.empty())
      error = instance_->GetNumbers(component_.discrete, updated_.data() + fmi::kUpdateStates + n_states_);
    if (!error.empty()) return error;
  }
  if (updated_.empty()) {
    std::ranges::fill(y, 0.0);
  } else {
    std::ranges::copy(updated_, y.begin());
  }
  return "";
}

}  // namespace kerf::fmihost
