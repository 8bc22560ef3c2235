// The pass itself: partitions, and expressions without operators of clocks.
#include "transform/lower_clocks.h"

#include <algorithm>

#include "transform/derivative_var.h"
#include "transform/passes.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;
using flat::Clocking;

namespace {

KERF_DIAG(
    ClocksDisagree, Error,
    "clocks do not fit together: an interval {} times that of the base clock was found, and here it is {}",
    std::string, std::string);

KERF_DIAG(
    ClockLost, Error,
    "the clock of this equation cannot be inferred for each element of its arrays; write the elements as "
    "equations of their own");

auto RatioText(const flat::Ratio& ratio) -> std::string {
  return ratio.d == 1 ? std::to_string(ratio.n) : fmt::format("{}/{}", ratio.n, ratio.d);
}

auto IsAlwaysThere(const dae::Var& var) -> bool {
  return var.kind == dae::VarKind::Parameter || var.kind == dae::VarKind::Constant ||
         var.kind == dae::VarKind::Event;
}

}  // namespace

DaeClockGraph::DaeClockGraph(const dae::Dae& dae, const flat::IntegerOf& integer_of)
    : ClockGraph(dae.world->pool, integer_of), dae_(dae) {
  for (; n_variables_ < dae.vars.size(); ++n_variables_) NewNode();
}

// A derivative ticks with its variable.
void DaeClockGraph::JoinVariable(VarId var, uint32_t context) {
  if (IsAlwaysThere(dae_.vars[var])) return;
  Join(context, var.index);
  for (VarId base = dae_.vars[var].derivative_of; base.has_value(); base = dae_.vars[base].derivative_of) {
    Join(context, base.index);
    MarkDiscretized(context);
  }
}

ClockLowering::ClockLowering(Work& work, PassContext& context)
    : work_(work),
      dae_(work.dae),
      pool_(work.dae.world->pool),
      context_(context),
      walker_(pool_),
      splitter_(pool_) {
  integer_of_ = [this](ExprId id) -> std::optional<int64_t> {
    if (pool_.op(id) == Op::Integer) return pool_.integer(id);
    if (pool_.op(id) == Op::Boolean) return pool_.boolean(id) ? 1 : 0;
    return std::nullopt;
  };
}

auto ClockLowering::IsUnknown(VarId var) const -> bool { return !IsAlwaysThere(dae_.vars[var]); }

auto ClockLowering::SpanOfPartition(uint32_t partition) -> diag::Span {
  for (const Row& row : rows_) {
    if (graph_->PartitionOf(row.context) != partition || !row.id.has_value()) continue;
    const flat::OriginId origin = dae_.equations[row.id].origin;
    if (origin.has_value()) return SpanOf(origin);
  }
  return {};
}

auto ClockLowering::Run() -> bool {
  Read();
  const auto conflict = graph_->Number(equation_contexts_, clocking_);
  if (conflict) {
    context_.diag.Emit(SpanOf(conflict->origin), ClocksDisagree, RatioText(conflict->expected),
                       RatioText(conflict->found));
    return false;
  }
  if (!CheckEquations()) return false;
  ticks_.resize(clocking_.partitions.size());
  clocked_rows_.resize(clocking_.partitions.size());
  dae_.has_initial_operator = true;
  if (!MakeTicks()) return false;
  NoteDiscretized();
  LowerOthers();
  LowerRows();
  if (!Discretize()) return false;
  bool is_done = true;
  for (uint32_t p = 0; p < clocked_rows_.size(); ++p) is_done = GivePartition(p, clocked_rows_[p]) && is_done;
  dae_.clocked_groups.clear();
  dae_.has_clocks = false;
  return is_done;
}

// What ticks by the text of the model must not become continuous because its values no longer show that.
auto ClockLowering::CheckEquations() -> bool {
  const std::vector<uint32_t>& written = work_.flat.clocking.of_equation;
  for (const EqnId id : dae_.equations.ids()) {
    const dae::Equation& equation = dae_.equations[id];
    const bool is_clocked = equation.family.has_value() && !equation.is_initial &&
                            equation.family.index < written.size() &&
                            written[equation.family.index] != Clocking::kUnclocked;
    if (!is_clocked || graph_->PartitionOf(equation_contexts_[id.index]) != Clocking::kUnclocked) continue;
    context_.diag.Emit(SpanOf(equation.origin), ClockLost);
    return false;
  }
  return true;
}

