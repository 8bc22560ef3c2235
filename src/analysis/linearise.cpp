// A run to the point, then sweeps of tangents there.
#include "analysis/linearise.h"

#include <algorithm>
#include <cmath>

#include "analysis/ports.h"
#include "analysis/solve_point.h"
#include "analysis/sweep.h"
#include "compile/make_model.h"

namespace kerf::analysis {

namespace {

using dae::VarKind;
using expr::VarId;
using transform::Status;

// Beyond these sizes dense matrices and their eigenvalues take minutes and gigabytes.
constexpr size_t kMaxStates = 4000;
constexpr size_t kMaxModes = 1000;

KERF_DIAG(NoStates, Error, "{} has no states, so there is nothing to linearise", std::string);
KERF_DIAG(TooManyStates, Error, "{} has {} states; linear models are made up to {}", std::string, size_t,
          size_t);
KERF_DIAG(NoModes, Warning, "the eigenvalues of {} states are not computed; the limit is {}", size_t, size_t);
KERF_DIAG(ModesFailed, Warning, "the eigenvalues could not be found: the iteration does not converge");
KERF_DIAG(SlopeNotFinite, Error, "d({})/d({}) is not finite at the point", std::string, std::string);
KERF_DIAG(NoLinearModel, Error,
          "the point has no linear model: the matrix of the equations for `{}` is singular there",
          std::string);

class Lineariser {
 public:
  Lineariser(session::Request request, const LineariseOptions& options, sim::Functions& functions,
             source::Buffers& buffers, diag::Emitter& emitter)
      : request_(std::move(request)),
        options_(options),
        functions_(functions),
        buffers_(buffers),
        emitter_(emitter) {}

  auto Run() -> std::optional<LinearModel> {
    if (!Compile()) return std::nullopt;
    sim::Settings settings;
    settings.engine = options_.engine;
    settings.run.start = options_.point == PointKind::Steady ? options_.time : options_.start;
    settings.run.stop = std::max(options_.time, settings.run.start);
    settings.run.tolerance = options_.tolerance;
    if (options_.point == PointKind::Steady && !FindRest(settings)) return std::nullopt;
    SweepResult swept;
    settings.at_end = [&](const KerfModel& model, const double* w) {
      swept = SweepTangents(model, w, work_->simcode, slots_);
    };
    const sim::Outcome outcome =
        sim::Simulate(*compile::MakeModel(compilation_.work), functions_, settings, emitter_);
    if (!outcome.ok || !CheckSweep(swept)) return std::nullopt;
    LinearModel model = Assemble(swept);
    model.time = outcome.last_time;
    model.is_steady = options_.point == PointKind::Steady;
    AddModes(model);
    return model;
  }

 private:
  auto Name(VarId var) const -> std::string { return dae::FullName(work_->dae, var); }

  auto Compile() -> bool {
    request_.options.problem = transform::Problem::Simulation;
    request_.options.has_directions = true;
    request_.options.begins_elsewhere = options_.point == PointKind::Steady;
    request_.options.directions = options_.inputs;
    compilation_ = session::Compile(request_, buffers_, emitter_);
    if (!compilation_.work || compilation_.status != Status::Ok) return false;
    work_ = compilation_.work.get();
    const uint32_t errors = emitter_.n_errors();
    outputs_ = FindOutputs(work_->dae, options_.outputs, emitter_);
    for (const VarId id : outputs_) slots_.push_back(work_->simcode.slot_of_var[id.index]);
    const std::string name(work_->dae.world->names[work_->dae.name]);
    const size_t n = work_->simcode.n_states;
    if (n == 0) emitter_.Emit({}, NoStates, name);
    if (n > kMaxStates) emitter_.Emit({}, TooManyStates, name, n, kMaxStates);
    return emitter_.n_errors() == errors;
  }

  // Values of the steady state, which the run then begins from and does not leave.
  auto FindRest(sim::Settings& settings) -> bool {
    session::Request request = request_;
    request.options.problem = transform::Problem::Steady;
    Point point = SolvePoint(request, options_.time, options_.engine, functions_, buffers_, emitter_);
    settings.start_values = std::move(point.outcome.final_values);
    return point.outcome.ok;
  }

