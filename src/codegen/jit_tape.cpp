// Walks the steps of a code. A code that is one chunk is called without a detour.
#include "codegen/jit_tape.h"

#include <utility>

namespace kerf::codegen {

namespace {

using ChunkFunction = void (*)(const void* context, double* w);
using LoopFunction = void (*)(const uint32_t* rows, double* w, uint64_t n);

}  // namespace

JitTape::JitTape(const Plan& plan, LinkResult linked, std::vector<model::ExternalFunction> functions,
                 const CompileStatistics& statistics)
    : functions_(std::move(functions)), linked_(std::move(linked.code)), statistics_(statistics) {
  steps_.reserve(plan.steps.size());
  for (const PlannedStep& step : plan.steps) {
    steps_.push_back({linked.addresses[step.function], step.rows, step.n_rows});
  }
  for (size_t k = 0; k + 1 < plan.first_step.size(); ++k) {
    lists_.push_back({steps_.data() + plan.first_step[k], steps_.data() + plan.first_step[k + 1]});
  }
}

void JitTape::RunSteps(const void* context, double* w) {
  const auto* steps = static_cast<const StepList*>(context);
  for (const Step* step = steps->begin; step != steps->end; ++step) {
    if (step->n_rows == 0) {
      reinterpret_cast<ChunkFunction>(step->function)(nullptr, w);
    } else {
      reinterpret_cast<LoopFunction>(step->function)(step->rows, w, step->n_rows);
    }
  }
}

auto JitTape::code(model::CodeId code_id) const -> KerfCode {
  const StepList& list = lists_[code_id.index];
  const bool is_one_chunk = list.end - list.begin == 1 && list.begin->n_rows == 0;
  if (is_one_chunk) return {reinterpret_cast<ChunkFunction>(list.begin->function), nullptr};
  return {RunSteps, &list};
}

}  // namespace kerf::codegen
