// Runs step by step.
#include <algorithm>
#include <cmath>
#include <map>

#include "api/plan.h"
#include "api/result.h"
#include "base/number_text.h"
#include "sim/run.h"

namespace kerf::api {

namespace {

KERF_DIAG(NotBegun, Error, "the run has not been initialized: nothing has a value yet");
KERF_DIAG(RunIsOver, Error, "the run is over: nothing can be changed at time {}", std::string);
KERF_DIAG(RunHasFailed, Error, "the run has failed, at time {}", std::string);
KERF_DIAG(TimeGoesBack, Error, "the run is at time {} and cannot go to {}", std::string, std::string);
KERF_DIAG(NoValuesHere, Error, "the equations have no solution at time {}", std::string);
KERF_DIAG(CannotChange, Error, "`{}` cannot be changed during a run: {}", std::string, std::string);
KERF_DIAG(NoPlace, Error, "`{}` does not occur in the model with these values", std::string);

}  // namespace

}  // namespace kerf::api

using kerf::api::Failure;
using kerf::api::PublicVariable;

// Settings and inputs are copies: callers may forget theirs.
struct kerf_run {
  struct OwnInput {
    kerf_input input;
    std::vector<double> times;
    std::vector<double> values;
  };

  std::shared_ptr<const kerf::api::Model> model;
  kerf::sim::Settings settings;
  bool should_go_on = true;
  std::map<uint32_t, double> values;
  std::vector<OwnInput> inputs;
  // All messages so far; those of the present call begin at n_told.
  std::vector<kerf::api::Message> messages;
  size_t n_told = 0;
  // From the initialization on, in the order in which they need each other.
  std::shared_ptr<kerf::api::Variant> variant;
  // The one with the present values of parameters, which are those that it was compiled with or tuned.
  kerf::api::Plan at;
  std::optional<kerf::api::InstancePool::Lease> slot;
  std::unique_ptr<kerf::api::Report> report;
  std::unique_ptr<kerf::sim::Run> run;

  ~kerf_run() { run.reset(); }
};

