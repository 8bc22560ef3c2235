// The pass build_initial: the problem of the start. All equations hold, and those of the start in addition;
// states, derivatives and free parameters are sought. Where they do not suffice, the start values of states
// that nothing determines are taken as initial values: each is an equation of last resort, which the matching
// uses only if all others are satisfied.
#include <algorithm>
#include <array>
#include <tuple>

#include "diag/consumers.h"
#include "expr/walk.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

KERF_DIAG(InitialSingular, Error, "the problem of the start is structurally singular: {}", std::string);
KERF_DIAG(InitialOverdetermined, Warning, "the start is determined by other equations already; not used: {}",
          std::string);
KERF_DIAG(StartTaken, Warning, "start values are taken as initial values of {}", std::string);

constexpr size_t kMaxListedVariables = 10;

auto AbbreviatedList(const std::vector<std::string>& names) -> std::string {
  const size_t n = std::min(names.size(), kMaxListedVariables);
  std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<ptrdiff_t>(n), ", "));
  if (names.size() > n) text += fmt::format(" and {} more", names.size() - n);
  return text;
}

auto NeedsInitial(const dae::Dae& dae) -> bool {
  if (dae.has_initial_operator || !dae.state_sets.empty() || !dae.homotopies.empty()) return true;
  for (const EqnId id : dae.equations.ids()) {
    if (dae.equations[id].is_initial) return true;
  }
  for (const VarId id : dae.vars.ids()) {
    const dae::Var& var = dae.vars[id];
    if (var.is_free || var.pre_of.has_value() ||
        (var.is_fixed && !var.is_discrete && var.kind != dae::VarKind::State))
      return true;
  }
  // States that are all fixed start where they are told to; so do states that are all free.
  bool has_fixed = false;
  bool has_loose = false;
  for (const VarId id : dae.vars.ids()) {
    if (dae.vars[id].kind == dae::VarKind::State) (dae.vars[id].is_fixed ? has_fixed : has_loose) = true;
  }
  return has_fixed && has_loose;
}

// A part of a program begins where the program says, but a model of another language in it says that itself.
auto SaysWhereItBegins(const dae::Dae& dae) -> bool {
  for (const EqnId id : dae.equations.ids()) {
    if (dae.equations[id].is_initial) return true;
  }
  for (const VarId id : dae.vars.ids()) {
    // Functions with memory have discrete variables that begin somewhere.
    if (dae.vars[id].is_fixed && !dae.vars[id].is_discrete) return true;
  }
  return false;
}

class InitialBuilder {
 public:
  InitialBuilder(Work& work, PassContext& context) : work_(work), context_(context) {}

  auto Build() -> Status {
    model_ = work_.dae;
    if (context_.options.implicit_form && !HasStateForm(work_.structure) && !Reduce()) return Status::Failed;
    work_.initial = std::make_unique<Work>();
    if (Pose(*work_.initial, false) != Status::Ok) return Status::Failed;
    const auto is_nonlinear = [](const Block& block) { return block.kind == BlockKind::Nonlinear; };
    if (work_.dae.homotopies.empty() || std::ranges::none_of(work_.initial->blocks, is_nonlinear))
      return Status::Ok;
    work_.gradual = std::make_unique<Work>();
    return Pose(*work_.gradual, true);
  }

 private:
  // An integrator of the implicit form needs no derivatives of constraints, but the start has to obey them.
  auto Reduce() -> bool {
    Work reduced;
    reduced.dae = model_;
    PassContext context{context_.diag, context_.buffers, context_.options, context_.runner};
    context.options.implicit_form = false;
    context.options.reduce_index = true;
    if (RunPasses({"pose_problem", "eliminate_aliases", "reduce_index"}, reduced, context) != Status::Ok)
      return false;
    model_ = std::move(reduced.dae);
    return true;
  }

