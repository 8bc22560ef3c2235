// The problem of the start, solved at once or gradually.
#include "sim/start.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "diag/consumers.h"
#include "model/held_conditions.h"
#include "sim/report_assertion.h"

namespace kerf::sim {

namespace {

KERF_DIAG(StartByHomotopy, Note,
          "the start was found by homotopy, from the simplified equations to the actual ones in {} steps",
          uint32_t);
KERF_DIAG(NotByHomotopy, Note, "homotopy does not find the start either: {}", std::string);

// One instant, solved again and again from where the last solution was.
class StartSolver {
 public:
  StartSolver(const model::CompiledModel& compiled, const model::CompiledModel& initial, StartHost& host,
              const Settings& settings)
      : initial_(initial),
        host_(host),
        model_functions_(host.model_functions()),
        given_(settings.given),
        has_own_start_(settings.given.empty() && settings.tuned.empty()),
        own_start_(OwnStart(compiled, initial, settings.tuned)) {
    instant_.run.start = instant_.run.stop = settings.run.start;
    instant_.run.tolerance = settings.run.tolerance;
    instant_.keeps_printed = settings.keeps_printed;
    instant_.should_stop = settings.why_stopped ? settings.should_stop : nullptr;
    instant_.why_stopped = settings.why_stopped;
  }

  auto Prepare(Outcome& outcome, diag::Emitter& emitter) -> bool {
    executable_ = host_.ExecutableOf(initial_, outcome, emitter);
    if (executable_ == nullptr) return false;
    executable_->Reset();
    if (!has_own_start_) executable_->SetStart(WithGiven(own_start_));
    return true;
  }

  auto Solve(diag::Emitter& emitter) -> bool {
    Outcome found;
    host_.RunOnce(initial_, *executable_, instant_, found, emitter);
    if (found.ok) values_ = std::move(found.final_values);
    termination_ = found.run.termination;
    printed_ = std::move(found.printed);
    return found.ok;
  }

  // With the given weight of the actual equations, starting from the last solution if there is one.
  auto SolveWith(double weight, diag::Emitter& emitter) -> bool {
    std::vector<double> start =
        values_.empty() ? own_start_ : StartFrom(initial_, own_start_, values_, instant_.run.start);
    start[initial_.variables.slot[initial_.homotopy]] = weight;
    executable_->SetStart(WithGiven(std::move(start)));
    instant_.run.stays_near = weight > 0;
    return Solve(emitter);
  }

  // By which the model has asked for the end of the run in the last solution.
  [[nodiscard]] auto termination() const -> std::optional<uint32_t> { return termination_; }
  // Neither a limit nor a fault is got over by smaller steps.
  [[nodiscard]] auto IsStopped() const -> bool {
    return !model_functions_.fault().empty() || (instant_.should_stop && instant_.should_stop());
  }
  [[nodiscard]] auto values() const -> const std::vector<double>& { return values_; }
  // By the last solution.
  [[nodiscard]] auto printed() const -> const std::vector<std::string>& { return printed_; }

 private:
  [[nodiscard]] auto WithGiven(std::vector<double> start) const -> std::vector<double> {
    for (const VariableValue& given : given_) start[initial_.variables.slot[given.variable]] = given.value;
    return start;
  }