namespace kerf::api {

namespace {

auto Told(kerf_run& run, bool ok, Failure& failure) -> bool {
  if (!ok) {
    failure.messages.insert(failure.messages.end(), run.messages.begin() + static_cast<ptrdiff_t>(run.n_told),
                            run.messages.end());
    if (run.run != nullptr && run.run->IsInitialized()) {
      sim::Outcome outcome = run.run->SoFar();
      failure.partial = MakeResult(outcome, run.messages, run.model, &run.variant->compiled()).release();
    }
  }
  run.n_told = run.messages.size();
  return ok;
}

// Takes an instance and prepares it for the values that the run has been given.
auto Prepare(kerf_run& run, Failure& failure) -> bool {
  if (run.run != nullptr) return true;
  std::vector<kerf_value> values;
  for (const auto& [variable, value] : run.values) values.push_back({variable, value});
  std::vector<kerf_input> inputs;
  for (const kerf_run::OwnInput& input : run.inputs) inputs.push_back(input.input);
  const kerf_settings settings{values.data(), values.size(), inputs.data(), inputs.size()};
  auto plan = TryPlan(settings, run.settings, *run.model, false, failure);
  if (!plan) return false;
  run.at = std::move(*plan);
  run.variant = run.at.variant;
  run.settings.sections = run.variant->sections;
  run.settings.tuned = run.at.tuned;
  run.slot.emplace(run.variant->pool.Take(run.settings.engine));
  InstancePool::Slot& slot = *run.slot->operator->();
  if (!SetInputs(settings, *run.model, *run.variant, slot, failure)) {
    run.slot.reset();
    return false;
  }
  run.report = std::make_unique<Report>(run.messages, run.model->setup.listener, run.variant->buffers.get());
  run.run = std::make_unique<sim::Run>(*slot.instance, run.settings, run.report->emitter());
  return true;
}

// body(run), where that has not failed before.
template <typename Body>
auto WithRun(kerf_run* handle, kerf_error** error, const Body& body) -> bool {
  return Guarded(error, [&](Failure& failure) {
    if (!IsGiven(handle, "run", failure) || !Prepare(*handle, failure)) return false;
    sim::Run& run = *handle->run;
    if (run.HasFailed()) {
      Report(failure.messages, {}).emitter().Emit({}, RunHasFailed, base::NumberText(run.time()));
      return false;
    }
    return static_cast<bool>(body(run, failure));
  });
}

// Whether one can go on where the other is: they differ in values alone.
auto HasSameCode(const model::CompiledModel& a, const model::CompiledModel& b) -> bool {
  const auto same_shape = [&](model::ShapeId id) {
    const auto& x = a.tape->shapes[id];
    const auto& y = b.tape->shapes[id];
    const auto same = [](const model::Instr& i, const model::Instr& j) {
      return i.op == j.op && i.a == j.a && i.b == j.b && i.c == j.c;
    };
    return x.n_args == y.n_args && x.call_args == y.call_args && std::ranges::equal(x.code, y.code, same);
  };
  bool is_same = a.programs->n_slots == b.programs->n_slots && a.variables.slot == b.variables.slot &&
                 a.variables.kind == b.variables.kind && a.tape->args == b.tape->args &&
                 a.tape->shapes.size() == b.tape->shapes.size() && a.relations.size() == b.relations.size();
  if (!is_same) return false;
  for (const model::ShapeId id : a.tape->shapes.ids()) is_same = is_same && same_shape(id);
  return is_same;
}

// What changes at an event: slots, and inputs.
struct Changes {
  std::vector<std::pair<uint32_t, double>> slots;
  std::vector<std::pair<Input*, double>> inputs;
  std::map<uint32_t, double> parameters;
};

// What the model starts with, by slot.
auto StartOf(const Plan& plan) -> std::vector<double> {
  const model::CompiledModel& compiled = plan.variant->compiled();
  return model::TunedStart(compiled, plan.tuned).StartOf(compiled);
}

// Parameters take their new values, and those that follow from them. Nothing after messages.
auto TryParameters(kerf_run& run, const std::map<uint32_t, double>& given, Changes& changes, Failure& failure)
    -> std::optional<Plan> {
  std::map<uint32_t, double> all = run.values;
  for (const auto& [variable, value] : given) all[variable] = value;
  std::vector<kerf_value> values;
  for (const auto& [variable, value] : all) values.push_back({variable, value});
  auto plan = TryPlan({values.data(), values.size(), nullptr, 0}, run.settings, *run.model, false, failure);
  if (!plan) return plan;
  const model::CompiledModel& after = plan->variant->compiled();
  if (plan->variant != run.at.variant && !HasSameCode(run.at.variant->compiled(), after)) {
    Report(failure.messages, {})
        .emitter()
        .Emit({}, CannotChange, run.model->variables[given.begin()->first].name,
              "another value needs another compilation");
    return std::nullopt;
  }
  std::vector<bool> is_computed(after.programs->n_slots, false);
  for (uint32_t k = 0; k < after.variables.size(); ++k) {
    const model::VariableKind kind = after.variables.kind[k];
    const bool is_given = kind == model::VariableKind::Parameter || kind == model::VariableKind::Constant;
    if (!is_given || after.variables.Is(k, model::VariableFlag::kFree))
      is_computed[after.variables.slot[k]] = true;
  }
  const std::vector<double> old_start = StartOf(run.at);
  const std::vector<double> new_start = StartOf(*plan);
  for (uint32_t slot = 0; slot < after.programs->n_slots; ++slot) {
    if (new_start[slot] != old_start[slot] && !is_computed[slot])
      changes.slots.emplace_back(slot, new_start[slot]);
  }
  return plan;
}

auto TryChange(kerf_run& run, const kerf_value& given, Changes& changes, diag::Emitter& emitter) -> bool {
  const PublicVariable* variable = TryVariable(*run.model, given.variable, emitter);
  if (variable == nullptr || !IsFinite(*variable, given.value, emitter)) return false;
  const model::CompiledModel& compiled = run.variant->compiled();
  const uint32_t number = FindVariable(compiled, variable->name);
  const std::vector<uint32_t>& inputs = run.variant->pool.input_variables();
  const auto input = std::ranges::find(inputs, number);
  if (input != inputs.end()) {
    const auto at = static_cast<size_t>(input - inputs.begin());
    changes.inputs.emplace_back(run.slot->operator->()->inputs[at].get(), given.value);
  } else if (variable->kind == KERF_STATE && number != model::kNone) {
    changes.slots.emplace_back(compiled.variables.slot[number], given.value);
  } else if (variable->kind == KERF_PARAMETER) {
    changes.parameters[given.variable] = given.value;
  } else {
    emitter.Emit({}, CannotChange, variable->name, "only parameters, inputs and states can be");
    return false;
  }
  return true;
}

auto ChangeNow(kerf_run& run, const kerf_value* values, size_t n, Failure& failure) -> bool {
  Report report(failure.messages, {});
  if (run.run->IsDone()) {
    const bool has_failed = run.run->HasFailed();
    const std::string time = base::NumberText(run.run->time());
    has_failed ? report.emitter().Emit({}, RunHasFailed, time) : report.emitter().Emit({}, RunIsOver, time);
    return false;
  }
  Changes changes;
  for (size_t k = 0; k < n; ++k) {
    if (!TryChange(run, values[k], changes, report.emitter())) return false;
  }
  if (!changes.parameters.empty()) {
    auto plan = TryParameters(run, changes.parameters, changes, failure);
    if (!plan) return false;
    run.at = std::move(*plan);
    for (const auto& [variable, value] : changes.parameters) run.values[variable] = value;
  }
  const auto act = [&](double* w) {
    for (const auto& [slot, value] : changes.slots) w[slot] = value;
    for (const auto& [input, value] : changes.inputs) input->SetValue(value);
  };
  return Told(run, run.run->Change(act), failure);
}

auto SetBefore(kerf_run& run, const kerf_value* values, size_t n, Failure& failure) -> bool {
  Report report(failure.messages, {});
  for (size_t k = 0; k < n; ++k) {
    if (TryVariable(*run.model, values[k].variable, report.emitter()) == nullptr) return false;
  }
  for (size_t k = 0; k < n; ++k) run.values[values[k].variable] = values[k].value;
  return true;
}

}  // namespace

}  // namespace kerf::api