  auto Pose(Work& initial, bool is_gradual) -> Status {
    initial.dae = model_;
    if (is_gradual) {
      for (const dae::HomotopyEquation& mixed : model_.homotopies) {
        initial.dae.equations[mixed.equation].lhs = mixed.lhs;
        initial.dae.equations[mixed.equation].rhs = mixed.rhs;
      }
    }
    std::erase_if(initial.dae.assertions, [](const dae::Assertion& a) { return !a.active.has_value(); });
    initial.dae.reinits.clear();
    KeepTerminationsOfStart(initial.dae);
    initial.dae.samplers.clear();
    std::erase_if(initial.dae.effects, [](const dae::Effect& effect) { return !effect.is_at_events; });
    OrderEquations(initial.dae);
    AddStarts(initial.dae);
    initial.dae.state_sets.clear();
    // What there is to say about the start has been said.
    diag::CollectingConsumer said;
    diag::Emitter silent(said);
    PassContext context{is_gradual ? silent : context_.diag, context_.buffers, context_.options,
                        context_.runner};
    context.options.problem = Problem::Initial;
    context.options.implicit_form = false;
    if (RunPasses({"pose_problem", "eliminate_aliases", "match_equations"}, initial, context) != Status::Ok)
      return Status::Failed;
    if (!Check(initial, context.diag)) return Status::Failed;
    AskWhatIsLeft(initial);
    if (is_gradual) AskAtTheEnd(initial.dae);
    initial.structure.unmatched.clear();
    return RunPasses({"sort_blocks", "solve_blocks", "tear_blocks", "build_simcode"}, initial, context);
  }

  // On the way from the simplified equations to the actual ones nothing need hold.
  static void AskAtTheEnd(dae::Dae& dae) {
    expr::Pool& pool = dae.world->pool;
    const ExprId is_end =
        pool.Typed(expr::Op::NoEvent, {expr::Kind::Boolean, expr::kScalar, 0},
                   {pool.Binary(expr::Op::GreaterEqual, dae::VarLeaf(dae, dae.homotopy), pool.Real(1))});
    for (dae::Assertion& assertion : dae.assertions)
      assertion.active = pool.Binary(expr::Op::And, assertion.active, is_end);
    for (dae::Termination& termination : dae.terminations)
      termination.active = pool.Binary(expr::Op::And, termination.active, is_end);
  }

  // Those that initial() asks for; what else is true at the start ends the run by itself.
  static void KeepTerminationsOfStart(dae::Dae& dae) {
    expr::Pool& pool = dae.world->pool;
    expr::Rewriter rewriter(pool);
    std::erase_if(dae.terminations, [&](const dae::Termination& termination) {
      const ExprId active = rewriter.Rewrite(termination.active, [&](ExprId id) {
        const auto is = [&](size_t operand, bool value) {
          const ExprId known = rewriter.Rewritten(pool.operand(id, operand));
          return pool.op(known) == expr::Op::Boolean && pool.boolean(known) == value;
        };
        switch (pool.op(id)) {
          case expr::Op::Initial: return pool.Boolean(true);
          case expr::Op::Not:     return is(0, true) ? pool.Boolean(false) : ExprId{};
          case expr::Op::And:     return is(0, false) || is(1, false) ? pool.Boolean(false) : ExprId{};
          default:                return ExprId{};
        }
      });
      const bool is_never = pool.op(active) == expr::Op::Boolean && !pool.boolean(active);
      return is_never || active == termination.active;
    });
  }

  // Equations of the start that were not needed hold nevertheless, or the model contradicts itself.
  static void AskWhatIsLeft(Work& initial) {
    const Structure& s = initial.structure;
    for (uint32_t row = 0; row < s.eqn_of_row.size(); ++row) {
      const EqnId id = s.eqn_of_row[row];
      const dae::Equation& equation = initial.dae.equations[id];
      if (s.matching.col_of_row[row] != graph::kNone || !equation.is_initial || equation.is_guess) continue;
      flat::World& world = *initial.dae.world;
      const ExprId text = world.pool.Text(
          world.names.Intern("initial conditions contradict each other: the others do not give " +
                             EquationText(initial.dae, id)));
      initial.dae.assertions.push_back({.condition = SidesAgree(initial.dae, equation),
                                        .owner = equation.owner,
                                        .origin = equation.origin,
                                        .is_error = true,
                                        .message = text,
                                        .active = world.pool.Boolean(true),
                                        .condition_of_start = id});
    }
  }

