// The problem of the start in order of solution; each value is put into the next.
#include "emit/acsl_steady.h"

#include <algorithm>
#include <map>
#include <set>

#include "diag/consumers.h"
#include "emit/acsl_start.h"
#include "expr/walk.h"
#include "pipeline/pipeline.h"
#include "transform/dymola_1991.h"
#include "transform/passes.h"

namespace kerf::emit {

namespace {

using dae::VarKind;
using expr::ExprId;
using expr::Op;
using expr::VarId;
using transform::Work;

// Nodes of a value, written out, above which nobody would want to read it.
constexpr double kMaxNodes = 2'000;

class StartSolver {
 public:
  StartSolver(Work& initial, double start)
      : initial_(initial), pool_(initial.dae.world->pool), walker_(pool_), start_(pool_.Real(start)) {}

  void Run() {
    for (const transform::Block& block : initial_.blocks) {
      for (const transform::Assigned& assigned : block.equations) {
        if (assigned.solution.has_value()) Take(assigned.var, assigned.solution);
      }
    }
  }

  // Without value: it is not known.
  [[nodiscard]] auto ValueOf(VarId var) const -> ExprId {
    const auto found = values_.find(initial_.aliases.representative[var.index]);
    return found == values_.end() ? ExprId{} : found->second;
  }

 private:
  void Take(VarId var, ExprId solution) {
    bool is_known = true;
    expr::Rewriter rewriter(pool_);
    const ExprId value = rewriter.Rewrite(solution, [&](ExprId id) -> ExprId {
      // The past of a variable is not known in INITIAL; other functions are computed there.
      if (IsDelay(id)) is_known = false;
      if (pool_.op(id) == Op::Time) return start_;
      if (pool_.op(id) != Op::Var) return {};
      const dae::Var& leaf = initial_.dae.vars[pool_.var(id)];
      if (leaf.kind == VarKind::Constant || (leaf.kind == VarKind::Parameter && !leaf.is_free)) return {};
      const auto found = values_.find(pool_.var(id));
      is_known = is_known && found != values_.end();
      return found == values_.end() ? ExprId{} : found->second;
    });
    if (is_known && IsShort(value)) values_[var] = value;
  }

  [[nodiscard]] auto IsDelay(ExprId id) const -> bool {
    return pool_.op(id) == Op::Call &&
           std::ranges::count(initial_.dae.delays, pool_.function(pool_.operand(id, 0)),
                              &dae::Delay::function) > 0;
  }

  auto IsShort(ExprId value) -> bool {
    expr::Memo<double> sizes;
    for (const ExprId id : walker_.Postorder(value)) {
      sizes[id] = 1;
      for (const ExprId operand : pool_.operands(id)) sizes[id] += sizes[operand];
    }
    return sizes[value] <= kMaxNodes;
  }

