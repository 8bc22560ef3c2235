// See sampled_systems.h.
#include "emit/sampled_systems.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "expr/evaluate.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

using expr::Op;

class SystemTaker {
 public:
  explicit SystemTaker(Program& program)
      : program_(program),
        part_(program.run),
        pool_(program.work->dae.world->pool),
        walker_(pool_),
        evaluator_(pool_) {}

  auto Run() -> std::vector<SampledSystem> {
    if (part_.samplers.empty() || !part_.reinits.empty() || !part_.terminations.empty()) return {};
    FindNumbers();
    for (const Previous& previous : part_.previous) before_[previous.before] = previous.now;
    std::vector<SampledSystem> systems;
    for (const Sampler& sampler : part_.samplers) {
      const auto start = Number(sampler.start);
      const auto interval = Number(sampler.interval);
      if (!start || *start != 0 || !interval || *interval <= 0) return {};
      systems.push_back({*interval, {}, {}, {}, {}, {}});
    }
    for (const Statement& statement : part_.dynamic) {
      if (statement.loop == Statement::kNoLoop && !Place(statement.assignment, systems)) return {};
    }
    for (SampledSystem& system : systems) {
      if (!Complete(system)) return {};
      system.next_tick = Added("next", part_.samplers[0].tick);
    }
    return ReadsElsewhere() ? std::vector<SampledSystem>() : Settle(std::move(systems));
  }

 private:
  // Values of parameters and of what follows from them.
  void FindNumbers() {
    for (const SymbolId id : program_.symbols.ids()) {
      if (program_.symbols[id].kind == SymbolKind::Parameter) numbers_[id] = program_.symbols[id].start;
    }
    for (const Assignment& setting : program_.settings) SetNumber(setting);
    for (const Statement& statement : part_.once) {
      if (statement.loop == Statement::kNoLoop) SetNumber(statement.assignment);
    }
  }

  void SetNumber(const Assignment& assignment) {
    if (const auto value = Evaluate(assignment.value)) {
      numbers_[assignment.target] = *value;
    } else {
      numbers_.erase(assignment.target);
    }
  }

  auto Evaluate(ExprId value) -> std::optional<double> {
    return evaluator_.TryEvaluate(value, [&](ExprId leaf) -> std::optional<double> {
      return pool_.op(leaf) == Op::Var ? Number(SymbolId{pool_.var(leaf).index}) : std::nullopt;
    });
  }