// Walks everything that reads variables.
void ClockLowering::Read() {
  graph_.emplace(dae_, integer_of_);
  shows_ticks_.assign(dae_.vars.size(), false);
  for (const VarId id : dae_.vars.ids()) {
    if (dae_.vars[id].type != Kind::Clock) continue;
    clock_vars_.push_back(id);
    shows_ticks_[id.index] = true;
  }
  for (const EqnId id : dae_.equations.ids()) {
    const dae::Equation& equation = dae_.equations[id];
    const uint32_t context = graph_->NewNode();
    equation_contexts_.push_back(context);
    if (equation.is_initial) continue;
    graph_->Walk(equation.lhs, context, equation.origin);
    graph_->Walk(equation.rhs, context, equation.origin);
    rows_.push_back({equation.lhs, equation.rhs, context, id});
  }
  for (const dae::ClockedGroup& group : dae_.clocked_groups) {
    const uint32_t context = graph_->NewNode();
    graph_->Walk(group.clock, context, {});
    if (group.clock.has_value()) graph_->MarkClocked(context);
    if (group.active.has_value()) {
      graph_->Join(context, group.active.index);
      shows_ticks_[group.active.index] = true;
    }
    for (const EqnId id : group.equations) graph_->Join(context, equation_contexts_[id.index]);
    for (const ExprId id : group.mentioned) graph_->Walk(id, context, {});
  }
  for (const dae::Assertion& assertion : dae_.assertions) {
    assertion_contexts_.push_back(graph_->NewNode());
    graph_->Walk(assertion.condition, assertion_contexts_.back(), assertion.origin);
    graph_->Walk(assertion.active, assertion_contexts_.back(), assertion.origin);
  }
  for (const dae::Effect& effect : dae_.effects) {
    effect_contexts_.push_back(graph_->NewNode());
    graph_->Walk(effect.active, effect_contexts_.back(), effect.origin);
    for (const ExprId leaf : effect.leaves) graph_->Walk(leaf, effect_contexts_.back(), effect.origin);
  }
}

auto ClockLowering::NewVar(const std::string& name, Kind type) -> VarId {
  dae::Var var;
  var.path = dae_.world->paths.Child(base::PathStore::kRoot,
                                     dae_.world->names.Intern(fmt::format("${}{}", name, ++n_made_)));
  var.type = type;
  var.is_discrete = type != Kind::Real;
  var.is_internal = true;
  return dae_.vars.Add(var);
}

auto ClockLowering::IsStart() -> ExprId {
  return pool_.Typed(Op::Initial, {Kind::Boolean, expr::kScalar, 0}, {});
}

// var = value, where the value changes at events only.
void ClockLowering::AddEvent(VarId var, ExprId value) {
  dae_.vars[var].is_discrete = true;
  dae_.vars[var].is_sampled = true;
  dae::Equation equation{dae::VarLeaf(dae_, var),  value, base::PathStore::kRoot, {},
                         dae::Equation::kNoOutput, {}};
  equation.is_at_events = true;
  dae_.equations.Add(equation);
}

// The value of a variable just before the event.
auto ClockLowering::Before(ExprId leaf) -> ExprId {
  if (pool_.op(leaf) != Op::Var || !IsUnknown(pool_.var(leaf))) return leaf;
  return dae::VarLeaf(dae_, PreviousVar(dae_, pool_.var(leaf)));
}

auto ClockLowering::NameOf(ExprId value, uint32_t context) -> ExprId {
  if (expr::group_of(pool_.op(value)) == expr::Group::Leaf && pool_.op(value) != Op::Time) return value;
  const auto key = std::pair(value.index, graph_->PartitionOf(context));
  const auto known = names_.find(key);
  if (known != names_.end()) return dae::VarLeaf(dae_, known->second);
  const VarId made = NewVar("clocked", pool_[value].kind);
  names_.emplace(key, made);
  const ExprId leaf = dae::VarLeaf(dae_, made);
  rows_.push_back({leaf, value, context, {}});
  return leaf;
}

// A partition with derivatives is part of the initialization problem, where its states get their values.
auto ClockLowering::Holds(uint32_t partition, bool is_stage) -> ExprId {
  const ExprId ticks = ticks_[partition].active;
  return ticks_[partition].is_discretized && !is_stage ? pool_.Binary(Op::Or, ticks, IsStart()) : ticks;
}

void ClockLowering::NoteDiscretized() {
  for (uint32_t k = 0; k < graph_->n_variables(); ++k) {
    const uint32_t partition = graph_->PartitionOf(k);
    if (partition == Clocking::kUnclocked || !dae_.vars[VarId{k}].derivative.has_value()) continue;
    ticks_[partition].is_discretized = true;
  }
}

// An event clock ticks after the first iteration of its event, so the value from before that is kept.
auto ClockLowering::LeftLimit(ExprId leaf, uint32_t partition) -> ExprId {
  const ExprId before = Before(leaf);
  const ExprId rising = ticks_[partition].rising;
  if (before == leaf) return leaf;
  if (!rising.has_value())
    return ticks_[partition].is_discretized ? pool_.If(IsStart(), leaf, before) : before;
  const auto [at, is_new] = captured_.emplace(std::pair(leaf.index, rising.index), VarId{});
  if (is_new) {
    at->second = NewVar("sampled", pool_[leaf].kind);
    const ExprId kept = pool_.If(rising, before, Before(dae::VarLeaf(dae_, at->second)));
    AddEvent(at->second, pool_.If(IsStart(), leaf, kept));
  }
  return Before(dae::VarLeaf(dae_, at->second));
}

