// Whole runs.
#include <cmath>
#include <string>

#include "api/plan.h"
#include "api/result.h"
#include "lang/acsl/acsl.h"

namespace kerf::api {

namespace {

KERF_DIAG(AnotherRun, Warning,
          "the program asks for another run, which is not supported here yet; `kerf simulate` does it");

void TakeExperiment(const Model& model, kerf_run_options& options) {
  const model::Experiment& experiment = model.base->compiled().experiment;
  options.start = experiment.start_time.value_or(options.start);
  options.stop = experiment.stop_time.value_or(options.stop);
  options.tolerance = experiment.tolerance.value_or(options.tolerance);
  const double n =
      experiment.interval ? std::round(std::abs(options.stop - options.start) / *experiment.interval) : 0;
  constexpr double kMaxIntervals = 1e9;
  if (n >= 1 && n <= kMaxIntervals) options.intervals = static_cast<uint32_t>(n);
}

// What an ACSL program says about algorithm, steps and errors.
void TakeWishes(const Model& model, kerf_run_options& options) {
  const session::Wishes& wishes = model.wishes;
  options.max_step = wishes.max_step.value_or(options.max_step);
  options.tolerance = wishes.tolerance.value_or(options.tolerance);
  options.absolute_tolerance = wishes.absolute_tolerance.value_or(options.absolute_tolerance);
  if (wishes.has_sections_apart) {
    options.solver = sim::kSectionsApart.data();
  } else if (!wishes.solver.empty()) {
    options.solver = wishes.solver.c_str();
    const bool has_fixed_steps = wishes.solver == "rk4" || wishes.solver == "euler";
    if (has_fixed_steps) options.step = wishes.step.value_or(options.step);
  }
}

auto AsksForAnother(const model::CompiledModel& compiled, const std::vector<double>& values) -> bool {
  const uint32_t again = FindVariable(compiled, acsl::kRunAgain);
  return again != model::kNone && values[again] > 0;
}

// Runs the plan; what it has to tell goes to `messages`. Nothing if the inputs cannot be given.
auto RunPlan(const Plan& plan, const kerf_settings& settings, const Model& model, sim::Settings& run,
             std::vector<Message>& messages, Failure& failure) -> std::optional<sim::Outcome> {
  const Variant& variant = *plan.variant;
  run.sections = variant.sections;
  const auto slot = plan.variant->pool.Take(run.engine);
  if (!SetInputs(settings, model, variant, *slot.operator->(), failure)) return std::nullopt;
  Report report(messages, {}, variant.buffers.get());
  sim::Outcome outcome = sim::Simulate(*slot->instance, run, report.emitter());
  if (outcome.ok && AsksForAnother(variant.compiled(), outcome.final_values))
    report.emitter().Emit({}, AnotherRun);
  return outcome;
}

auto Run(const std::shared_ptr<const Model>& handle, const kerf_run_options* options,
         const kerf_settings& settings, Failure& failure) -> kerf_result* {
  const Model& model = *handle;
  bool should_go_on = true;
  auto run = TrySettings(options, model, should_go_on, failure);
  auto plan = run ? TryPlan(settings, *run, model, false, failure) : std::nullopt;
  if (!plan) return nullptr;
  std::vector<Message> messages;
  run->tuned = plan->tuned;
  auto outcome = RunPlan(*plan, settings, model, *run, messages, failure);
  if (outcome && sim::MayNeedCompilation(*run, *outcome)) {
    plan = TryPlan(settings, *run, model, true, failure);
    if (!plan) return nullptr;
    messages.clear();
    run->tuned = plan->tuned;
    outcome = RunPlan(*plan, settings, model, *run, messages, failure);
  }
  if (!outcome) return nullptr;
  Tell(model.setup.listener, messages);
  if (outcome->ok)
    return MakeResult(*outcome, std::move(messages), handle, &plan->variant->compiled()).release();
  failure.messages.insert(failure.messages.end(), messages.begin(), messages.end());
  failure.partial = MakeResult(*outcome, std::move(messages), handle, &plan->variant->compiled()).release();
  return nullptr;
}

}  // namespace

}  // namespace kerf::api

void kerf_run_options_init(kerf_run_options* options, const kerf_model* model) {
  if (options == nullptr) return;
  const kerf::runtime::RunOptions defaults;
  *options = {};
  options->size = sizeof *options;
  options->start = defaults.start;
  options->stop = defaults.stop;
  options->tolerance = defaults.tolerance;
  options->intervals = defaults.intervals;
  if (model == nullptr) return;
  kerf::api::TakeExperiment(*model->model, *options);
  kerf::api::TakeWishes(*model->model, *options);
}

kerf_result* kerf_simulate(const kerf_model* model, const kerf_run_options* options,
                           const kerf_settings* settings, kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) -> kerf_result* {
    if (!kerf::api::IsGiven(model, "model", failure)) return nullptr;
    const kerf_settings given = settings == nullptr ? kerf_settings{} : *settings;
    return kerf::api::Run(model->model, options, given, failure);
  });
}
