// A model made of a main model and of copies of others, whose number changes from stretch to stretch of a
// run.
//
// The slots of the main model keep their numbers; behind them stand the states of all, side by side, their
// derivatives, and what the relations of the copies need. A copy computes on slots of its own (a Machine):
//
//   derivative:  states to the main model; run it; to each copy its states, the time, what it takes from the
//                main model, the held values of its relations, old values and ticks; run it; derivatives,
//                relation functions and what changes at events back
//
// The code of a copy reads the delay lines of its model, so its own take their place while it runs.
//
// Copies may give sums to inputs of the main model. Then all of this is done again, as often as sums may
// depend on other sums through the main model at the same instant. No sum may depend on itself.
//
// Who probes the model along its solution restores the slots afterwards, but not those of the copies: they
// are what the last evaluation has left. Refresh() makes them fit again, and so does `output`.
//
// A copy that could not be evaluated has derivatives that are no numbers, and so is a slot of its own: one
// without states fails as well.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/abi.h"
#include "runtime/delay_line.h"
#include "runtime/linear_solver.h"
#include "runtime/program.h"

namespace kerf::runtime {

// A slot of the main model and one of a copy.
struct SlotPair {
  uint32_t of_main = 0;
  uint32_t of_copy = 0;
};

struct CopyPart {
  Machine* machine = nullptr;
  const std::vector<SlotPair>* inputs = nullptr;
  const std::vector<SlotPair>* outputs = nullptr;
  // What the copy's delays remember, in the order of the model's; it must outlive the composite.
  std::span<DelayLine> lines = {};
};

class Composite {
 public:
  // The main model and the machines must outlive this. The start values of the main model are `start`; states
  // of copies start as they are in their machines. `depth`: the most sums of which each depends on the next.
  Composite(const KerfModel& main, const std::vector<double>& start, std::vector<CopyPart> copies,
            uint32_t depth = 1);
  Composite(const Composite&) = delete;
  auto operator=(const Composite&) -> Composite& = delete;

  [[nodiscard]] auto model() const -> const KerfModel& { return model_; }
  // Where a slot of the main model stands for who sets values: states have their place behind.
  [[nodiscard]] auto SlotOfMain(uint32_t slot) const -> uint32_t;
  // The first of a copy's states.
  [[nodiscard]] auto StatesOf(size_t copy) const -> uint32_t { return states_of_[copy]; }
  // Brings the copies to where w is. The slot of a sum that does not fit what the copies give by it, else
  // kNoSlot.
  static constexpr uint32_t kNoSlot = 0xFFFF'FFFF;
  auto Refresh(double* w) const -> uint32_t;
  // Whether a copy could be evaluated at w.
  [[nodiscard]] auto IsSound(size_t copy, const double* w) const -> bool;

 private:
  struct RelationPlace {
    uint32_t function_slot, held_slot, time_slot, slope_slot;
  };

  static void Scatter(const void* context, double* w);
  static void RunDerivative(const void* context, double* w);
  static void RunEvent(const void* context, double* w);
  static void RunOnce(const void* context, double* w);
  static void RunOutput(const void* context, double* w);
  static void SumOutputs(const void* context, double* w);
  static void GatherMain(const void* context, double* w);

  void LayOut(const std::vector<double>& start);
  auto LayOutRelations(uint32_t next) -> uint32_t;
  auto LayOutDiscrete(uint32_t next) -> uint32_t;
  void StartStates(const std::vector<double>& start);
  void StartDiscrete();
  void GiveDiscrete(size_t copy, const double* w) const;
  void TakeDiscrete(size_t copy, double* w) const;
  auto LayOutDelays(uint32_t next) -> uint32_t;
  auto LayOutAssertions(uint32_t next) -> uint32_t;
  void TakeAssertions(size_t copy, double* w) const;
  void SwapLines(size_t copy) const;
  void TakeDelays(size_t copy, double* w) const;
  void AddSteps(std::vector<KerfStep>& steps, const KerfProgram& main, void (*copies)(const void*, double*));
  void SetUpPattern();
  void RunCopies(double* w, bool is_event) const;

  const KerfModel& main_;
  std::vector<CopyPart> copies_;
  KerfModel model_{};
  std::vector<double> start_;
  std::vector<double> nominal_;
  std::vector<uint32_t> states_of_;
  std::vector<KerfRelation> relations_;
  // Of each copy, the place of its first relation in places_.
  std::vector<uint32_t> first_relation_;
  std::vector<RelationPlace> places_;
  // What changes at events, of the main model and behind it of the copies; of each copy where its own begins.
  std::vector<KerfPrevious> previous_;
  std::vector<KerfSampler> samplers_;
  std::vector<KerfReinit> reinits_;
  std::vector<uint32_t> first_previous_, first_sampler_, first_reinit_;
  std::vector<KerfDelay> delays_;
  std::vector<uint32_t> first_delay_;
  std::vector<KerfAssertion> assertions_;
  std::vector<uint32_t> first_assertion_;
  // Of each copy the slot that is 0, or no number where it could not be evaluated.
  std::vector<uint32_t> health_slots_;
  std::vector<KerfStep> once_, derivative_, output_, event_;
  std::vector<uint32_t> col_ptr_, row_index_, colours_;
  bool has_outputs_ = false;
  uint32_t depth_ = 1;
};

}  // namespace kerf::runtime
