// See tuning.h.
#include "compile/tuning.h"

#include <algorithm>

#include "compile/without_no_event.h"
#include "expr/evaluate.h"
#include "expr/walk.h"
#include "transform/tape_builder.h"

namespace kerf::compile {

namespace {

using expr::ExprId;
using expr::Op;
using expr::VarId;
using model::Declaration;

class TuningBuilder {
 public:
  TuningBuilder(const transform::Work& work, const model::Variables& variables)
      : work_(work),
        dae_(work.dae),
        pool_(work.dae.world->pool),
        walker_(pool_),
        is_given_(dae_.vars.size(), false),
        is_set_(dae_.vars.size(), false),
        follows_(dae_.vars.size(), false) {
    parts_ = {&work_};
    if (work_.initial) parts_.push_back(work_.initial.get());
    if (work_.gradual) parts_.push_back(work_.gradual.get());
    for (const VarId id : work_.simcode.given) is_given_[id.index] = true;
    for (const VarId id : dae_.vars.ids()) {
      const dae::Var& var = dae_.vars[id];
      is_set_[id.index] = var.kind == dae::VarKind::Parameter && var.type == expr::Kind::Real && !var.is_free;
    }
    for (const Declaration& declaration : variables.declarations) {
      if ((declaration.flags & (Declaration::kFinal | Declaration::kProtected)) == 0) continue;
      std::fill_n(is_set_.begin() + declaration.first, declaration.count, false);
    }
  }

  auto Build() -> model::Tuning {
    FindEvaluated();
    const std::vector<VarId> order = OrderOfSources();
    for (const VarId id : order) FindFollowing(id);
    model::Tuning tuning;
    for (const VarId id : dae_.vars.ids()) {
      if (is_set_[id.index]) tuning.parameters.push_back(id.index);
    }
    const uint32_t n = dae_.vars.size();
    transform::Slots slots(n);
    const uint32_t first = slots.Allocate(n);
    for (const VarId id : dae_.vars.ids()) slots.Bind(id, first + id.index);
    simcode::SimCode code;
    expr::Rewriter rewriter(pool_);
    transform::TapeBuilder builder(pool_, slots, slots.Allocate(), code);
    for (const VarId id : order) {
      if (!follows_[id.index] || !SourceOf(id).has_value()) continue;
      model::Code row;
      builder.Append(row, first + id.index, WithoutNoEvent(rewriter, pool_, SourceOf(id)));
      tuning.rows.push_back({id.index, code.tape.codes.Add(std::move(row))});
    }
    tuning.tape = std::move(code.tape);
    return tuning;
  }

 private:
  // What gives the variable its value before the run; none for literals that the user gave.
  [[nodiscard]] auto SourceOf(VarId id) const -> ExprId {
    const dae::Var& var = dae_.vars[id];
    if (is_given_[id.index]) return {};
    return var.binding.has_value() ? var.binding : var.start;
  }

  // The variables in an expression.
  auto LeavesOf(ExprId value) -> std::vector<VarId> {
    std::vector<VarId> leaves;
    if (!value.has_value()) return leaves;
    for (const ExprId id : walker_.Postorder(value)) {
      if (pool_.op(id) == Op::Var) leaves.push_back(pool_.var(id));
    }
    return leaves;
  }

  // Whether a tape over the numbers of variables computes it.
  auto IsOfVariables(ExprId value) -> bool {
    const auto leaf = [&](ExprId id) -> std::optional<double> {
      return pool_.op(id) == Op::Var ? std::optional<double>(1) : std::nullopt;
    };
    const auto nodes = walker_.Postorder(value);
    return std::ranges::none_of(nodes, [&](ExprId id) { return pool_.op(id) == Op::Call; }) &&
           expr::Evaluator(pool_).TryEvaluate(value, leaf).has_value();
  }

  // What the compiler has looked at, and what that follows from, is not set.
  void FindEvaluated() {
    std::vector<VarId> stack = work_.evaluated_parameters;
    for (const transform::Work* part : parts_) {
      stack.insert(stack.end(), part->decisive_parameters.begin(), part->decisive_parameters.end());
      for (const VarId id : part->dae.vars.ids()) {
        const ExprId nominal = part->dae.vars[id].nominal;
        if (nominal.has_value()) Append(stack, LeavesOf(nominal));
      }
      for (const simcode::StartSource& source : part->simcode.start_sources) {
        const ExprId value = SourceOf(source.var);
        if (value.has_value() && !IsOfVariables(value)) Append(stack, LeavesOf(value));
      }
    }
    std::vector<bool> is_done(dae_.vars.size(), false);
    while (!stack.empty()) {
      const VarId id = stack.back();
      stack.pop_back();
      if (id.index >= is_done.size() || is_done[id.index]) continue;
      is_done[id.index] = true;
      is_set_[id.index] = false;
      Append(stack, LeavesOf(SourceOf(id)));
    }
  }

  static void Append(std::vector<VarId>& list, const std::vector<VarId>& more) {
    list.insert(list.end(), more.begin(), more.end());
  }

  // The sources of start values with all that they follow from, each behind what it follows from.
  auto OrderOfSources() -> std::vector<VarId> {
    std::vector<VarId> order;
    std::vector<uint8_t> state(dae_.vars.size(), 0);
    std::vector<VarId> stack;
    for (const transform::Work* part : parts_) {
      for (const simcode::StartSource& source : part->simcode.start_sources) stack.push_back(source.var);
    }
    while (!stack.empty()) {
      const VarId id = stack.back();
      constexpr uint8_t kOpened = 1;
      constexpr uint8_t kOrdered = 2;
      if (state[id.index] != 0) {
        stack.pop_back();
        if (state[id.index] == kOpened) order.push_back(id);
        state[id.index] = kOrdered;
        continue;
      }
      state[id.index] = kOpened;
      for (const VarId leaf : LeavesOf(SourceOf(id))) {
        if (state[leaf.index] == 0) stack.push_back(leaf);
      }
    }
    return order;
  }

  void FindFollowing(VarId id) {
    const std::vector<VarId> leaves = LeavesOf(SourceOf(id));
    follows_[id.index] =
        std::ranges::any_of(leaves, [&](VarId leaf) { return is_set_[leaf.index] || follows_[leaf.index]; });
  }

  const transform::Work& work_;
  const dae::Dae& dae_;
  expr::Pool& pool_;
  expr::Walker walker_;
  // The problem and those of its start.
  std::vector<const transform::Work*> parts_;
  std::vector<bool> is_given_;
  std::vector<bool> is_set_;
  // Others that take their values from what is set.
  std::vector<bool> follows_;
};

}  // namespace

auto MakeTuning(const transform::Work& work, const model::Variables& variables) -> model::Tuning {
  return TuningBuilder(work, variables).Build();
}

auto TunedSlots(const transform::Work& work) -> std::vector<model::TunedSlot> {
  std::vector<model::TunedSlot> slots;
  for (const simcode::StartSource& source : work.simcode.start_sources)
    slots.push_back({source.slot, source.var.index});
  return slots;
}

}  // namespace kerf::compile
