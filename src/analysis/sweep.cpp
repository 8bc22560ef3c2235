// Tangents in, tangents out.
#include "analysis/sweep.h"

#include <algorithm>

#include "solvers/factory.h"

namespace kerf::analysis {

namespace {

using runtime::StepStatus;

class Sweeper {
 public:
  Sweeper(const KerfModel& model, const double* w, const simcode::SimCode& simcode,
          std::span<const uint32_t> wanted)
      : model_(model), simcode_(simcode), wanted_(wanted), machine_(model, solvers::MakeLinearSolver) {
    std::copy_n(w, model.n_slots, machine_.w());
  }

  auto Run() -> SweepResult {
    SweepResult result;
    // The values are those of the point; only the factors of blocks are made here.
    for (const KerfProgram* program : {&model_.derivative, &model_.output}) {
      if (machine_.PrepareTangents(*program) == StepStatus::Ok) continue;
      result.singular_slot = machine_.failure().slot;
      return result;
    }
    const auto n_cols = static_cast<uint32_t>(simcode_.n_states + simcode_.directions.size());
    result.derivatives = Matrix(static_cast<uint32_t>(simcode_.n_states + wanted_.size()), n_cols);
    for (uint32_t col = 0; col < n_cols; ++col) {
      Seed(col, true);
      machine_.RunTangents(model_.derivative);
      machine_.RunTangents(model_.output);
      Collect(col, result.derivatives);
      Seed(col, false);
    }
    result.values.assign(machine_.w(), machine_.w() + model_.n_slots);
    return result;
  }

 private:
  void Seed(uint32_t col, bool is_on) {
    if (col < simcode_.n_states) {
      machine_.tangents()[simcode_.state_slot + col] = is_on ? 1 : 0;
      return;
    }
    const simcode::Direction& direction = simcode_.directions[col - simcode_.n_states];
    for (size_t k = 0; k < direction.slots.size(); ++k)
      machine_.tangents()[direction.slots[k]] = is_on ? direction.seeds[k] : 0;
  }

  void Collect(uint32_t col, Matrix& derivatives) {
    const double* tangents = machine_.tangents();
    for (uint32_t i = 0; i < simcode_.n_states; ++i)
      derivatives.at(i, col) = tangents[simcode_.derivative_slot + i];
    for (uint32_t i = 0; i < wanted_.size(); ++i)
      derivatives.at(simcode_.n_states + i, col) = tangents[wanted_[i]];
  }

  const KerfModel& model_;
  const simcode::SimCode& simcode_;
  std::span<const uint32_t> wanted_;
  runtime::Machine machine_;
};

}  // namespace

auto SweepTangents(const KerfModel& model, const double* w, const simcode::SimCode& simcode,
                   std::span<const uint32_t> wanted) -> SweepResult {
  return Sweeper(model, w, simcode, wanted).Run();
}

}  // namespace kerf::analysis