using kerf::api::Guarded;
using kerf::api::IsGiven;
using kerf::api::Report;

kerf_run* kerf_run_new(const kerf_model* model, const kerf_run_options* options,
                       const kerf_settings* settings, kerf_error** error) {
  return Guarded(error, [&](Failure& failure) -> kerf_run* {
    if (!IsGiven(model, "model", failure)) return nullptr;
    auto run = std::make_unique<kerf_run>();
    run->model = model->model;
    auto taken = kerf::api::TrySettings(options, *model->model, run->should_go_on, failure);
    if (!taken) return nullptr;
    run->settings = std::move(*taken);
    const kerf_settings given = settings == nullptr ? kerf_settings{} : *settings;
    if (!kerf::api::SetBefore(*run, given.values, given.n_values, failure)) return nullptr;
    for (size_t k = 0; k < given.n_inputs; ++k) {
      const kerf_input& input = given.inputs[k];
      Report report(failure.messages, {});
      const PublicVariable* variable = kerf::api::TryVariable(*run->model, input.variable, report.emitter());
      if (variable == nullptr || !kerf::api::IsSound(input, variable->name, report.emitter())) return nullptr;
      run->inputs.push_back({input, {input.times, input.times + input.n}, {}});
      kerf_run::OwnInput& own = run->inputs.back();
      if (input.function == nullptr) own.values.assign(input.values, input.values + input.n);
    }
    for (kerf_run::OwnInput& own : run->inputs) {
      own.input.times = own.times.data();
      own.input.values = own.values.data();
    }
    return run.release();
  });
}