  // Within what solving the other equations leaves uncertain.
  static auto SidesAgree(dae::Dae& dae, const dae::Equation& equation) -> ExprId {
    using expr::Op;
    constexpr double kSame = 1e-6;
    expr::Pool& pool = dae.world->pool;
    const ExprId lhs = dae::LeftSide(dae, equation);
    const ExprId rhs = dae::RightSide(dae, equation);
    const expr::Type truth{expr::Kind::Boolean, expr::kScalar, 0};
    if (pool.type(lhs).kind != expr::Kind::Real && pool.type(rhs).kind != expr::Kind::Real)
      return pool.Typed(Op::NoEvent, truth, {pool.Binary(Op::Equal, lhs, rhs)});
    const ExprId size = pool.Add(pool.Real(1), pool.Add(pool.Unary(Op::Abs, lhs), pool.Unary(Op::Abs, rhs)));
    const ExprId distance = pool.Unary(Op::Abs, pool.Sub(lhs, rhs));
    return pool.Typed(Op::NoEvent, truth,
                      {pool.Binary(Op::LessEqual, distance, pool.Mul(pool.Real(kSame), size))});
  }

  // Equations of the model first: of two that say the same, one of the start is left over.
  static void OrderEquations(dae::Dae& dae) {
    base::Store<EqnId, dae::Equation> ordered;
    std::vector<EqnId> place(dae.equations.size());
    for (const bool is_initial : {false, true}) {
      for (const EqnId id : dae.equations.ids()) {
        if (dae.equations[id].is_initial == is_initial) place[id.index] = ordered.Add(dae.equations[id]);
      }
    }
    dae.equations = std::move(ordered);
    for (dae::Inverse& inverse : dae.inverses) inverse.equation = place[inverse.equation.index];
    std::ranges::stable_sort(dae.inverses, {},
                             [](const dae::Inverse& inverse) { return inverse.equation.index; });
  }

  void AddStart(dae::Dae& dae, VarId id, ExprId value, bool is_guess) {
    const dae::Var& var = dae.vars[id];
    dae::Equation equation{dae::VarLeaf(dae, id),    value, dae.world->paths[var.path].parent, var.origin,
                           dae::Equation::kNoOutput, {}};
    equation.is_initial = !is_guess;
    equation.is_guess = is_guess;
    dae.equations.Add(equation);
  }

  static auto DefaultOf(expr::Pool& pool, const dae::Var& var) -> ExprId {
    switch (var.type) {
      case expr::Kind::Boolean: return pool.Boolean(false);
      case expr::Kind::Integer: return pool.Integer(0);
      default:                  return pool.Real(0);
    }
  }

  // Variables with start values that count if nothing else determines them, by VarId. Where states are chosen
  // during the run, they are the candidates.
  static auto LooseVars(const dae::Dae& dae) -> std::vector<bool> {
    std::vector<bool> is_loose(dae.vars.size());
    for (const VarId id : dae.vars.ids())
      is_loose[id.index] = dae.vars[id].kind == dae::VarKind::State || dae.vars[id].is_free;
    for (const dae::StateSet& set : dae.state_sets) {
      for (const VarId state : set.states) is_loose[state.index] = false;
      for (const VarId candidate : set.candidates) is_loose[candidate.index] = true;
    }
    return is_loose;
  }

  void AddStarts(dae::Dae& dae) {
    expr::Pool& pool = dae.world->pool;
    const std::vector<bool> is_loose = LooseVars(dae);
    std::vector<bool> is_given(dae.vars.size(), false);
    for (const GivenValue& given : context_.options.starts) {
      for (const VarId id : dae::FindVars(dae, given.name)) {
        if (!is_loose[id.index] || dae.vars[id].is_free) continue;
        is_given[id.index] = true;
        AddStart(dae, id, pool.Real(given.value), false);
      }
    }
    const auto is_continuous = [](const dae::Var& var) {
      return !var.is_discrete && (var.kind == dae::VarKind::State || var.kind == dae::VarKind::Algebraic);
    };
    for (const VarId id : dae.vars.ids()) {
      const dae::Var& var = dae.vars[id];
      if (!var.is_fixed || is_given[id.index] || !is_continuous(var)) continue;
      AddStart(dae, id, var.start.has_value() ? var.start : pool.Real(0), false);
    }
    for (const VarId id : dae.vars.ids()) {
      const dae::Var& var = dae.vars[id];
      if (!var.pre_of.has_value()) continue;
      const dae::Var& now = dae.vars[var.pre_of];
      const ExprId start = now.start.has_value() ? now.start : DefaultOf(pool, var);
      AddStart(dae, id, start, !(now.is_fixed && now.is_discrete));
    }
    AddGuesses(dae, is_loose, is_given);
  }

