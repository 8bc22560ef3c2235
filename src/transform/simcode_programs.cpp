// The programs. Within a program, items are ordered by level, then by shape: like assignments become
// loops.
#include <algorithm>
#include <tuple>

#include "transform/simcode_builder.h"

namespace kerf::transform {

using expr::Op;

auto SimcodeBuilder::TangentOf(ExprId value) -> ExprId {
  return differentiator_.Differentiate(value, [&](ExprId leaf) -> ExprId {
    if (pool_.op(leaf) != Op::Var) return pool_.Real(0);
    const uint32_t s = slots_.Resolve(pool_.var(leaf));
    return s < has_tangent_.size() && has_tangent_[s] ? Slots::TangentRef(pool_, s) : pool_.Real(0);
  });
}

void SimcodeBuilder::BuildTangent(const Item& item, simcode::Code& code) {
  if (item.is_relation || item.is_direction) return;
  const ExprId tangent = TangentOf(item.value);
  if (pool_.IsNumber(tangent, 0)) return;
  has_tangent_[item.slot] = true;
  tape_->Append(code, item.slot | kTangentBit, tangent);
}

void SimcodeBuilder::BuildProgram(const std::vector<uint32_t>& order, bool with_tangents,
                                  simcode::Program& program) {
  // Shapes first, so that the order can follow them.
  struct Entry {
    uint32_t item;
    uint32_t level;
    bool is_block;
    transform::Lowered lowered;
  };
  std::vector<Entry> entries;
  entries.reserve(order.size());
  for (const uint32_t k : order) {
    const Item& item = items_.list[k];
    const bool is_block = item.block != Item::kNoBlock;
    entries.push_back(
        {k, item.level, is_block, is_block ? transform::Lowered{} : tape_->Lower(item.slot, item.value)});
  }
  std::ranges::stable_sort(
      entries, {}, [](const Entry& e) { return std::tuple(e.level, e.is_block, e.lowered.shape.index); });

  simcode::Code code;
  const auto flush = [&](size_t first, size_t last) {
    if (code.loops.empty()) return;
    simcode::Code tangent;
    for (size_t k = first; with_tangents && k < last; ++k)
      BuildTangent(items_.list[entries[k].item], tangent);
    program.steps.push_back(
        {MakeCode(std::move(code)), with_tangents ? MakeCode(std::move(tangent)) : simcode::CodeId{}, {}});
    code = {};
  };
  size_t first = 0;
  for (size_t k = 0; k < entries.size(); ++k) {
    const Item& item = items_.list[entries[k].item];
    if (!entries[k].is_block) {
      tape_->Append(code, entries[k].lowered);
      continue;
    }
    flush(first, k);
    first = k + 1;
    program.steps.push_back({{}, {}, BuildBlock(item.block, with_tangents)});
  }
  flush(first, entries.size());
}

// Phases of what changes continuously and of what changes at events alternate. The code of the former serves
// both the derivatives and the events.
void SimcodeBuilder::BuildPhases() {
  std::vector<std::vector<uint32_t>> phases(2);
  for (uint32_t k = 0; k < items_.list.size(); ++k) {
    const Item& item = items_.list[k];
    if (item.variation == Variation::Never || !item.needed || is_implicit_only_) continue;
    if (item.phase >= phases.size()) phases.resize(item.phase + 1);
    phases[item.phase].push_back(k);
  }
  for (size_t p = 0; p < phases.size(); ++p) {
    const bool is_continuous = p % 2 == 0;
    simcode::Program part;
    BuildProgram(phases[p], is_continuous, part);
    for (const simcode::Step& step : part.steps) {
      sim_.event.steps.push_back(step);
      if (is_continuous) sim_.derivative.steps.push_back(step);
    }
  }
}

void SimcodeBuilder::BuildPrograms() {
  tape_ = std::make_unique<TapeBuilder>(pool_, slots_, sim_.time_slot, sim_);
  std::vector<uint32_t> once;
  std::vector<uint32_t> output;
  for (uint32_t k = 0; k < items_.list.size(); ++k) {
    const Item& item = items_.list[k];
    if (item.variation == Variation::Never) once.push_back(k);
    // In the implicit form the residual code has what varies.
    if (item.variation == Variation::Always && !item.needed && !is_implicit_only_) output.push_back(k);
  }
  has_tangent_.assign(slots_.size(), false);
  for (uint32_t k = 0; k < sim_.n_states; ++k) has_tangent_[sim_.state_slot + k] = true;
  for (const simcode::Direction& direction : sim_.directions) {
    for (const uint32_t s : direction.slots) has_tangent_[s] = true;
  }
  BuildProgram(once, false, sim_.once);
  BuildPhases();
  BuildProgram(output, context_.options.has_directions, sim_.output);
}

}  // namespace kerf::transform
