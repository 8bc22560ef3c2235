// Counts the uses of each shape, then walks the codes once and deals their loops to functions.
#include "codegen/plan.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace kerf::codegen {

namespace {

using model::CodeId;
using model::Loop;
using model::ShapeId;
using model::Tape;

constexpr uint32_t kNoFunction = 0xFFFF'FFFF;

struct ShapeUse {
  uint64_t short_rows = 0;
  uint64_t loop_rows = 0;
  bool is_inlined = false;
  uint32_t function = kNoFunction;
};

class Planner {
 public:
  Planner(const Tape& tape, const CompileOptions& options)
      : tape_(tape), options_(options), uses_(tape.shapes.size()) {}

  auto Make() -> Plan {
    CountUses();
    for (const CodeId code_id : tape_.codes.ids()) PlanCode(code_id);
    plan_.first_step.push_back(plan_.steps.size());
    PlanModules();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] auto size_of(ShapeId shape_id) const -> size_t { return tape_.shapes[shape_id].code.size(); }

  [[nodiscard]] auto IsShort(const Loop& loop) const -> bool { return loop.count < options_.loop_rows; }

  void CountUses() {
    for (const CodeId code_id : tape_.codes.ids()) {
      for (const Loop& loop : tape_.codes[code_id].loops) {
        ShapeUse& use = uses_[loop.shape.index];
        if (IsShort(loop)) use.short_rows += loop.count;
      }
    }
    for (const ShapeId shape_id : tape_.shapes.ids()) {
      ShapeUse& use = uses_[shape_id.index];
      // A single row is no longer as straight code than as a loop.
      use.is_inlined = use.short_rows == 1 || use.short_rows * size_of(shape_id) <= options_.inline_limit;
    }
  }

  void PlanCode(CodeId code_id) {
    plan_.first_step.push_back(plan_.steps.size());
    const auto& loops = tape_.codes[code_id].loops;
    bool is_chunk_open = false;
    for (uint32_t i = 0; i < loops.size(); ++i) {
      const Loop& loop = loops[i];
      if (loop.count == 0) continue;
      if (!IsShort(loop) || !uses_[loop.shape.index].is_inlined) {
        AddLoopStep(loop);
        is_chunk_open = false;
        continue;
      }
      if (!is_chunk_open) OpenChunk(code_id, i);
      PlannedFunction& chunk = plan_.functions.back();
      chunk.last_loop = i + 1;
      chunk.n_instructions += loop.count * size_of(loop.shape);
      plan_.n_inlined_rows += loop.count;
      is_chunk_open = chunk.n_instructions < options_.chunk_instructions;
    }
  }

  void OpenChunk(CodeId code_id, uint32_t loop) {
    plan_.steps.push_back({static_cast<uint32_t>(plan_.functions.size()), nullptr, 0});
    plan_.functions.push_back({FunctionKind::Chunk, {}, code_id, loop, loop, 0});
  }

  void AddLoopStep(const Loop& loop) {
    ShapeUse& use = uses_[loop.shape.index];
    if (use.function == kNoFunction) {
      use.function = static_cast<uint32_t>(plan_.functions.size());
      plan_.functions.push_back({FunctionKind::ShapeLoop, loop.shape, {}, 0, 0, size_of(loop.shape)});
    }
    use.loop_rows += loop.count;
    plan_.steps.push_back({use.function, tape_.args.data() + loop.first, loop.count});
  }

  // The loop functions worth optimising: by work, while they fit the budget.
  auto ChooseOptimised() -> std::vector<bool> {
    std::vector<bool> is_optimised(plan_.functions.size(), false);
    if (!options_.optimise_loops) return is_optimised;
    const auto work = [&](uint32_t f) {
      const PlannedFunction& function = plan_.functions[f];
      return uses_[function.shape.index].loop_rows * function.n_instructions;
    };
    std::vector<uint32_t> candidates;
    for (uint32_t f = 0; f < plan_.functions.size(); ++f) {
      const PlannedFunction& function = plan_.functions[f];
      if (function.kind != FunctionKind::ShapeLoop || function.n_instructions > options_.optimise_size)
        continue;
      if (work(f) >= options_.optimise_work) candidates.push_back(f);
    }
    std::ranges::stable_sort(candidates, std::greater<>{}, work);
    size_t left = options_.optimise_budget;
    for (const uint32_t f : candidates) {
      if (plan_.functions[f].n_instructions > left) continue;
      left -= plan_.functions[f].n_instructions;
      is_optimised[f] = true;
    }
    return is_optimised;
  }

  void PlanModules() {
    const std::vector<bool> is_optimised = ChooseOptimised();
    for (const bool wanted : {true, false}) {
      size_t size = options_.module_instructions;
      for (uint32_t f = 0; f < plan_.functions.size(); ++f) {
        if (is_optimised[f] != wanted) continue;
        if (size >= options_.module_instructions) {
          plan_.modules.push_back({{}, wanted});
          size = 0;
        }
        plan_.modules.back().functions.push_back(f);
        size += plan_.functions[f].n_instructions;
      }
    }
  }

  const Tape& tape_;
  const CompileOptions& options_;
  std::vector<ShapeUse> uses_;
  Plan plan_;
};

}  // namespace

auto MakePlan(const Tape& tape, const CompileOptions& options) -> Plan {
  return Planner(tape, options).Make();
}

}  // namespace kerf::codegen