auto ClockLowering::LoweredOperator(ExprId id, uint32_t context) -> ExprId {
  const uint32_t partition = graph_->PartitionOf(context);
  switch (pool_.op(id)) {
    case Op::Previous: return Before(pool_.operand(id, 0));
    case Op::ClockSample:
      return LeftLimit(NameOf(pool_.operand(id, 0), graph_->ArgumentOf(id, context)), partition);
    case Op::Interval:  return ticks_[partition].interval;
    case Op::FirstTick: return FirstTick(partition);
    default:            return NameOf(pool_.operand(id, 0), graph_->ArgumentOf(id, context));
  }
}

auto ClockLowering::Lowered(ExprId root, uint32_t context) -> ExprId {
  if (!root.has_value()) return root;
  const uint32_t partition = graph_->PartitionOf(context);
  // The operators that are not inside of others, and what stands for them.
  std::unordered_map<ExprId, ExprId> replaced;
  std::vector<ExprId> stack = {root};
  std::vector<ExprId> seen;
  expr::Memo<uint8_t> visited;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (visited.Has(id)) continue;
    visited[id] = 1;
    const Op op = pool_.op(id);
    if (flat::IsClockOp(op)) {
      replaced.emplace(id, LoweredOperator(id, context));
    } else if (op == Op::Time && partition != Clocking::kUnclocked) {
      replaced.emplace(id, TimeOf(partition));
    } else if (expr::group_of(op) != expr::Group::Leaf) {
      for (const ExprId operand : pool_.operands(id)) stack.push_back(operand);
    }
  }
  if (replaced.empty()) return root;
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(root, [&](ExprId id) -> ExprId {
    const auto found = replaced.find(id);
    return found == replaced.end() ? ExprId{} : found->second;
  });
}

// Equations between clocks give no value; each variable that is a clock shows its ticks instead.
void ClockLowering::LowerRows() {
  size_t n_clocks = 0;
  for (size_t k = 0; k < rows_.size(); ++k) {
    const Row row = rows_[k];
    const uint32_t partition = graph_->PartitionOf(row.context);
    if (pool_[row.lhs].kind == Kind::Clock) {
      if (n_clocks >= clock_vars_.size()) continue;
      const VarId var = clock_vars_[n_clocks++];
      dae_.vars[var].type = Kind::Boolean;
      dae_.equations[row.id].lhs = dae::VarLeaf(dae_, var);
      dae_.equations[row.id].rhs = ticks_[graph_->PartitionOf(var.index)].active;
      continue;
    }
    Row lowered = row;
    lowered.lhs = Lowered(row.lhs, row.context);
    lowered.rhs = Lowered(row.rhs, row.context);
    if (partition != Clocking::kUnclocked) {
      clocked_rows_[partition].push_back(lowered);
    } else if (lowered.id.has_value()) {
      dae_.equations[lowered.id].lhs = lowered.lhs;
      dae_.equations[lowered.id].rhs = lowered.rhs;
    } else {
      dae_.equations.Add(
          {lowered.lhs, lowered.rhs, base::PathStore::kRoot, {}, dae::Equation::kNoOutput, {}});
    }
  }
}

void ClockLowering::LowerOthers() {
  for (const dae::ClockedGroup& group : dae_.clocked_groups) {
    if (!group.active.has_value()) continue;
    dae_.equations.Add({dae::VarLeaf(dae_, group.active),
                        ticks_[graph_->PartitionOf(group.active.index)].active,
                        base::PathStore::kRoot,
                        {},
                        dae::Equation::kNoOutput,
                        {}});
  }
  for (size_t k = 0; k < dae_.assertions.size(); ++k) {
    dae::Assertion& assertion = dae_.assertions[k];
    const uint32_t context = assertion_contexts_[k];
    const uint32_t partition = graph_->PartitionOf(context);
    assertion.condition = Lowered(assertion.condition, context);
    assertion.active = Lowered(assertion.active, context);
    if (partition == Clocking::kUnclocked) continue;
    const ExprId ticks = ticks_[partition].active;
    assertion.active = assertion.active.has_value() ? pool_.Binary(Op::And, ticks, assertion.active) : ticks;
  }
  for (size_t k = 0; k < dae_.effects.size(); ++k) {
    dae::Effect& effect = dae_.effects[k];
    const uint32_t context = effect_contexts_[k];
    const uint32_t partition = graph_->PartitionOf(context);
    effect.active = Lowered(effect.active, context);
    for (ExprId& leaf : effect.leaves) leaf = Lowered(leaf, context);
    if (partition == Clocking::kUnclocked) continue;
    effect.is_at_events = true;
    if (!effect.active.has_value()) effect.active = ticks_[partition].active;
  }
}

auto LowerClocks(Work& work, PassContext& context) -> Status {
  if (!work.dae.has_clocks) return Status::Ok;
  return ClockLowering(work, context).Run() ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
