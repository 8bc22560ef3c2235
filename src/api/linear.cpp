// Linear models and steady states.
#include <algorithm>
#include <limits>

#include "analysis/linearise.h"
#include "analysis/solve_point.h"
#include "api/settings.h"
#include "api/structs.h"

struct kerf_linear {
  kerf::analysis::LinearModel model;
};

namespace kerf::api {

namespace {

KERF_DIAG(AnalysisNeedsSource, Error, "`{}` came compiled, and this needs its source", std::string);
KERF_DIAG(LinearTimeBeforeStart, Error, "the time {} lies before the start {}", double, double);
KERF_DIAG(SteadyInputs, Error, "a steady state has constant inputs: give their values");

// Inputs without value are those of the analysis.
auto RequestFor(const Model& model, diag::Emitter& emitter) -> std::optional<session::Request> {
  if (!model.request) {
    emitter.Emit({}, AnalysisNeedsSource, model.base->compiled().name);
    return std::nullopt;
  }
  session::Request request = model.Request();
  std::erase_if(request.options.inputs,
                [](const transform::GivenInput& input) { return input.name == transform::kAllInputs; });
  request.options.implicit_form = false;
  return request;
}

auto Linearize(const Model& model, const kerf_linear_options& options, Failure& failure) -> kerf_linear* {
  source::Buffers buffers;
  Report report(failure.messages, model.setup.listener, &buffers);
  if (!options.is_steady && options.time < options.start) {
    report.emitter().Emit({}, LinearTimeBeforeStart, options.time, options.start);
    return nullptr;
  }
  auto request = RequestFor(model, report.emitter());
  if (!request) return nullptr;
  analysis::LineariseOptions linear;
  linear.point = options.is_steady ? analysis::PointKind::Steady : analysis::PointKind::Run;
  linear.start = options.start;
  linear.time = options.time;
  if (options.n_inputs > 0) linear.inputs.assign(options.inputs, options.inputs + options.n_inputs);
  if (options.n_outputs > 0) linear.outputs.assign(options.outputs, options.outputs + options.n_outputs);
  sim::Functions functions;
  auto found = analysis::Linearise(std::move(*request), linear, functions, buffers, report.emitter());
  return found ? new kerf_linear{std::move(*found)} : nullptr;
}

auto Steady(const Model& model, const kerf_settings& settings, double* values, Failure& failure) -> bool {
  source::Buffers buffers;
  Report report(failure.messages, model.setup.listener, &buffers);
  if (settings.n_inputs > 0) {
    report.emitter().Emit({}, SteadyInputs);
    return false;
  }
  auto request = RequestFor(model, report.emitter());
  const auto needs = TryNeeds(settings, {}, model, failure);
  if (!request || !needs) return false;
  const auto give = [](const auto& given, std::vector<transform::GivenValue>& to) {
    for (const auto& [name, value] : given) {
      std::erase_if(to, [&](const transform::GivenValue& old) { return old.name == name; });
      to.push_back({name, value});
    }
  };
  give(needs->values, request->options.values);
  give(needs->starts, request->options.starts);
  for (size_t k = 0; k < settings.n_values; ++k) {
    const PublicVariable& variable = model.variables[settings.values[k].variable];
    if (variable.kind == KERF_INPUT)
      give(std::vector{std::pair(variable.name, settings.values[k].value)}, request->options.values);
  }
  request->options.problem = transform::Problem::Steady;
  sim::Functions functions;
  const analysis::Point point =
      analysis::SolvePoint(*request, 0, sim::Engine::Jit, functions, buffers, report.emitter());
  if (!point.outcome.ok) return false;
  const dae::Dae& dae = point.compilation.work->dae;
  for (size_t k = 0; k < model.variables.size(); ++k) {
    const expr::VarId var = dae::FindVar(dae, model.variables[k].name);
    values[k] =
        var.has_value() ? point.outcome.final_values[var.index] : std::numeric_limits<double>::quiet_NaN();
  }
  return true;
}

auto NamesOf(const analysis::LinearModel& model, char which) -> const std::vector<std::string>* {
  if (which == 'x') return &model.states;
  if (which == 'u') return &model.inputs;
  return which == 'y' ? &model.outputs : nullptr;
}

auto MatrixOf(const analysis::LinearModel& model, char which) -> const analysis::Matrix* {
  switch (which) {
    case 'A': return &model.a;
    case 'B': return &model.b;
    case 'C': return &model.c;
    case 'D': return &model.d;
    default:  return nullptr;
  }
}

}  // namespace

}  // namespace kerf::api

using kerf::api::Failure;
using kerf::api::IsGiven;

void kerf_linear_options_init(kerf_linear_options* options) {
  if (options == nullptr) return;
  *options = {};
  options->size = sizeof *options;
}

kerf_linear* kerf_linearize(const kerf_model* model, const kerf_linear_options* given, kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) -> kerf_linear* {
    if (!IsGiven(model, "model", failure)) return nullptr;
    const auto options = kerf::api::TryFill(given, kerf_linear_options_init, failure);
    return options ? kerf::api::Linearize(*model->model, *options, failure) : nullptr;
  });
}

void kerf_linear_free(kerf_linear* linear) { delete linear; }

size_t kerf_linear_count(const kerf_linear* linear, char which) {
  const auto* names = linear == nullptr ? nullptr : kerf::api::NamesOf(linear->model, which);
  return names == nullptr ? 0 : names->size();
}

const char* kerf_linear_name(const kerf_linear* linear, char which, size_t index) {
  return index < kerf_linear_count(linear, which) ? (*kerf::api::NamesOf(linear->model, which))[index].c_str()
                                                  : "";
}

double kerf_linear_value(const kerf_linear* linear, char which, size_t index) {
  if (index >= kerf_linear_count(linear, which)) return std::numeric_limits<double>::quiet_NaN();
  const auto& model = linear->model;
  return (which == 'x' ? model.x : which == 'u' ? model.u : model.y)[index];
}

double kerf_linear_entry(const kerf_linear* linear, char which, size_t row, size_t column) {
  const auto* matrix = linear == nullptr ? nullptr : kerf::api::MatrixOf(linear->model, which);
  if (matrix == nullptr || row >= matrix->n_rows || column >= matrix->n_cols)
    return std::numeric_limits<double>::quiet_NaN();
  return matrix->at(static_cast<uint32_t>(row), static_cast<uint32_t>(column));
}

bool kerf_steady(const kerf_model* model, const kerf_settings* settings, double* values, kerf_error** error) {
  return kerf::api::Guarded(error, [&](Failure& failure) {
    if (!IsGiven(model, "model", failure) || !IsGiven(values, "values", failure)) return false;
    const kerf_settings given = settings == nullptr ? kerf_settings{} : *settings;
    return kerf::api::Steady(*model->model, given, values, failure);
  });
}