  // States come before parameters, whose start values are guesses by nature; then what no equation of the
  // start is about, then what has a start value.
  void AddGuesses(dae::Dae& dae, const std::vector<bool>& is_loose, const std::vector<bool>& is_given) {
    const std::vector<bool> is_sought = SoughtVars(dae);
    std::vector<VarId> guessed;
    for (const VarId id : dae.vars.ids()) {
      if (is_loose[id.index] && !dae.vars[id].is_fixed && !is_given[id.index]) guessed.push_back(id);
    }
    std::ranges::stable_sort(guessed, {}, [&](VarId id) {
      const dae::Var& var = dae.vars[id];
      return std::tuple(var.is_free, is_sought[id.index], !var.start.has_value());
    });
    for (const VarId id : guessed) {
      const ExprId start = dae.vars[id].start;
      AddStart(dae, id, start.has_value() ? start : dae.world->pool.Real(0), true);
    }
  }

  // States and parameters that stand in equations of the start, or whose derivatives do.
  static auto SoughtVars(const dae::Dae& dae) -> std::vector<bool> {
    const expr::Pool& pool = dae.world->pool;
    expr::Walker walker(pool);
    std::vector<bool> is_sought(dae.vars.size(), false);
    for (const EqnId id : dae.equations.ids()) {
      const dae::Equation& equation = dae.equations[id];
      if (!equation.is_initial) continue;
      const std::array<ExprId, 2> sides = {equation.lhs, equation.rhs};
      for (const ExprId leaf : walker.Postorder(sides)) {
        if (pool.op(leaf) != expr::Op::Var) continue;
        const VarId var = pool.var(leaf);
        is_sought[var.index] = true;
        const VarId state = dae.vars[var].derivative_of;
        if (state.has_value()) is_sought[state.index] = true;
      }
    }
    return is_sought;
  }

  static auto Check(const Work& initial, diag::Emitter& emitter) -> bool {
    const Structure& s = initial.structure;
    std::vector<std::string> taken;
    for (uint32_t row = 0; row < s.eqn_of_row.size(); ++row) {
      const EqnId id = s.eqn_of_row[row];
      const bool is_used = s.matching.col_of_row[row] != graph::kNone;
      const dae::Equation& equation = initial.dae.equations[id];
      if (equation.is_guess) {
        // That nothing has happened before the start goes without saying.
        const bool is_silent = initial.dae.vars[initial.dae.world->pool.var(equation.lhs)].pre_of.has_value();
        if (is_used && !is_silent) taken.push_back(fmt::format("`{}`", NameOf(initial.dae, equation.lhs)));
        continue;
      }
      if (is_used) continue;
      if (equation.is_initial) {
        emitter.Emit(SpanOf(initial.dae, id), InitialOverdetermined,
                     transform::EquationText(initial.dae, id));
      } else {
        emitter.Emit(SpanOf(initial.dae, id), InitialSingular,
                     "no unknown is left for " + transform::EquationText(initial.dae, id));
        return false;
      }
    }
    if (!taken.empty()) emitter.Emit({}, StartTaken, AbbreviatedList(taken));
    if (s.unassigned.empty()) return true;
    std::vector<std::string> names;
    for (const VarId var : s.unassigned)
      names.push_back(fmt::format("`{}`", dae::FullName(initial.dae, var)));
    emitter.Emit({}, InitialSingular, "no equation is left to give " + AbbreviatedList(names));
    return false;
  }

  static auto NameOf(const dae::Dae& dae, ExprId leaf) -> std::string {
    return dae::FullName(dae, dae.world->pool.var(leaf));
  }

  Work& work_;
  PassContext& context_;
  // The equations of which the start is posed.
  dae::Dae model_;
};

}  // namespace

auto BuildInitial(Work& work, PassContext& context) -> Status {
  work.initial.reset();
  work.gradual.reset();
  const bool is_wanted = context.options.problem == Problem::Simulation &&
                         (!context.options.begins_elsewhere || SaysWhereItBegins(work.dae));
  if (!is_wanted || !NeedsInitial(work.dae)) return Status::Ok;
  return InitialBuilder(work, context).Build();
}

}  // namespace kerf::transform
