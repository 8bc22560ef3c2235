// Which equations stand in sections, what makes the sections run, and the sections themselves.
#include "emit/acsl_events.h"

#include <algorithm>

#include <fmt/format.h>

#include "emit/acsl_crossing.h"
#include "emit/acsl_event_builder.h"

namespace kerf::emit {

using dae::VarKind;
using expr::Op;
using transform::Block;

namespace {

KERF_DIAG(AcslEndAtStart, Error, "ACSL has no form for `terminate` at the start");

// Whether two sections set a variable in common, or both may end the run.
auto SetsSame(const std::vector<AcslStatement>& a, const std::vector<AcslStatement>& b) -> bool {
  return std::ranges::any_of(
      a, [&](const AcslStatement& s) { return std::ranges::count(b, s.target, &AcslStatement::target) > 0; });
}

auto Opposite(Op op) -> Op {
  switch (op) {
    case Op::Less:         return Op::GreaterEqual;
    case Op::LessEqual:    return Op::Greater;
    case Op::Greater:      return Op::LessEqual;
    case Op::GreaterEqual: return Op::Less;
    case Op::Equal:        return Op::NotEqual;
    default:               return Op::Equal;
  }
}

}  // namespace

AcslEventBuilder::AcslEventBuilder(transform::Work& work, diag::Emitter& emitter)
    : work_(work), dae_(work.dae), pool_(work.dae.world->pool), walker_(pool_), emitter_(emitter) {
  events_.is_at_events.assign(dae_.equations.size(), false);
  events_.is_interval.assign(dae_.vars.size(), false);
}

auto AcslEventBuilder::Run() -> AcslEvents {
  FindEquations();
  FindCauses();
  FindRanks();
  for (size_t k = 0; k < causes_.size(); ++k) AddSection(k);
  events_.initial = Statements(nullptr, nullptr, true);
  for (AcslStatement& statement : events_.initial) {
    statement.value = KnownAtStart(statement);
    if (!statement.target.has_value()) TellEndAtStart();
  }
  for (const VarId id : dae_.vars.ids()) {
    if (held_.contains(id)) events_.held.push_back(id);
  }
  return std::move(events_);
}

void AcslEventBuilder::TellEndAtStart() {
  const flat::OriginId origin = dae_.terminations[0].origin;
  emitter_.Emit(origin.has_value() ? dae_.world->origins[origin].span : diag::Span{}, AcslEndAtStart);
}

auto AcslEventBuilder::IsTick(ExprId id) const -> bool {
  if (pool_.op(id) != Op::Var) return false;
  const dae::Var& var = dae_.vars[pool_.var(id)];
  return var.kind == VarKind::Event && !var.pre_of.has_value();
}

// The variable c of `c and not pre(c)`, or none.
auto AcslEventBuilder::EdgeOf(ExprId id) const -> VarId {
  if (pool_.op(id) != Op::And || pool_.op(pool_.operand(id, 0)) != Op::Var) return {};
  const VarId var = pool_.var(pool_.operand(id, 0));
  const ExprId other = pool_.operand(id, 1);
  if (pool_.op(other) != Op::Not || pool_.op(pool_.operand(other, 0)) != Op::Var) return {};
  return dae_.vars[pool_.var(pool_.operand(other, 0))].pre_of == var ? var : VarId{};
}

void AcslEventBuilder::FindEquations() {
  std::set<VarId> is_asked_before;
  for (const Block& block : work_.blocks) {
    for (const Assigned& assigned : block.equations) {
      solution_[assigned.var] = assigned.solution;
      if (!assigned.solution.has_value()) continue;
      for (const ExprId id : walker_.Postorder(Specialised(assigned.solution, {}, false))) {
        if (pool_.op(id) == Op::Var && dae_.vars[pool_.var(id)].pre_of.has_value())
          is_asked_before.insert(dae_.vars[pool_.var(id)].pre_of);
      }
    }
  }
  for (const Block& block : work_.blocks) {
    for (const Assigned& assigned : block.equations) {
      const dae::Var& var = dae_.vars[assigned.var];
      // Conditions that clauses alone ask for stand in their SCHEDULE.
      const bool is_condition = var.is_internal && var.type == expr::Kind::Boolean;
      const bool is_held =
          !is_condition && (var.is_sampled || (var.is_discrete && is_asked_before.contains(assigned.var)) ||
                            (assigned.solution.has_value() && ReadsPrevious(assigned.solution)));
      if (!is_held && !is_condition) continue;
      events_.is_at_events[assigned.equation.index] = true;
      if (!is_held) continue;
      at_events_.push_back(assigned);
      held_.insert(assigned.var);
      // Between events it is what the section has made of it.
      solution_.erase(assigned.var);
    }
  }
}

void AcslEventBuilder::AddCause(VarId var, ExprId relation, bool becomes_true) {
  const auto is_same = [&](const Cause& cause) {
    return cause.var == var && cause.relation == relation && cause.becomes_true == becomes_true;
  };
  if (std::ranges::none_of(causes_, is_same)) causes_.push_back({var, relation, becomes_true, {}, {}});
}

void AcslEventBuilder::FindCauses() {
  std::vector<ExprId> roots;
  for (const Assigned& assigned : at_events_) {
    if (!assigned.solution.has_value()) continue;
    roots.push_back(assigned.solution);
    if (dae_.vars[assigned.var].is_sampled) continue;
    for (const ExprId id : walker_.Postorder(Specialised(assigned.solution, {}, false))) {
      if (expr::group_of(pool_.op(id)) != expr::Group::Relation) continue;
      AddCause({}, id, true);
      AddCause({}, id, false);
    }
  }
  for (const dae::Reinit& reinit : dae_.reinits) roots.push_back(reinit.active);
  for (const dae::Termination& end : dae_.terminations) roots.push_back(end.active);
  for (const ExprId id : walker_.Postorder(roots)) {
    const VarId var = IsTick(id) ? pool_.var(id) : EdgeOf(id);
    if (var.has_value()) AddCause(var, {}, true);
  }
}

// A cause is stronger than another if both together do what it does alone. Causes that do the same have one
// section, and so one time of its last run.
void AcslEventBuilder::FindRanks() {
  std::vector<std::vector<AcslStatement>> alone;
  std::vector<size_t> group;
  for (size_t k = 0; k < causes_.size(); ++k) {
    alone.push_back(Statements(&causes_[k], nullptr, false));
    group.push_back(static_cast<size_t>(std::ranges::find(alone, alone.back()) - alone.begin()));
  }
  for (size_t weak = 0; weak < causes_.size(); ++weak) {
    for (size_t strong = 0; strong < causes_.size(); ++strong) {
      const bool is_first = group[strong] == strong && group[weak] != strong &&
                            causes_[strong].var.has_value() && causes_[weak].var.has_value();
      if (!is_first || !SetsSame(alone[weak], alone[strong])) continue;
      if (Statements(&causes_[strong], &causes_[weak], false) == alone[strong])
        causes_[weak].stronger.push_back(strong);
    }
  }
  for (size_t weak = 0; weak < causes_.size(); ++weak) {
    for (const size_t strong : causes_[weak].stronger) NoteRuns(strong, group);
  }
}

// The time of the last run of a section is a variable of the program.
void AcslEventBuilder::NoteRuns(size_t cause, const std::vector<size_t>& group) {
  if (causes_[cause].last_run.has_value()) return;
  constexpr double kNever = -1e30;
  const VarId last_run = NewVar(fmt::format("last{}", cause + 1), VarKind::Algebraic);
  dae_.vars[last_run].start = pool_.Real(kNever);
  held_.insert(last_run);
  for (size_t k = 0; k < causes_.size(); ++k) {
    if (group[k] == cause) causes_[k].last_run = last_run;
  }
}

void AcslEventBuilder::AddSection(size_t number) {
  const Cause cause = causes_[number];
  std::vector<AcslStatement> statements = Statements(&cause, nullptr, false);
  if (statements.empty()) return;
  if (cause.var.has_value() && cause.var == dae_.terminal) {
    events_.terminal = std::move(statements);
    return;
  }
  for (const size_t strong : cause.stronger) {
    const ExprId has_run =
        pool_.Binary(Op::Equal, dae::VarLeaf(dae_, causes_[strong].last_run), pool_.Time());
    for (AcslStatement& statement : statements) {
      statement.value = statement.target.has_value()
                            ? pool_.If(has_run, dae::VarLeaf(dae_, statement.target), statement.value)
                            : pool_.Binary(Op::And, statement.value, pool_.Unary(Op::Not, has_run));
    }
  }
  if (cause.last_run.has_value()) statements.push_back({cause.last_run, pool_.Time(), {}});
  AcslTrigger trigger = TriggerOf(cause);
  // Between events a value from before the last one is the value itself.
  assigned_.clear();
  if (trigger.value.has_value()) trigger.value = Settled(Specialised(trigger.value, {}, false), {});
  auto found = std::ranges::find(events_.sections, statements, &AcslSection::statements);
  // A section that schedules itself must not run in between.
  const auto repeats = [](const AcslTrigger& t) { return t.kind == AcslTrigger::Kind::Repeated; };
  if (found == events_.sections.end() || repeats(trigger) || std::ranges::any_of(found->triggers, repeats)) {
    events_.sections.push_back({{}, std::move(statements)});
    found = std::prev(events_.sections.end());
  }
  found->triggers.push_back(trigger);
}

auto AcslEventBuilder::TriggerOf(const Cause& cause) -> AcslTrigger {
  if (cause.relation.has_value()) {
    const ExprId x = pool_.operand(cause.relation, 0);
    const ExprId y = pool_.operand(cause.relation, 1);
    return MakeCrossing(
        work_, solution_,
        cause.becomes_true ? cause.relation : pool_.Binary(Opposite(pool_.op(cause.relation)), x, y));
  }
  for (const dae::Sampler& sampler : dae_.samplers) {
    if (sampler.tick == cause.var) return ClockOf(sampler);
  }
  const auto found = solution_.find(cause.var);
  // A variable that sections set is watched itself.
  const bool is_defined = found != solution_.end() && found->second.has_value();
  return MakeCrossing(work_, solution_, is_defined ? found->second : dae::VarLeaf(dae_, cause.var));
}

auto AcslEventBuilder::ClockOf(const dae::Sampler& sampler) -> AcslTrigger {
  AcslTrigger trigger;
  trigger.kind = AcslTrigger::Kind::Repeated;
  trigger.value = sampler.start;
  trigger.period = sampler.interval;
  if (!pool_.IsNumber(sampler.start, 0)) return trigger;
  ExprId interval = sampler.interval;
  if (pool_.op(interval) == Op::Var) {
    trigger.var = pool_.var(interval);
    if (events_.is_interval[trigger.var.index]) return trigger;
    interval = dae_.vars[trigger.var].binding;
  }
  if (!interval.has_value() || !pool_.IsNumber(interval)) return trigger;
  trigger.kind = AcslTrigger::Kind::Interval;
  trigger.interval = pool_.number(interval);
  if (trigger.var.has_value()) events_.is_interval[trigger.var.index] = true;
  return trigger;
}

auto MakeAcslEvents(transform::Work& work, diag::Emitter& emitter) -> AcslEvents {
  return AcslEventBuilder(work, emitter).Run();
}

}  // namespace kerf::emit