  [[nodiscard]] auto Number(SymbolId id) const -> std::optional<double> {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  auto Symbols(ExprId value) -> std::vector<SymbolId> {
    std::vector<SymbolId> symbols;
    for (const ExprId id : walker_.Postorder(value)) {
      if (pool_.op(id) == Op::Var) symbols.emplace_back(pool_.var(id).index);
    }
    return symbols;
  }

  // The value when this clock ticks, and no other.
  auto AtTick(ExprId value, size_t clock) -> ExprId {
    expr::Rewriter rewriter(pool_);
    return rewriter.Rewrite(value, [&](ExprId id) -> ExprId {
      for (size_t k = 0; k < part_.samplers.size() && pool_.op(id) == Op::Var; ++k) {
        if (pool_.var(id).index == part_.samplers[k].tick.index) return pool_.Boolean(k == clock);
      }
      return {};
    });
  }

  // A statement that ticks decide on belongs to one clock. False if it belongs to several.
  auto Place(const Assignment& assignment, std::vector<SampledSystem>& systems) -> bool {
    const std::vector<SymbolId> symbols = Symbols(assignment.value);
    const auto is_tick = [&](SymbolId id) {
      return std::ranges::count(part_.samplers, id, &Sampler::tick) > 0;
    };
    if (std::ranges::none_of(symbols, is_tick)) return true;
    std::optional<size_t> owner;
    ExprId value;
    for (size_t k = 0; k < systems.size(); ++k) {
      const ExprId at_tick = AtTick(assignment.value, k);
      const bool keeps = pool_.op(at_tick) == Op::Var && IsBefore(pool_.var(at_tick), assignment.target);
      if (keeps) continue;
      if (owner) return false;
      owner = k;
      value = at_tick;
    }
    if (!owner) return false;
    systems[*owner].statements.push_back({assignment.target, value, assignment.equation});
    sampled_.insert(assignment.target);
    return true;
  }

  auto IsBefore(VarId var, SymbolId now) -> bool {
    const auto found = before_.find(SymbolId{var.index});
    return found != before_.end() && found->second == now;
  }

  // What the system reads; false if that is something from before the tick that it does not set itself.
  auto Complete(SampledSystem& system) -> bool {
    std::set<SymbolId> own;
    for (const Assignment& assignment : system.statements) own.insert(assignment.target);
    std::set<SymbolId> seen;
    for (const Assignment& assignment : system.statements) {
      for (const SymbolId id : Symbols(assignment.value)) {
        if (own.contains(id) || !seen.insert(id).second || id.index == 0) continue;
        if (const auto before = before_.find(id); before != before_.end()) {
          if (!own.contains(before->second)) return false;
          system.states.push_back({{before->second, id}, Added("new", before->second)});
        } else if (const auto number = Number(id)) {
          system.constants.emplace_back(id, *number);
        } else {
          system.inputs.push_back({id, Shown(id)});
        }
      }
    }
    return true;
  }

  auto Added(std::string_view what, SymbolId of) -> SymbolId {
    return program_.symbols.Add(
        {SymbolKind::Internal, fmt::format("{} {}", what, program_.symbols[of].name), {}, 0, false});
  }

  // States are shown by variables of their own.
  auto Shown(SymbolId id) -> SymbolId {
    if (program_.symbols[id].kind != SymbolKind::State) return id;
    const auto [found, is_new] = shown_.try_emplace(id);
    if (is_new) {
      found->second = Added("out", id);
      part_.output.push_back({{found->second, pool_.Var(VarId{id.index}), {}}, Statement::kNoLoop, false});
    }
    return found->second;
  }

  // Whether something else reads values from before an event.
  auto ReadsElsewhere() -> bool {
    for (const auto* list : {&part_.once, &part_.dynamic, &part_.output}) {
      for (const Statement& statement : *list) {
        if (statement.loop != Statement::kNoLoop || sampled_.contains(statement.assignment.target)) continue;
        for (const SymbolId id : Symbols(statement.assignment.value)) {
          if (before_.contains(id)) return true;
        }
      }
    }
    return false;
  }

  // No equation of the model holds at the start alone, and no clause acts there.
  auto BeginsWithGivenValues() -> bool {
    dae::Dae& dae = program_.work->dae;
    for (const EqnId id : dae.equations.ids()) {
      const dae::Equation& equation = dae.equations[id];
      if (equation.is_initial) return false;
      if (!equation.is_at_events || pool_.op(equation.lhs) != Op::Var) continue;
      expr::Rewriter rewriter(pool_);
      const ExprId value = rewriter.Rewrite(equation.rhs, [&](ExprId node) -> ExprId {
        if (pool_.op(node) == Op::Initial) return pool_.Boolean(true);
        const bool is_tick = pool_.op(node) == Op::Var &&
                             std::ranges::count(dae.samplers, pool_.var(node), &dae::Sampler::tick) > 0;
        return is_tick ? pool_.Boolean(false) : ExprId{};
      });
      const VarId pre = dae.vars[pool_.var(equation.lhs)].pre;
      if (!pre.has_value() || value != dae::VarLeaf(dae, pre)) return false;
    }
    return true;
  }

  auto Settle(std::vector<SampledSystem> systems) -> std::vector<SampledSystem> {
    std::erase_if(part_.dynamic, [&](const Statement& s) {
      return s.loop == Statement::kNoLoop && sampled_.contains(s.assignment.target);
    });
    // What says when the clocks tick stands in the systems.
    std::erase_if(part_.once, [&](const Statement& s) {
      return std::ranges::any_of(part_.samplers, [&](const Sampler& sampler) {
        return s.assignment.target == sampler.start || s.assignment.target == sampler.interval;
      });
    });
    part_.samplers.clear();
    part_.previous.clear();
    if (BeginsWithGivenValues()) {
      program_.start.reset();
      program_.after_start.clear();
    }
    return systems;
  }

  Program& program_;
  Part& part_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Evaluator evaluator_;
  std::map<SymbolId, double> numbers_;
  std::map<SymbolId, SymbolId> before_;
  std::set<SymbolId> sampled_;
  std::map<SymbolId, SymbolId> shown_;
};

}  // namespace

void TakeSampledSystems(Program& program) { program.sampled = SystemTaker(program).Run(); }

}  // namespace kerf::emit
