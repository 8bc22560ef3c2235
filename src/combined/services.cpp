// What routines ask for: one case for each service.
#include <cmath>

#include "base/number_text.h"
#include "combined/engine.h"
#include "events/conditions.h"
#include "events/facility.h"
#include "events/process.h"
#include "events/schedule.h"
#include "events/statistics.h"
#include "events/sync.h"

namespace kerf::combined {

using process::Flow;
using process::Service;

[[gnu::always_inline]] inline auto Engine::Serve(Service service, uint32_t object, const double* x,
                                                 double& result) -> Flow {
  switch (service) {
    case Service::Schedule: return Schedule(object, x);
    case Service::Cancel:   return CancelEvents(object);
    case Service::Insert:   return InsertEntry(object, x);
    case Service::Remove:   return RemoveEntry(object);
    case Service::Generate: return Generate(object, x[0], result);
    case Service::SetNewField:
      world_.entities.AttributesOf(world_.entities[new_entity_])[object] = x[0];
      return Flow::Go;
    case Service::Seize:
    case Service::Release:
    case Service::Preempt: return Resource(service, object, x[0]);
    case Service::Advance:
      return FlowOf(events::Advance(world_, entity_, x[0], ResumeCode())) == Flow::Go ? Flow::Wait
                                                                                      : Flow::Fail;
    case Service::AdvanceTo:
      return FlowOf(events::AdvanceTo(world_, entity_, OnClock(x[0]), ResumeCode())) == Flow::Go ? Flow::Wait
                                                                                                 : Flow::Fail;
    case Service::SetPriority:
      world_.entities[entity_].priority = static_cast<int32_t>(x[0]);
      return Flow::Go;
    case Service::Terminate: return TerminateOther(object, x[0]);
    case Service::SetGate:   return FlowOf(events::SetGate(world_, objects_.gates[object], x[0] != 0));
    case Service::WaitGate:
      return FlowOfWait(events::WaitForGate(world_, objects_.gates[object], entity_, true, ResumeCode()));
    case Service::SendSignal: result = events::SendSignal(world_, objects_.signals[object]); return Flow::Go;
    case Service::WaitSignal:
      return FlowOfWait(events::WaitForSignal(world_, objects_.signals[object], entity_, ResumeCode()));
    case Service::WaitSignals:
      return FlowOfWait(events::WaitForSignals(world_, objects_.signal_lists[object],
                                               x[0] != 0 ? events::Join::All : events::Join::Any, entity_,
                                               ResumeCode()));
    case Service::HasGot:
      result = events::HasGot(world_, entity_, objects_.signals[object]) ? 1 : 0;
      return Flow::Go;
    case Service::SetPatience:   return SetPatience(x[0]);
    case Service::TimedOut:      result = TakeTimedOut(); return Flow::Go;
    case Service::WaitCondition: return FlowOfWait(events::WaitForCondition(world_, entity_, ResumeCode()));
    case Service::EndCondition:  EndCondition(); return Flow::Go;
    case Service::BeginScan:     BeginScan(object); return Flow::Go;
    case Service::NextEntry:     result = NextEntry(object); return Flow::Go;
    case Service::TakeEntry:     return TakeEntry(object);
    case Service::NoEntry:
      return Fail(fmt::format("no entry of `{}` satisfies the condition", program_.files[object].name));
    case Service::FileHasRoom: {
      const events::File& file = world_.files[objects_.files[object]];
      result = file.n_entries < file.capacity ? 1 : 0;
      return Flow::Go;
    }
    case Service::CreateCopy:  return CreateCopy(object, result);
    case Service::LaunchCopy:  return LaunchCopy(object);
    case Service::SuspendCopy: return SuspendCopy(object, x[0], true);
    case Service::ResumeCopy:  return SuspendCopy(object, x[0], false);
    case Service::DeleteCopy:  {
      Copy* copy = FindCopy(object, x[0]);
      return copy == nullptr ? Flow::Fail : DeleteCopy(*copy);
    }
    case Service::DeleteThisCopy: return DeleteCopy(*copy_at_work_);
    case Service::Sample:
      for (const auto& [sampled, next] : program_.samples[object]) cells_[sampled] = cells_[next];
      return Flow::Go;
    case Service::Observe:
      return objects_.is_collected[object] ? FlowOf(events::Observe(world_, objects_.collects[object], x[0]))
                                           : Flow::Go;
    case Service::Count:
      return objects_.is_counted[object] ? FlowOf(events::Count(world_, objects_.histograms[object], x[0]))
                                         : Flow::Go;
    case Service::SetTimeValue:
      return objects_.is_time_value[object]
                 ? FlowOf(events::SetValue(world_, objects_.time_values[object], x[0]))
                 : Flow::Go;
    case Service::ClearStatistics: events::ClearStatistics(world_); return Flow::Go;
    case Service::Draw:
      if (!objects_.is_random[object])
        return Fail(fmt::format("`{}` is drawn, but RANDOMGEN does not say how it is distributed",
                                program_.random_variables[object].name));
      result = events::DrawFrom(world_, objects_.variates[object]);
      return world_.fault.IsSet() ? Flow::Fail : Flow::Go;
    case Service::Length:
    case Service::MaxLength:
    case Service::MeanLength:
    case Service::MeanWait:
      result = QueueQuestion(service, object, static_cast<process::QueueOf>(x[0]));
      return Flow::Go;
    case Service::InUse:
    case Service::FreeUnits:
    case Service::MeanUse:   result = ResourceQuestion(service, object); return Flow::Go;
    case Service::MeanOf:
      result = world_.collects[events::IndexOf(objects_.collects[object])].values.mean;
      return Flow::Go;
    case Service::DeviationOf:
      result = world_.collects[events::IndexOf(objects_.collects[object])].values.std();
      return Flow::Go;
    case Service::TimeMeanOf: {
      events::TimeStatistic& values =
          world_.time_variables[events::IndexOf(objects_.time_values[object])].values;
      values.Update(world_.now);
      result = values.mean();
      return Flow::Go;
    }
    case Service::Call:     return Call(object, x, result);
    case Service::Argument: result = calls_.back().arguments[object]; return Flow::Go;
    case Service::Return:   calls_.back().result = x[0]; return Flow::Go;
    case Service::Table:    result = process::Evaluate(program_.tables[object], x[0]); return Flow::Go;
    case Service::Finish:
      is_finished_ = true;
      events::RequestFinish(world_);
      return Flow::Stop;
    case Service::Rerun:    is_rerun_ = true; return Flow::Go;
    case Service::Continue: is_continued_ = true; return Flow::Go;
    case Service::CrossPlot:
      (held_ == nullptr ? cross_rows_ : held_->cross_rows).push_back(cells_);
      return Flow::Go;
    case Service::Save:       is_saved_ = true; return Flow::Go;
    case Service::SetStoring: is_storing_ = x[0] != 0; return Flow::Go;
    case Service::ErrorExit:
      return Fail(
          fmt::format("the program ends with error {}: {}", base::NumberText(x[0]), program_.texts[object]));
    case Service::Write:      return Write(program_.patterns[object], x);
    case Service::CheckRange: return CheckRange(object, x[0]);
    case Service::NoBranch:
      return Fail(fmt::format("CASE has no branch for the value {}", base::NumberText(x[0])));
    case Service::AddToList: {
      constexpr double kMost = 1e6;
      if (!(x[1] >= 1 && x[1] <= kMost))
        return Fail(fmt::format("a value in the list of `{}` is repeated {} times",
                                program_.lists[object].name, x[1]));
      for (double k = 0; k < x[1]; ++k) lists_[object].push_back(x[0] + k * x[2]);
      return Flow::Go;
    }
    case Service::SetMethod:
      integration_.method = program_.texts[object];
      integration_.step = x[0];
      return x[0] >= 0 ? Flow::Go : Fail(fmt::format("the step of the method is {}", x[0]));
    case Service::SetIntegration:
      return SetIntegration(static_cast<process::IntegrationSetting>(object), x[0]);
    case Service::SetReplications: return SetReplications(x[0], x[1] != 0);
    case Service::SetPrecision:    return SetPrecision(program_.texts[object], x);
    case Service::StepLevel:       result = steps_.Quantile(x[0]); return Flow::Go;
    case Service::Simulate:        return Simulate(x[0], x[1], x[2]);
    case Service::Minimize:        return Minimise(program_.minimisations[object], x);
    case Service::DefineRandom:    return DefineRandom(object, x);
    case Service::DefineHistogram: return DefineHistogram(object, x);
    case Service::DefineCollect:   objects_.is_collected[object] = true; return Flow::Go;
    case Service::DefineTimeValue:
      objects_.is_time_value[object] = true;
      world_.time_variables[events::IndexOf(objects_.time_values[object])].initial = x[0];
      return Flow::Go;
  }
  return Flow::Fail;
}

// One function for each service, in which nothing of the switch below is left.
template <Service service>
auto Engine::ServiceOf(process::Host& host, uint32_t object, const double* x, double& result) -> Flow {
  return static_cast<Engine&>(host).Serve(service, object, x, result);
}

auto Engine::services() const -> const process::ServiceTable& {
  static constexpr process::ServiceTable kTable = {
#define KERF_SERVICE(Name, text) &ServiceOf<Service::Name>,
#include "process/services.def"
  };
  return kTable;
}

auto Engine::FlowOf(events::Status status) -> Flow {
  return status == events::Status::Ok ? Flow::Go : Flow::Fail;
}

// The innermost routine tells what went wrong in it.
auto Engine::Call(uint32_t routine, const double* arguments, double& result) -> Flow {
  constexpr size_t kMostCalls = 1000;
  if (calls_.size() >= kMostCalls)
    return Fail(
        fmt::format("`{}` is called when {} calls are at work already: does it call itself without end?",
                    program_.routines[routine].name, kMostCalls));
  calls_.push_back({arguments, 0});
  const process::Progress progress = routines_.Run(routine, 0, context_, *this);
  result = calls_.back().result;
  calls_.pop_back();
  if (progress.flow == Flow::Fail) ReportFailure(routine, progress.at);
  return progress.flow;
}

auto Engine::Write(const process::Pattern& pattern, const double* x) -> Flow {
  std::string line;
  size_t value = 0;
  for (size_t k = 0; k < pattern.texts.size(); ++k) {
    if (k > 0) line += ' ';
    line += pattern.is_value[k] ? fmt::format("{:.9g}", x[value++]) : pattern.texts[k];
  }
  PrintLine(std::move(line), false);
  return Flow::Go;
}

auto Engine::CheckRange(uint32_t number, double value) -> Flow {
  const process::Range& range = program_.ranges[number];
  if (value >= range.least && value <= range.most) return Flow::Go;
  return Fail(fmt::format("`{}` is to be {}, outside of its range {} to {}", range.name,
                          base::NumberText(value), base::NumberText(range.least),
                          base::NumberText(range.most)));
}

}  // namespace kerf::combined
