// What sections assign. Names hold the values from before the event until the section sets them; what depends
// on something that it has set is put in as a formula, since DERIVATIVE runs again only after the section.
#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "dae/print.h"
#include "emit/acsl_check.h"
#include "emit/acsl_event_builder.h"
#include "emit/acsl_start.h"

namespace kerf::emit {

namespace {

using dae::VarKind;
using expr::Op;
using transform::Block;
using transform::SpanOf;

KERF_DIAG(
    AcslPreviousValue, Error,
    "an ACSL program cannot be given the value of `{}` before an event; only what changes at events and "
    "states can",
    std::string);
KERF_DIAG(AcslUnknownAtStart, Error,
          "`{}` is set at the start from `{}`, which has no value in INITIAL of an ACSL program", std::string,
          std::string);

}  // namespace

// What is left of an expression when some conditions have just come true.
auto AcslEventBuilder::Specialised(ExprId value, const std::set<VarId>& active, bool at_start) -> ExprId {
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
    if (pool_.op(id) == Op::Initial) return pool_.Boolean(at_start);
    const VarId known = IsTick(id) ? pool_.var(id) : EdgeOf(id);
    return known.has_value() ? pool_.Boolean(active.contains(known)) : ExprId{};
  });
}

auto AcslEventBuilder::ReadsPrevious(ExprId value) -> bool {
  const ExprId rest = Specialised(value, {}, false);
  return std::ranges::any_of(walker_.Postorder(rest), [&](ExprId id) {
    return pool_.op(id) == Op::Var && dae_.vars[pool_.var(id)].pre_of.has_value();
  });
}

// The value of a variable in the section of a cause; without value if the section leaves it alone.
auto AcslEventBuilder::ValueAt(const Assigned& assigned, const std::set<VarId>& active, const Cause* cause,
                               bool at_start) -> ExprId {
  const ExprId value = Specialised(assigned.solution, active, at_start);
  const VarId pre = dae_.vars[assigned.var].pre;
  if (dae_.vars[assigned.var].is_sampled)
    return pre.has_value() && value == dae::VarLeaf(dae_, pre) ? ExprId{} : value;
  if (at_start) return value;
  const ExprId relation = cause->relation;
  if (!relation.has_value() || std::ranges::count(walker_.Postorder(value), relation) == 0) return {};
  // The relation has just changed, and its function is near 0: better not to ask for its value.
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
    if (id == relation) return pool_.Boolean(cause->becomes_true);
    if (pool_.op(id) != Op::NoEvent) return {};
    const ExprId inside = rewriter.Rewritten(pool_.operand(id, 0));
    return pool_.op(inside) == Op::Boolean ? inside : ExprId{};
  });
}

// What happens when a cause, perhaps with another one, comes about.
auto AcslEventBuilder::Statements(const Cause* cause, const Cause* other, bool at_start)
    -> std::vector<AcslStatement> {
  assigned_.clear();
  std::set<VarId> active;
  for (const Cause* c : {cause, other}) {
    if (c != nullptr && c->var.has_value()) active.insert(c->var);
  }
  std::vector<AcslStatement> out;
  for (const Assigned& assigned : at_events_) {
    // Simultaneous equations of what changes at events have been refused.
    KERF_CHECK(assigned.solution.has_value());
    const ExprId value = ValueAt(assigned, active, cause, at_start);
    if (!value.has_value()) continue;
    out.push_back({assigned.var, Settled(value, assigned.equation), {}});
    assigned_.insert(assigned.var);
  }
  AddReinits(active, at_start, out);
  return WithCopies(std::move(out));
}

void AcslEventBuilder::AddReinits(const std::set<VarId>& active, bool at_start,
                                  std::vector<AcslStatement>& out) {
  for (const dae::Reinit& reinit : dae_.reinits) {
    const ExprId acts = Specialised(reinit.active, active, at_start);
    if (acts == pool_.Boolean(false)) continue;
    const ExprId leaf = dae::VarLeaf(dae_, reinit.state);
    const ExprId value = pool_.If(acts, Specialised(reinit.value, active, at_start), leaf);
    out.push_back({reinit.state, Settled(value, {}), {}});
    assigned_.insert(reinit.state);
  }
  for (const dae::Termination& end : dae_.terminations) {
    const ExprId acts = Specialised(end.active, active, at_start);
    if (acts != pool_.Boolean(false)) out.push_back({{}, Settled(acts, {}), end.message});
  }
}

