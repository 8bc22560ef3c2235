// The steps of a program in order.
#include "runtime/program.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kerf::runtime {

Machine::Machine(const KerfModel& model, const LinearSolverFactory& factory) : model_(model) {
  w_.assign(static_cast<size_t>(model.n_slots) * 2, 0.0);
  std::copy_n(model.start, model.n_slots, w_.begin());
  solvers_.reserve(model.n_blocks);
  for (uint32_t b = 0; b < model.n_blocks; ++b)
    solvers_.emplace_back(model, model.blocks[b], factory, w_.data());
}

auto Machine::Run(const KerfProgram& program) -> StepStatus {
  for (uint32_t s = 0; s < program.n_steps; ++s) {
    const KerfStep& step = program.steps[s];
    if (step.kind == KERF_STEP_CODE) {
      step.code.run(step.code.context, w_.data());
      continue;
    }
    const StepStatus status = solvers_[step.block].Solve(effort_, failure_);
    if (status != StepStatus::Ok) return FailBlock(status, s, step.block);
  }
  return StepStatus::Ok;
}

auto Machine::FailBlock(StepStatus status, uint32_t step, uint32_t block) -> StepStatus {
  failure_.status = status;
  failure_.time = w_[model_.time_slot];
  failure_.step = step;
  failure_.block = block;
  return status;
}

auto Machine::HasTangents(const KerfProgram& program, const KerfModel& model) -> bool {
  for (uint32_t s = 0; s < program.n_steps; ++s) {
    const KerfStep& step = program.steps[s];
    const KerfCode& tangent = step.kind == KERF_STEP_CODE ? step.tangent : model.blocks[step.block].tangent;
    if (tangent.run == nullptr) return false;
  }
  return true;
}

auto Machine::PrepareTangents(const KerfProgram& program) -> StepStatus {
  for (uint32_t s = 0; s < program.n_steps; ++s) {
    const KerfStep& step = program.steps[s];
    if (step.kind != KERF_STEP_BLOCK) continue;
    const uint32_t column = solvers_[step.block].FactorHere();
    if (column == kNone) continue;
    failure_.slot = model_.blocks[step.block].unknown_slots[column];
    failure_.residual = kNone;
    return FailBlock(StepStatus::SingularBlock, s, step.block);
  }
  return StepStatus::Ok;
}

void Machine::RunTangents(const KerfProgram& program) {
  for (uint32_t s = 0; s < program.n_steps; ++s) {
    const KerfStep& step = program.steps[s];
    if (step.kind == KERF_STEP_CODE) {
      step.tangent.run(step.tangent.context, w_.data());
      continue;
    }
    const KerfBlock& block = model_.blocks[step.block];
    for (uint32_t i = 0; i < block.n; ++i) tangents()[block.unknown_slots[i]] = 0;
    block.tangent.run(block.tangent.context, w_.data());
    solvers_[step.block].SolveTangent(tangents());
    block.tangent.run(block.tangent.context, w_.data());
  }
}

void Machine::Forget() {
  for (BlockSolver& solver : solvers_) solver.Forget();
}

void Machine::Accept() {
  for (BlockSolver& solver : solvers_) solver.Accept();
}

auto Machine::FailNonFinite(uint32_t slot) -> StepStatus {
  failure_.status = StepStatus::NonFinite;
  failure_.time = w_[model_.time_slot];
  failure_.step = failure_.block = failure_.residual = kNone;
  failure_.slot = slot;
  failure_.iterations = 0;
  failure_.residual_value = 0;
  return StepStatus::NonFinite;
}

void Machine::LocateNonFinite(const KerfProgram& program) {
  const uint32_t state = FindNonFinite(w() + model_.state_slot, model_.n_states);
  if (state < model_.n_states) failure_.slot = model_.state_slot + state;
  if (state < model_.n_states || program.n_steps == 0) return;
  const uint32_t reported = failure_.slot;
  const std::vector<double> found(w_.begin(), w_.begin() + model_.n_slots);
  std::vector<double> clean = found;
  for (double& value : clean) value = std::isfinite(value) ? value : 0;
  // The shortest beginning of the program that leaves such a value, by bisection: it is fine after `low`
  // steps, not after `high`.
  uint32_t low = 0;
  uint32_t high = program.n_steps;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    std::copy(clean.begin(), clean.end(), w_.begin());
    const bool ran = Run({middle, program.steps}) == StepStatus::Ok;
    (ran && FindNonFinite(w(), model_.n_slots) == model_.n_slots ? low : high) = middle;
  }
  std::copy(clean.begin(), clean.end(), w_.begin());
  Run({high, program.steps});
  const uint32_t slot = FindNonFinite(w(), model_.n_slots);
  FailNonFinite(slot < model_.n_slots ? slot : reported);
  if (slot < model_.n_slots) failure_.step = high - 1;
  // What the program has not computed is told as it was.
  for (uint32_t i = 0; i < model_.n_slots; ++i) {
    if (!std::isfinite(found[i]) && w_[i] == 0) w_[i] = found[i];
  }
}

auto Machine::newton_statistics() const -> NewtonStatistics {
  NewtonStatistics sum;
  for (const BlockSolver& solver : solvers_) {
    sum.iterations += solver.statistics().iterations;
    sum.evaluations += solver.statistics().evaluations;
    sum.factorisations += solver.statistics().factorisations;
  }
  return sum;
}

auto Machine::Undetermined() const -> std::vector<UndeterminedBlock> {
  std::vector<UndeterminedBlock> blocks;
  for (uint32_t k = 0; k < solvers_.size(); ++k) {
    if (solvers_[k].undetermined() == kNone) continue;
    blocks.push_back(
        {k, solvers_[k].undetermined(), solvers_[k].undetermined_time(), solvers_[k].undetermined_entries()});
  }
  return blocks;
}

auto FindNonFinite(const double* values, uint32_t n) -> uint32_t {
  // The product is 0 exactly for finite values, so one sum answers for all of them in the usual case; four
  // partial sums keep the processor busy.
  double sums[4] = {0, 0, 0, 0};
  uint32_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (uint32_t k = 0; k < 4; ++k) sums[k] += values[i + k] * 0;
  }
  for (; i < n; ++i) sums[0] += values[i] * 0;
  if ((sums[0] + sums[1]) + (sums[2] + sums[3]) == 0) return n;
  return static_cast<uint32_t>(std::find_if(values, values + n, [](double v) { return !std::isfinite(v); }) -
                               values);
}

}  // namespace kerf::runtime
