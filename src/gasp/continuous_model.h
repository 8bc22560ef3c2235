// A program's equations and conditions as a model for the executive. Slots: the time, the states, their
// derivatives, the functions of the conditions, and whether they are positive.
#pragma once

#include <vector>

#include "gasp/combined_program.h"
#include "runtime/abi.h"

namespace kerf::gasp {

class ContinuousModel {
 public:
  // The program must outlive the model; its states are the start.
  explicit ContinuousModel(CombinedProgram& program);
  ContinuousModel(const ContinuousModel&) = delete;
  auto operator=(const ContinuousModel&) -> ContinuousModel& = delete;

  [[nodiscard]] auto model() const -> const KerfModel& { return model_; }

  static auto StateSlot() -> uint32_t { return 1; }
  static auto DerivativeSlot(size_t n_states) -> uint32_t { return static_cast<uint32_t>(1 + n_states); }
  static auto FunctionSlot(size_t n_states) -> uint32_t { return static_cast<uint32_t>(1 + 2 * n_states); }
  static auto HeldSlot(size_t n_states, size_t n_conditions) -> uint32_t {
    return static_cast<uint32_t>(1 + 2 * n_states + n_conditions);
  }

 private:
  std::vector<double> start_;
  std::vector<KerfRelation> relations_;
  KerfStep step_{};
  KerfModel model_{};
};

}  // namespace kerf::gasp