void kerf_run_free(kerf_run* run) { delete run; }

bool kerf_run_initialize(kerf_run* run, kerf_error** error) {
  return kerf::api::WithRun(run, error, [&](kerf::sim::Run& steps, Failure& failure) {
    return kerf::api::Told(*run, steps.Initialize(), failure);
  });
}

bool kerf_run_step(kerf_run* run, kerf_error** error) {
  return kerf::api::WithRun(run, error, [&](kerf::sim::Run& steps, Failure& failure) {
    return kerf::api::Told(*run, steps.Step(), failure);
  });
}

bool kerf_run_step_to(kerf_run* run, double time, kerf_error** error) {
  return kerf::api::WithRun(run, error, [&](kerf::sim::Run& steps, Failure& failure) {
    const bool goes_back =
        run->settings.run.stop >= run->settings.run.start ? time < steps.time() : time > steps.time();
    if (std::isnan(time) || (goes_back && !steps.IsDone())) {
      Report(failure.messages, {})
          .emitter()
          .Emit({}, kerf::api::TimeGoesBack, kerf::base::NumberText(steps.time()),
                kerf::base::NumberText(time));
      return false;
    }
    return kerf::api::Told(*run, steps.StepTo(time), failure);
  });
}

bool kerf_run_is_done(const kerf_run* run) {
  return run == nullptr || (run->run != nullptr && run->run->IsDone());
}

double kerf_run_time(const kerf_run* run) {
  if (run == nullptr) return 0;
  return run->run != nullptr ? run->run->time() : run->settings.run.start;
}

bool kerf_run_get(const kerf_run* run, const uint32_t* variables, size_t n, double* values,
                  kerf_error** error) {
  return Guarded(error, [&](Failure& failure) {
    if (!IsGiven(run, "run", failure)) return false;
    Report report(failure.messages, {});
    if (run->run == nullptr || !run->run->IsInitialized()) {
      report.emitter().Emit({}, kerf::api::NotBegun);
      return false;
    }
    const auto slots = run->run->TryValues();
    if (!slots) {
      report.emitter().Emit({}, kerf::api::NoValuesHere, kerf::base::NumberText(run->run->time()));
      return false;
    }
    const kerf::model::CompiledModel& compiled = run->variant->compiled();
    const bool is_base = run->variant == run->model->base;
    for (size_t k = 0; k < n; ++k) {
      const PublicVariable* variable = kerf::api::TryVariable(*run->model, variables[k], report.emitter());
      if (variable == nullptr) return false;
      const uint32_t number = is_base ? variable->number : FindVariable(compiled, variable->name);
      if (number == kerf::model::kNone) {
        report.emitter().Emit({}, kerf::api::CannotChange, variable->name,
                              "these values leave no place for it");
        return false;
      }
      values[k] = (*slots)[compiled.variables.slot[number]];
    }
    return true;
  });
}

bool kerf_run_set(kerf_run* run, const kerf_value* values, size_t n, kerf_error** error) {
  return Guarded(error, [&](Failure& failure) {
    if (!IsGiven(run, "run", failure)) return false;
    if (n == 0) return true;
    if (run->run == nullptr) return kerf::api::SetBefore(*run, values, n, failure);
    return kerf::api::ChangeNow(*run, values, n, failure);
  });
}

uint64_t kerf_run_event_count(const kerf_run* run) {
  return run == nullptr || run->run == nullptr ? 0 : run->run->n_events();
}

kerf_result* kerf_run_result(const kerf_run* run, kerf_error** error) {
  return Guarded(error, [&](Failure& failure) -> kerf_result* {
    if (!IsGiven(run, "run", failure)) return nullptr;
    kerf::sim::Outcome outcome;
    if (run->run != nullptr) outcome = run->run->SoFar();
    const auto* compiled = run->variant != nullptr ? &run->variant->compiled() : nullptr;
    return kerf::api::MakeResult(outcome, run->messages, run->model, compiled).release();
  });
}
