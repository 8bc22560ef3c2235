// See settings.h.
#include "api/settings.h"

#include <algorithm>
#include <cmath>

#include "api/structs.h"
#include "base/number_text.h"

namespace kerf::api {

namespace {

KERF_DIAG(RunInterval, Error, "the run cannot go from {} to {}", std::string, std::string);
KERF_DIAG(RunTolerance, Error, "the tolerance must be a number between 0 and 1, not {}", std::string);
KERF_DIAG(RunOption, Error, "{} must be a finite number and not negative, not {}", std::string, std::string);
KERF_DIAG(VariableNumber, Error, "there is no variable number {}: {} has {}", uint32_t, std::string, size_t);
KERF_DIAG(ValueNotFinite, Error, "`{}` cannot have the value {}", std::string, std::string);
KERF_DIAG(NotAnOpenInput, Error, "`{}` is not an input that a run can give", std::string);

auto CheckRun(const kerf_run_options& options, diag::Emitter& emitter) -> bool {
  const uint32_t errors = emitter.n_errors();
  // Beyond that, products with a step or a margin are no numbers any more.
  constexpr double kLastTime = 1e300;
  if (!(std::abs(options.stop) <= kLastTime && std::abs(options.start) <= kLastTime))
    emitter.Emit({}, RunInterval, base::NumberText(options.start), base::NumberText(options.stop));
  if (!(options.tolerance > 0 && options.tolerance < 1))
    emitter.Emit({}, RunTolerance, base::NumberText(options.tolerance));
  const std::pair<const char*, double> sizes[] = {{"absolute_tolerance", options.absolute_tolerance},
                                                  {"max_step", options.max_step},
                                                  {"step", options.step}};
  for (const auto& [name, value] : sizes) {
    if (!(std::isfinite(value) && value >= 0)) emitter.Emit({}, RunOption, name, base::NumberText(value));
  }
  return emitter.n_errors() == errors;
}

}  // namespace

auto TryVariable(const Model& model, uint32_t index, diag::Emitter& emitter) -> const PublicVariable* {
  if (index < model.variables.size()) return &model.variables[index];
  emitter.Emit({}, VariableNumber, index, model.base->compiled().name, model.variables.size());
  return nullptr;
}

auto IsFinite(const PublicVariable& variable, double value, diag::Emitter& emitter) -> bool {
  if (!std::isfinite(value)) emitter.Emit({}, ValueNotFinite, variable.name, base::NumberText(value));
  return std::isfinite(value);
}

auto TrySettings(const kerf_run_options* given, const Model& model, bool& should_go_on, Failure& failure)
    -> std::optional<sim::Settings> {
  const kerf_model handle{std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model)};
  const auto init = [&](kerf_run_options* options) { kerf_run_options_init(options, &handle); };
  const auto options = TryFill(given, init, failure);
  Report report(failure.messages, {});
  if (!options || !CheckRun(*options, report.emitter())) return std::nullopt;
  sim::Settings settings;
  settings.run.start = options->start;
  settings.run.stop = options->stop;
  settings.run.tolerance = options->tolerance;
  settings.run.absolute_tolerance = options->absolute_tolerance;
  settings.run.max_step = options->max_step;
  settings.run.initial_step = options->step;
  settings.run.intervals = options->intervals;
  settings.run.every_step = options->every_step;
  if (options->solver != nullptr) settings.solver = options->solver;
  settings.engine = options->is_interpreted ? sim::Engine::Interpreter : sim::Engine::Jit;
  if (options->n_variables > 0) {
    settings.variables.assign(options->variables, options->variables + options->n_variables);
  }
  settings.has_protected = options->has_protected;
  settings.max_events = options->max_events;
  settings.checks_tolerance = options->checks_tolerance;
  settings.keep_all = true;
  if (options->progress != nullptr) {
    settings.progress = [&should_go_on, ask = options->progress, user = options->progress_user](double part) {
      should_go_on = should_go_on && ask(user, part);
    };
    settings.should_stop = [&should_go_on] { return !should_go_on; };
    settings.why_stopped = [&should_go_on] { return should_go_on ? "" : "the progress function ended it"; };
  }
  return settings;
}

auto TryNeeds(const kerf_settings& settings, const sim::Settings& run, const Model& model, Failure& failure)
    -> std::optional<Needs> {
  Report report(failure.messages, {});
  Needs needs;
  needs.has_implicit_form = run.solver == "ida";
  needs.is_together = run.solver != sim::kSectionsApart;
  for (size_t k = 0; k < settings.n_values; ++k) {
    const kerf_value& given = settings.values[k];
    const PublicVariable* variable = TryVariable(model, given.variable, report.emitter());
    if (variable == nullptr || !IsFinite(*variable, given.value, report.emitter())) return std::nullopt;
    if (variable->kind == KERF_INPUT) continue;
    const bool is_value = variable->kind == KERF_PARAMETER || variable->kind == KERF_CONSTANT;
    auto& list = is_value ? needs.values : needs.starts;
    std::erase_if(list, [&](const auto& old) { return old.first == variable->name; });
    list.emplace_back(variable->name, given.value);
  }
  std::ranges::sort(needs.values);
  std::ranges::sort(needs.starts);
  return needs;
}

auto SetInputs(const kerf_settings& settings, const Model& model, const Variant& variant,
               InstancePool::Slot& slot, Failure& failure) -> bool {
  Report report(failure.messages, {});
  const model::CompiledModel& compiled = variant.compiled();
  const std::vector<uint32_t>& inputs = variant.pool.input_variables();
  for (size_t k = 0; k < inputs.size(); ++k)
    slot.inputs[k]->SetValue(compiled.programs->start[compiled.variables.slot[inputs[k]]]);
  std::vector<double> instants;
  const auto input_of = [&](uint32_t index) -> Input* {
    const PublicVariable* variable = TryVariable(model, index, report.emitter());
    if (variable == nullptr) return nullptr;
    for (size_t k = 0; k < inputs.size(); ++k) {
      if (NameOf(compiled, inputs[k]) == variable->name) return slot.inputs[k].get();
    }
    report.emitter().Emit({}, NotAnOpenInput, variable->name);
    return nullptr;
  };
  for (size_t k = 0; k < settings.n_values; ++k) {
    if (model.variables[settings.values[k].variable].kind != KERF_INPUT) continue;
    Input* input = input_of(settings.values[k].variable);
    if (input == nullptr) return false;
    input->SetValue(settings.values[k].value);
  }
  for (size_t k = 0; k < settings.n_inputs; ++k) {
    const kerf_input& given = settings.inputs[k];
    Input* input = input_of(given.variable);
    if (input == nullptr || !IsSound(given, model.variables[given.variable].name, report.emitter()))
      return false;
    input->Set(given);
    instants.insert(instants.end(), given.times, given.times + given.n);
  }
  std::ranges::sort(instants);
  instants.erase(std::ranges::unique(instants).begin(), instants.end());
  slot.functions.SetBreakpoints(std::move(instants));
  return true;
}

}  // namespace kerf::api