  auto CheckSweep(const SweepResult& swept) -> bool {
    const simcode::SimCode& sim = work_->simcode;
    if (swept.singular_slot != runtime::kNone) {
      const auto at = std::ranges::find(sim.slot_of_var, swept.singular_slot);
      const VarId var{static_cast<uint32_t>(at - sim.slot_of_var.begin())};
      emitter_.Emit({}, NoLinearModel, at == sim.slot_of_var.end() ? "" : Name(var));
      return false;
    }
    for (uint32_t j = 0; j < swept.derivatives.n_cols; ++j) {
      for (uint32_t i = 0; i < swept.derivatives.n_rows; ++i) {
        if (std::isfinite(swept.derivatives.at(i, j))) continue;
        const VarId row =
            i < sim.n_states ? work_->dae.vars[sim.states[i]].derivative : outputs_[i - sim.n_states];
        const VarId col = j < sim.n_states ? sim.states[j] : sim.directions[j - sim.n_states].var;
        emitter_.Emit({}, SlopeNotFinite, Name(row), Name(col));
        return false;
      }
    }
    return true;
  }

  static auto Part(const Matrix& whole, uint32_t row, uint32_t n_rows, uint32_t col, uint32_t n_cols)
      -> Matrix {
    Matrix part(n_rows, n_cols);
    for (uint32_t j = 0; j < n_cols; ++j) {
      // Adding zero turns -0 into 0.
      for (uint32_t i = 0; i < n_rows; ++i) part.at(i, j) = whole.at(row + i, col + j) + 0.0;
    }
    return part;
  }

  // What a state stands for at the point, where it is chosen during the run.
  auto ChosenState(VarId state, const std::vector<double>& values) const -> VarId {
    for (const dae::StateSet& set : work_->dae.state_sets) {
      const auto at = std::ranges::find(set.states, state);
      if (at == set.states.end()) continue;
      const size_t first = static_cast<size_t>(at - set.states.begin()) * set.candidates.size();
      for (size_t j = 0; j < set.candidates.size(); ++j) {
        const VarId factor = set.selection[first + j];
        if (values[work_->simcode.slot_of_var[factor.index]] != 0) return set.candidates[j];
      }
    }
    return state;
  }

  auto Assemble(const SweepResult& swept) const -> LinearModel {
    const simcode::SimCode& sim = work_->simcode;
    const uint32_t n = sim.n_states;
    const auto m = static_cast<uint32_t>(sim.directions.size());
    const auto p = static_cast<uint32_t>(outputs_.size());
    LinearModel model;
    model.name = std::string(work_->dae.world->names[work_->dae.name]);
    for (uint32_t k = 0; k < n; ++k) {
      model.states.push_back(Name(ChosenState(sim.states[k], swept.values)));
      model.x.push_back(swept.values[sim.state_slot + k]);
      model.x_dot.push_back(swept.values[sim.derivative_slot + k] + 0.0);
    }
    for (const simcode::Direction& direction : sim.directions) {
      model.inputs.push_back(Name(direction.var));
      model.u.push_back(swept.values[sim.slot_of_var[direction.var.index]]);
    }
    for (const VarId id : outputs_) {
      model.outputs.push_back(Name(id));
      model.y.push_back(swept.values[sim.slot_of_var[id.index]]);
    }
    model.a = Part(swept.derivatives, 0, n, 0, n);
    model.b = Part(swept.derivatives, 0, n, n, m);
    model.c = Part(swept.derivatives, n, p, 0, n);
    model.d = Part(swept.derivatives, n, p, n, m);
    return model;
  }

  void AddModes(LinearModel& model) {
    if (model.states.size() > kMaxModes) {
      emitter_.Emit({}, NoModes, model.states.size(), kMaxModes);
      return;
    }
    auto modes = TryModes(model.a);
    if (!modes) emitter_.Emit({}, ModesFailed);
    if (modes) model.modes = std::move(*modes);
  }

  session::Request request_;
  const LineariseOptions& options_;
  sim::Functions& functions_;
  source::Buffers& buffers_;
  diag::Emitter& emitter_;
  session::Compilation compilation_;
  const transform::Work* work_ = nullptr;
  std::vector<VarId> outputs_;
  std::vector<uint32_t> slots_;
};

}  // namespace

auto Linearise(session::Request request, const LineariseOptions& options, sim::Functions& functions,
               source::Buffers& buffers, diag::Emitter& emitter) -> std::optional<LinearModel> {
  return Lineariser(std::move(request), options, functions, buffers, emitter).Run();
}

}  // namespace kerf::analysis
