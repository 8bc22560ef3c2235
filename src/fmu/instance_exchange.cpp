// Model exchange, and events of both types of FMU.
#include <algorithm>

#include <fmt/format.h>

#include "fmu/instance.h"

namespace kerf::fmu {

auto Instance::EnterEvent() -> Status {
  if (stepper_) {
    stepper_->EnterEvent();
    mode_ = Mode::Event;
    return Status::Ok;
  }
  const Status status = Tell(exchange_->EnterEvent());
  if (status == Status::Ok) mode_ = Mode::Event;
  return status;
}

auto Instance::Settle(runtime::EventNews& news) -> Status {
  if (stepper_) {
    const bool is_good = stepper_->Settle(news);
    news.is_terminated = news.is_terminated || runnable_->ends_at_start();
    if (!is_good) mode_ = Mode::Failed;
    return is_good ? Status::Ok : Status::Error;
  }
  const Status status = Tell(exchange_->Settle(news));
  news.is_terminated = news.is_terminated || runnable_->ends_at_start();
  return status;
}

auto Instance::EnterContinuous() -> Status {
  exchange_->LeaveEvent();
  mode_ = Mode::Continuous;
  return Status::Ok;
}

auto Instance::CompleteStep(bool& wants_event) -> Status {
  return Tell(exchange_->CompleteStep(wants_event));
}

auto Instance::SetTime(double time) -> Status {
  exchange_->SetTime(time);
  return Status::Ok;
}

auto Instance::SetStates(std::span<const double> x) -> Status {
  if (x.size() != n_states()) return Fail(fmt::format("there are {} states, not {}", n_states(), x.size()));
  exchange_->SetStates(x.data());
  return Status::Ok;
}

auto Instance::GetStates(std::span<double> x) -> Status {
  if (x.size() != n_states()) return Fail(fmt::format("there are {} states, not {}", n_states(), x.size()));
  if (mode_ == Mode::Initialization && !Start()) return Status::Error;
  std::ranges::copy(exchange_->states(), x.begin());
  return Status::Ok;
}

auto Instance::GetDerivatives(std::span<double> x_dot) -> Status {
  if (x_dot.size() != n_states())
    return Fail(fmt::format("there are {} states, not {}", n_states(), x_dot.size()));
  if (mode_ == Mode::Initialization && !Start()) return Status::Error;
  const Status status = Tell(exchange_->EvaluateDerivatives());
  if (status != Status::Ok) return status;
  std::copy_n(exchange_->w() + runnable_->compiled().programs->derivative_slot, x_dot.size(), x_dot.begin());
  return Status::Ok;
}

auto Instance::GetIndicators(std::span<double> values) -> Status {
  if (values.size() != interface().n_indicators)
    return Fail(
        fmt::format("there are {} event indicators, not {}", interface().n_indicators, values.size()));
  if (mode_ == Mode::Initialization && !Start()) return Status::Error;
  const Status status = Tell(exchange_->EvaluateDerivatives());
  if (status == Status::Ok) exchange_->Indicators(values.data());
  return status;
}

auto Instance::GetNominals(std::span<double> nominals) -> Status {
  if (nominals.size() != n_states())
    return Fail(fmt::format("there are {} states, not {}", n_states(), nominals.size()));
  std::copy_n(runnable_->executable().model().state_nominal, nominals.size(), nominals.begin());
  return Status::Ok;
}

}  // namespace kerf::fmu
