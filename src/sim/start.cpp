// The problem of the start, solved at once or gradually.
#include "sim/start.h"

#include <algorithm>
#include <optional>

#include "diag/consumers.h"
#include "expr/evaluate.h"
#include "sim/report_assertion.h"
#include "sim/run_once.h"

namespace kerf::sim {

namespace {

KERF_DIAG(StartByHomotopy, Note,
          "the start was found by homotopy, from the simplified equations to the actual ones in {} steps",
          uint32_t);
KERF_DIAG(NotByHomotopy, Note, "homotopy does not find the start either: {}", std::string);

// One instant, solved again and again from where the last solution was.
class StartSolver {
 public:
  StartSolver(const transform::Work& initial, Functions& functions, ModelFunctions& model_functions,
              const Settings& settings)
      : initial_(initial),
        functions_(functions),
        model_functions_(model_functions),
        engine_(settings.engine) {
    instant_.run.start = instant_.run.stop = settings.run.start;
    instant_.run.tolerance = settings.run.tolerance;
    instant_.keeps_printed = settings.keeps_printed;
    instant_.should_stop = settings.why_stopped ? settings.should_stop : nullptr;
    instant_.why_stopped = settings.why_stopped;
  }

  auto Prepare(Outcome& outcome, diag::Emitter& emitter) -> bool {
    executable_ = Translate(initial_, functions_, engine_, outcome, emitter);
    if (executable_) executable_->SetEffects(model_functions_.EffectsOf(initial_));
    return executable_ != nullptr;
  }

  auto Solve(diag::Emitter& emitter) -> bool {
    Outcome found;
    RunOnce(initial_, model_functions_, *executable_, instant_, found, nullptr, emitter);
    if (found.ok) values_ = std::move(found.final_values);
    termination_ = found.run.termination;
    printed_ = std::move(found.printed);
    return found.ok;
  }

  // With the given weight of the actual equations, starting from the last solution if there is one.
  auto SolveWith(double weight, diag::Emitter& emitter) -> bool {
    std::vector<double> start =
        values_.empty() ? initial_.simcode.start : StartFrom(initial_, values_, instant_.run.start);
    start[initial_.simcode.slot_of_var[initial_.dae.homotopy.index]] = weight;
    executable_->SetStart(std::move(start));
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
  const transform::Work& initial_;
  Functions& functions_;
  ModelFunctions& model_functions_;
  Engine engine_;
  Settings instant_;
  std::unique_ptr<Executable> executable_;
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

// What a relation holds of the condition as written: of `ceil(x)` floor(-x), of `mod(x, y)` floor(x/y).
auto HeldPart(const simcode::Relation& relation, expr::Pool& pool) -> expr::ExprId {
  using expr::Op;
  const expr::ExprId condition = relation.condition;
  if (relation.kind != simcode::RelationKind::Floor || pool.op(condition) == Op::Floor) return condition;
  const expr::ExprId x = pool.operand(condition, 0);
  return pool.Unary(Op::Floor,
                    pool.op(condition) == Op::Mod ? pool.Div(x, pool.operand(condition, 1)) : pool.Neg(x));
}

// Conditions begin as the values make them: with others the equations may lead to another solution.
void HoldRelations(const transform::Work& work, const std::vector<double>& values, double time,
                   std::vector<double>& start) {
  expr::Pool& pool = work.dae.world->pool;
  expr::Evaluator evaluator(pool);
  const auto leaf = [&](expr::ExprId id) -> std::optional<double> {
    if (pool.op(id) == expr::Op::Time) return time;
    if (pool.op(id) != expr::Op::Var || pool.var(id).index >= values.size()) return std::nullopt;
    return values[pool.var(id).index];
  };
  for (const simcode::Relation& relation : work.simcode.relations) {
    const auto value = evaluator.TryEvaluate(HeldPart(relation, pool), leaf);
    if (value) start[relation.held_slot] = *value;
  }
}

}  // namespace

auto StartFrom(const transform::Work& work, const std::vector<double>& values, double time)
    -> std::vector<double> {
  std::vector<double> start = work.simcode.start;
  for (const auto id : work.dae.vars.ids()) {
    const dae::Var& var = work.dae.vars[id];
    // What was is what the start has left.
    const auto value_of = var.pre_of.has_value() ? var.pre_of : id;
    const bool is_given = var.kind == dae::VarKind::Constant || var.kind == dae::VarKind::Input ||
                          (var.kind == dae::VarKind::Parameter && !var.is_free);
    if (!is_given && work.aliases.representative[id.index] == id)
      start[work.simcode.slot_of_var[id.index]] = value_of.index < values.size() ? values[value_of.index] : 0;
  }
  HoldRelations(work, values, time, start);
  return start;
}

auto SolveInitial(const transform::Work& work, Functions& functions, ModelFunctions& model_functions,
                  const Settings& settings, Executable& executable, Outcome& outcome, diag::Emitter& emitter)
    -> bool {
  StartSolver at_once(*work.initial, functions, model_functions, settings);
  if (!at_once.Prepare(outcome, emitter)) return false;
  diag::CollectingConsumer collected;
  diag::Emitter collector(collected);
  const bool is_solved = at_once.Solve(collector);
  if (is_solved || !work.gradual || at_once.IsStopped()) {
    for (const diag::Diagnostic& diagnostic : collected.all) emitter.Take(diagnostic);
    outcome.printed = at_once.printed();
    if (!is_solved) return false;
    executable.SetStart(StartFrom(work, at_once.values(), settings.run.start));
    outcome.ends_at_start = at_once.termination().has_value();
    return true;
  }
  StartSolver gradual(*work.gradual, functions, model_functions, settings);
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
    ReportTermination(*work.gradual, *asked, settings.run.start, emitter);
  executable.SetStart(StartFrom(work, gradual.values(), settings.run.start));
  outcome.printed = gradual.printed();
  return true;
}

}  // namespace kerf::sim
