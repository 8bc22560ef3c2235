// See fixed_states.h.
#include "driver/fixed_states.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "compile/make_model.h"
#include "dae/print.h"
#include "diag/consumers.h"
#include "session/session.h"
#include "sim/functions.h"
#include "sim/simulate.h"

namespace kerf::driver {

namespace {

KERF_DIAG(
    StatesChosenAnew, Error,
    "no choice of states among {} serves for the whole run, and a translated program cannot choose anew",
    std::string);
KERF_NOTE(FixedRunFails, "with states that are chosen once the run ends at time {} of {}", double, double);
KERF_NOTE(FixedRunDiffers,
          "with states that are chosen once, `{}` ends with another value than `kerf simulate` finds",
          std::string);
KERF_DIAG(StatesFixed, Warning,
          "the states among {} are chosen once; where the constraints no longer determine the others, the "
          "translation is not valid",
          std::string);

KERF_DIAG(ValuesDecide, Warning,
          "with their values {} make equations depend on each other; the translation is valid for these "
          "values alone",
          std::string);

auto Candidates(const dae::Dae& dae) -> std::string {
  std::string names;
  for (const dae::StateSet& set : dae.state_sets) {
    for (const expr::VarId id : set.candidates)
      names += (names.empty() ? "`" : ", `") + dae::FullName(dae, id) + "`";
  }
  return names;
}

struct TrialRun {
  // Compiled.
  bool is_run = false;
  bool ok = false;
  double last_time = 0;
  // Variables of the model that are no derivatives, by full name.
  std::map<std::string, double> values;
};

// What goes wrong is judged by the caller, so that nothing is told.
auto RunOnce(session::Request request, const emit::TranslateOptions& wanted, bool is_dynamic,
             source::Buffers& buffers) -> TrialRun {
  diag::CollectingConsumer messages;
  diag::Emitter emitter(messages);
  request.options.reduce_index = true;
  request.options.dynamic_states = is_dynamic;
  request.run = {};
  const session::Compilation compilation = session::Compile(request, buffers, emitter);
  TrialRun trial;
  if (!compilation.work || compilation.status != transform::Status::Ok) return trial;
  const transform::Work& work = *compilation.work;
  sim::Settings settings;
  settings.run.start = wanted.start;
  settings.run.stop = wanted.stop;
  settings.run.intervals = wanted.intervals;
  settings.run.tolerance = wanted.tolerance;
  sim::Functions functions;
  const sim::Outcome outcome =
      sim::Simulate(*compile::MakeModel(compilation.work), functions, settings, emitter);
  trial.is_run = true;
  trial.ok = outcome.ok;
  trial.last_time = outcome.last_time;
  for (const expr::VarId id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    if (id.index >= outcome.final_values.size() || var.is_internal || var.derivative_of.has_value()) continue;
    trial.values[dae::FullName(work.dae, id)] = outcome.final_values[id.index];
  }
  return trial;
}

// Far more than the errors of both runs, and less than what another trajectory ends with.
auto IsSame(double a, double b, double scale) -> bool {
  constexpr double kTolerance = 1e-3;
  return std::abs(a - b) <= kTolerance * std::max(1.0, scale) || (std::isnan(a) && std::isnan(b));
}

}  // namespace

auto MayFixStates(const session::Request& request, const dae::Dae& dae,
                  const std::optional<emit::TranslateOptions>& run, Reporter& reporter) -> bool {
  const std::string candidates = Candidates(dae);
  const TrialRun wanted = run ? RunOnce(request, *run, true, reporter.buffers()) : TrialRun();
  if (!wanted.ok) {
    reporter.emitter().Emit({}, StatesFixed, candidates);
    return true;
  }
  const TrialRun fixed = RunOnce(request, *run, false, reporter.buffers());
  if (!fixed.ok) {
    reporter.emitter()
        .Emit({}, StatesChosenAnew, candidates)
        .Note({}, FixedRunFails, fixed.last_time, wanted.last_time);
    return false;
  }
  for (const dae::StateSet& set : dae.state_sets) {
    for (const expr::VarId id : set.candidates) {
      const std::string name = dae::FullName(dae, id);
      const double is = fixed.values.contains(name) ? fixed.values.at(name) : NAN;
      const double should_be = wanted.values.contains(name) ? wanted.values.at(name) : NAN;
      if (IsSame(is, should_be, std::abs(should_be))) continue;
      reporter.emitter().Emit({}, StatesChosenAnew, candidates).Note({}, FixedRunDiffers, name);
      return false;
    }
  }
  return true;
}

void TellDecisiveParameters(const transform::Work& work, Reporter& reporter) {
  std::set<std::string> names;
  for (const expr::VarId id : work.decisive_parameters) names.insert("`" + dae::FullName(work.dae, id) + "`");
  if (!names.empty()) reporter.emitter().Emit({}, ValuesDecide, fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace kerf::driver