  const model::CompiledModel& initial_;
  StartHost& host_;
  ModelFunctions& model_functions_;
  const std::vector<VariableValue>& given_;
  bool has_own_start_;
  std::vector<double> own_start_;
  Settings instant_;
  Executable* executable_ = nullptr;
  std::vector<double> values_;
  std::optional<uint32_t> termination_;
  std::vector<std::string> printed_;
};

// The way from weight 0 to 1, in steps that grow where they succeed. How far it came; `n_steps` counts.
auto GoGradually(StartSolver& solver, uint32_t& n_steps) -> double {
  constexpr double kFirstStep = 0.25;
  constexpr double kLeastStep = 1e-4;
  diag::CollectingConsumer dropped;
  diag::Emitter silent(dropped);
  if (!solver.SolveWith(0, silent)) return -1;
  double reached = 0;
  for (double step = kFirstStep; reached < 1 && step >= kLeastStep && !solver.IsStopped();) {
    const double target = std::min(1.0, reached + step);
    const bool is_solved = solver.SolveWith(target, silent);
    n_steps += is_solved ? 1 : 0;
    reached = is_solved ? target : reached;
    step = is_solved ? 2 * step : step / 4;
  }
  return reached;
}

// Whether a condition is in terms of variables that have values, of which there are `n_values`; time stands
// behind the variables.
auto HasValues(std::span<const uint32_t> row, size_t n_values, uint32_t n_variables) -> bool {
  return std::ranges::none_of(row, [&](uint32_t at) { return at >= n_values && at < n_variables; });
}

// Conditions begin as the values make them: with others the equations may lead to another solution.
void HoldRelations(const model::CompiledModel& compiled, const std::vector<double>& values, double time,
                   std::vector<double>& start) {
  // The problem of the start decides its own.
  if (compiled.programs->is_start_problem) return;
  for (const model::HeldTruth& held : model::EvaluateHeld(compiled, values, time)) {
    if (HasValues(held.row, values.size(), compiled.variables.size()))
      start[compiled.relations[held.relation].held_slot] = held.truth;
  }
}

}  // namespace

auto OwnStart(const model::CompiledModel& compiled, const model::CompiledModel& problem,
              const std::vector<VariableValue>& tuned) -> std::vector<double> {
  if (tuned.empty()) return problem.programs->start;
  return model::TunedStart(compiled, tuned).StartOf(problem);
}

auto StartFrom(const model::CompiledModel& compiled, std::vector<double> start,
               const std::vector<double>& values, double time) -> std::vector<double> {
  const model::Variables& variables = compiled.variables;
  // What was is what the start has left.
  std::vector<uint32_t> source(variables.size());
  std::iota(source.begin(), source.end(), 0U);
  for (const model::PreviousOf& previous : variables.previous) source[previous.variable] = previous.now;
  for (uint32_t k = 0; k < variables.size(); ++k) {
    const model::VariableKind kind = variables.kind[k];
    const bool is_given =
        kind == model::VariableKind::Constant || kind == model::VariableKind::Input ||
        (kind == model::VariableKind::Parameter && !variables.Is(k, model::VariableFlag::kFree));
    if (!is_given && variables.Is(k, model::VariableFlag::kRepresentative))
      start[variables.slot[k]] = source[k] < values.size() ? values[source[k]] : 0;
  }
  HoldRelations(compiled, values, time, start);
  return start;
}

auto SolveInitial(StartHost& host, const model::CompiledModel& compiled, Executable& executable,
                  const Settings& settings, Outcome& outcome, diag::Emitter& emitter) -> bool {
  StartSolver at_once(compiled, *compiled.initial, host, settings);
  if (!at_once.Prepare(outcome, emitter)) return false;
  diag::CollectingConsumer collected;
  diag::Emitter collector(collected);
  const bool is_solved = at_once.Solve(collector);
  if (is_solved || !compiled.homotopy_problem || at_once.IsStopped()) {
    for (const diag::Diagnostic& diagnostic : collected.all) emitter.Take(diagnostic);
    outcome.printed = at_once.printed();
    if (!is_solved) return false;
    executable.SetStart(StartFrom(compiled, OwnStart(compiled, compiled, settings.tuned), at_once.values(),
                                  settings.run.start));
    outcome.ends_at_start = at_once.termination().has_value();
    return true;
  }
  StartSolver gradual(compiled, *compiled.homotopy_problem, host, settings);
  if (!gradual.Prepare(outcome, emitter)) return false;
  uint32_t n_steps = 0;
  const double reached = GoGradually(gradual, n_steps);
  if (reached < 1) {
    for (const diag::Diagnostic& diagnostic : collected.all) emitter.Take(diagnostic);
    emitter.Emit({}, NotByHomotopy,
                 reached < 0 ? std::string("not even the simplified equations could be solved")
                             : fmt::format("it came as far as {:.3g} on the way from 0 to 1", reached));
    return false;
  }
  emitter.Emit({}, StartByHomotopy, n_steps);
  outcome.ends_at_start = gradual.termination().has_value();
  if (const auto asked = gradual.termination())
    ReportTermination(*compiled.homotopy_problem, *asked, settings.run.start, emitter);
  executable.SetStart(StartFrom(compiled, OwnStart(compiled, compiled, settings.tuned), gradual.values(),
                                settings.run.start));
  outcome.printed = gradual.printed();
  return true;
}

}  // namespace kerf::sim