  Work& initial_;
  expr::Pool& pool_;
  expr::Walker walker_;
  ExprId start_;
  std::map<VarId, ExprId> values_;
};

auto IsSought(const dae::Var& var) -> bool {
  return var.kind == VarKind::State || (var.kind == VarKind::Parameter && var.is_free);
}

// More unknowns than anybody would want to see iterated.
constexpr size_t kMaxIteratedUnknowns = 50;

auto CanIterateStart(Work& initial, const transform::Block& block) -> bool {
  const StartLoop loop = LoopOf(initial, block);
  const auto is_real = [&](VarId id) {
    return initial.dae.vars[id].type == expr::Kind::Real && !initial.dae.vars[id].is_discrete;
  };
  return loop.unknowns.size() <= kMaxIteratedUnknowns && loop.unknowns.size() == loop.residuals.size() &&
         std::ranges::all_of(loop.unknowns, is_real);
}

void AppendRead(const expr::Pool& pool, std::span<const ExprId> roots, std::set<VarId>& needed) {
  expr::Walker walker(pool);
  for (const ExprId id : walker.Postorder(roots)) {
    if (pool.op(id) == Op::Var) needed.insert(pool.var(id));
  }
}

// All values that a block is made of.
auto ValuesOf(Work& initial, const transform::Block& block) -> std::vector<ExprId> {
  std::vector<ExprId> values = LoopOf(initial, block).residuals;
  for (const auto* list : {&block.equations, &block.inner}) {
    for (const transform::Assigned& assigned : *list) {
      if (assigned.solution.has_value()) values.push_back(assigned.solution);
    }
  }
  return values;
}

// Conditions that decide about equations they depend on stand in front of these.
auto IsInOrder(Work& initial, const std::vector<size_t>& blocks) -> bool {
  std::set<VarId> later;
  for (const size_t k : blocks) {
    for (const transform::Assigned& assigned : initial.blocks[k].equations) later.insert(assigned.var);
  }
  for (const size_t k : blocks) {
    const transform::Block& block = initial.blocks[k];
    for (const transform::Assigned& assigned : block.equations) later.erase(assigned.var);
    std::set<VarId> read;
    AppendRead(initial.dae.world->pool, ValuesOf(initial, block), read);
    if (std::ranges::any_of(read, [&](VarId id) { return later.contains(id); })) return false;
  }
  return true;
}

// Whether the blocks give all that is sought a value; a start that could not be posed has none.
auto DeterminesAll(const Work& work, const std::vector<size_t>& blocks) -> bool {
  const Work& initial = *work.initial;
  std::set<VarId> given;
  for (const size_t k : blocks) {
    for (const transform::Assigned& assigned : initial.blocks[k].equations) given.insert(assigned.var);
  }
  for (const VarId id : work.dae.vars.ids()) {
    if (IsSought(work.dae.vars[id]) && !given.contains(initial.aliases.representative[id.index]))
      return false;
  }
  return true;
}

}  // namespace

auto LoopOf(Work& initial, const transform::Block& block) -> StartLoop {
  const auto is_solved = [](const transform::Assigned& a) { return a.solution.has_value(); };
  if (std::ranges::all_of(block.equations, is_solved)) return {};
  StartLoop loop;
  loop.unknowns = block.iteration_vars;
  std::vector<dae::EqnId> equations = block.residuals;
  if (loop.unknowns.empty()) {
    for (const transform::Assigned& assigned : block.equations) {
      loop.unknowns.push_back(assigned.var);
      equations.push_back(assigned.equation);
    }
  }
  expr::Pool& pool = initial.dae.world->pool;
  for (const dae::EqnId id : equations)
    loop.residuals.push_back(pool.Sub(initial.structure.lhs[id.index], initial.structure.rhs[id.index]));
  return loop;
}

auto TryPoseStart(Work& work) -> std::optional<StartProblem> {
  if (!work.initial) return std::nullopt;
  Work& initial = *work.initial;
  std::set<VarId> needed;
  for (const VarId id : work.dae.vars.ids()) {
    if (IsSought(work.dae.vars[id])) needed.insert(initial.aliases.representative[id.index]);
  }
  StartProblem problem;
  for (size_t k = initial.blocks.size(); k-- > 0;) {
    const transform::Block& block = initial.blocks[k];
    const auto is_needed = [&](const transform::Assigned& a) { return needed.contains(a.var); };
    if (std::ranges::none_of(block.equations, is_needed)) continue;
    if (!CanIterateStart(initial, block)) return std::nullopt;
    AppendRead(initial.dae.world->pool, ValuesOf(initial, block), needed);
    problem.blocks.insert(problem.blocks.begin(), k);
  }
  if (!IsInOrder(initial, problem.blocks) || !DeterminesAll(work, problem.blocks)) return std::nullopt;
  const size_t n_vars = work.dae.vars.size();
  for (uint32_t k = 0; k < n_vars; ++k) {
    const VarId state{k};
    if (work.dae.vars[state].kind != VarKind::State) continue;
    const base::PathId path = work.dae.vars[state].path;
    const VarId value = AddOwnVar(work, work.dae.world->paths[path].parent,
                                  work.dae.world->paths.RenderLocal(path) + "ic", VarKind::Parameter);
    work.dae.vars[value].is_free = true;
    work.dae.vars[state].start = dae::VarLeaf(work.dae, value);
    work.dae.vars[state].is_fixed = true;
    problem.begins.push_back({state, value});
  }
  return problem;
}

auto TrySolveStart(Work& work, double start) -> bool {
  // What there is to say about the start is said when the model is simulated.
  diag::CollectingConsumer said;
  diag::Emitter silent(said);
  const source::Buffers no_buffers;
  pipeline::Runner runner;
  transform::PassContext context{silent, no_buffers, {}, runner};
  if (runner.Run("build_initial", work, context) != transform::Status::Ok || !work.initial) return false;
  transform::SolveLinearLoops(*work.initial);
  StartSolver solver(*work.initial, start);
  solver.Run();
  for (const VarId id : work.dae.vars.ids()) {
    if (IsSought(work.dae.vars[id]) && !solver.ValueOf(id).has_value()) return false;
  }
  for (const VarId id : work.dae.vars.ids()) {
    dae::Var& var = work.dae.vars[id];
    if (!IsSought(var)) continue;
    (var.kind == VarKind::State ? var.start : var.binding) = solver.ValueOf(id);
    var.is_fixed = var.is_fixed || var.kind == VarKind::State;
    var.is_free = false;
  }
  return true;
}

}  // namespace kerf::emit