// Values before the event are those that names still have; where a section has set a name already, a copy
// that it makes first. States continue from their new values only after the event.
auto AcslEventBuilder::Settled(ExprId value, EqnId equation) -> ExprId {
  const ExprId inlined = Inlined(value, false);
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(inlined, [&](ExprId id) -> ExprId {
    if (pool_.op(id) != Op::Var) return {};
    const VarId var = pool_.var(id);
    const VarId now = dae_.vars[var].pre_of;
    if (!now.has_value()) {
      const bool is_reset = dae_.vars[var].kind == VarKind::State && assigned_.contains(var);
      return is_reset ? dae::VarLeaf(dae_, CopyOf(var)) : ExprId{};
    }
    if (!IsHeld(now) && dae_.vars[now].kind != VarKind::State) {
      const diag::Span span = equation.has_value() ? SpanOf(dae_, equation) : SpanOfVar(dae_, now);
      if (reported_.insert(now).second) emitter_.Emit(span, AcslPreviousValue, dae::FullName(dae_, now));
      return id;
    }
    return assigned_.contains(now) ? id : dae::VarLeaf(dae_, now);
  });
}

auto AcslEventBuilder::NewVar(const std::string& name, VarKind kind) -> VarId {
  const VarId made = AddOwnVar(work_, base::PathStore::kRoot, name, kind);
  events_.is_interval.push_back(false);
  return made;
}

auto AcslEventBuilder::CopyOf(VarId state) -> VarId {
  if (!dae_.vars[state].pre.has_value()) {
    const VarId made = NewVar("pre(" + dae::FullName(dae_, state) + ")", VarKind::Event);
    dae_.vars[made].pre_of = state;
    dae_.vars[state].pre = made;
  }
  return dae_.vars[state].pre;
}

// Variables of equations that depend on what the section has set, or all, are put in as formulas.
auto AcslEventBuilder::Inlined(ExprId value, bool takes_all) -> ExprId {
  std::map<VarId, ExprId> formulas;
  for (const Block& block : work_.blocks) {
    for (const Assigned& assigned : block.equations) {
      if (IsHeld(assigned.var) || assigned_.contains(assigned.var) || !assigned.solution.has_value())
        continue;
      const bool depends =
          takes_all || std::ranges::any_of(walker_.Postorder(assigned.solution), [&](ExprId id) {
            if (pool_.op(id) != Op::Var) return false;
            const VarId var = pool_.var(id);
            return (assigned_.contains(var) && IsHeld(var)) || formulas.contains(var);
          });
      if (depends) formulas[assigned.var] = Replaced(assigned.solution, formulas);
    }
  }
  return formulas.empty() ? value : Replaced(value, formulas);
}

auto AcslEventBuilder::Replaced(ExprId value, const std::map<VarId, ExprId>& formulas) -> ExprId {
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
    const auto found = pool_.op(id) == Op::Var ? formulas.find(pool_.var(id)) : formulas.end();
    return found == formulas.end() ? ExprId{} : found->second;
  });
}

auto AcslEventBuilder::WithCopies(std::vector<AcslStatement> statements) -> std::vector<AcslStatement> {
  std::vector<AcslStatement> copies;
  for (const AcslStatement& statement : statements) {
    for (const ExprId id : walker_.Postorder(statement.value)) {
      if (pool_.op(id) != Op::Var) continue;
      const VarId var = pool_.var(id);
      const VarId now = dae_.vars[var].pre_of;
      const auto is_there = [&](const AcslStatement& copy) { return copy.target == var; };
      if (now.has_value() && std::ranges::none_of(copies, is_there))
        copies.push_back({var, dae::VarLeaf(dae_, now), {}});
    }
  }
  statements.insert(statements.begin(), copies.begin(), copies.end());
  return statements;
}

// In INITIAL states have their start values, and what the equations give is put in as formulas of them.
auto AcslEventBuilder::KnownAtStart(const AcslStatement& statement) -> ExprId {
  assigned_.clear();
  const ExprId inlined = Inlined(statement.value, true);
  expr::Rewriter rewriter(pool_);
  return rewriter.Rewrite(inlined, [&](ExprId id) -> ExprId {
    if (pool_.op(id) != Op::Var) return {};
    const VarId var = pool_.var(id);
    const VarKind kind = dae_.vars[var].kind;
    if (kind == VarKind::Parameter || kind == VarKind::Constant || IsHeld(var)) return {};
    if (kind == VarKind::State) {
      const ExprId start = dae_.vars[var].start;
      return start.has_value() ? start : pool_.Real(0);
    }
    const VarId target = statement.target.has_value() ? statement.target : var;
    if (reported_.insert(target).second)
      emitter_.Emit(SpanOfVar(dae_, target), AcslUnknownAtStart, dae::FullName(dae_, target),
                    dae::FullName(dae_, var));
    return {};
  });
}

}  // namespace kerf::emit
