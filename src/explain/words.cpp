// Sentences from reasons, texts from expressions.
#include "explain/words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "dae/dialect.h"
#include "expr/print.h"

namespace kerf::explain {

namespace {

constexpr size_t kMaxText = 400;

auto WishText(const transform::StateChoice& choice) -> std::string {
  std::vector<std::string> wishes;
  switch (choice.select) {
    case flat::StateSelect::Never:   wishes.emplace_back("stateSelect = never"); break;
    case flat::StateSelect::Avoid:   wishes.emplace_back("stateSelect = avoid"); break;
    case flat::StateSelect::Default: break;
    case flat::StateSelect::Prefer:  wishes.emplace_back("stateSelect = prefer"); break;
    case flat::StateSelect::Always:  wishes.emplace_back("stateSelect = always"); break;
  }
  wishes.emplace_back(choice.is_fixed    ? "fixed start value"
                      : choice.has_start ? "start value"
                                         : "no start value");
  return fmt::format("{}", fmt::join(wishes, ", "));
}

}  // namespace

auto Words::Name(expr::VarId var) const -> std::string { return dae::FullName(work_.dae, var); }

auto Words::Expression(expr::ExprId value) const -> std::string {
  return expr::Print(work_.dae.world->pool, value, namer_,
                     {.dialect = dae::DialectOf(work_.dae), .max_length = kMaxText});
}

auto Words::Place(flat::OriginId origin) const -> std::string {
  const auto& origins = work_.dae.world->origins;
  while (origin.has_value() && !origins[origin].span.has_value()) origin = origins[origin].parent;
  return origin.has_value() ? buffers_.Place(origins[origin].span) : "";
}

auto Words::Origin(flat::OriginId origin) const -> std::string {
  if (!origin.has_value()) return "";
  switch (work_.dae.world->origins[origin].made_by) {
    case flat::MadeBy::Source:
    case flat::MadeBy::Scalarise:  return "";
    case flat::MadeBy::Connection: return "connection";
    case flat::MadeBy::Alias:      return "alias";
    case flat::MadeBy::Derivative: return "differentiated";
    case flat::MadeBy::Default:    return "default";
    case flat::MadeBy::Input:      return "given input";
    case flat::MadeBy::Command:    return "command";
  }
  return "";
}

auto Words::Equation(dae::EqnId id) const -> EquationRow {
  const dae::Equation& equation = work_.dae.equations[id];
  EquationRow row;
  row.text = expr::PrintEquation(work_.dae.world->pool, equation.lhs, equation.rhs, namer_,
                                 {.dialect = dae::DialectOf(work_.dae), .max_length = kMaxText});
  row.place = Place(equation.origin);
  if (equation.owner != base::PathStore::kRoot) row.owner = work_.dae.world->paths.Render(equation.owner);
  row.origin = Origin(equation.origin);
  return row;
}

auto Words::AsWritten(const dae::Equation& equation, expr::VarId var) const -> expr::VarId {
  const expr::Pool& pool = work_.dae.world->pool;
  const std::array<expr::ExprId, 2> sides = {equation.lhs, equation.rhs};
  expr::VarId found = var;
  for (const expr::ExprId id : walker_.Postorder(sides)) {
    if (pool.op(id) != expr::Op::Var) continue;
    if (pool.var(id) == var) return var;
    const bool is_equal = work_.aliases.representative[pool.var(id).index] == var;
    if (is_equal && found == var) found = pool.var(id);
  }
  return found;
}

auto Words::Assigned(const transform::Assigned& assigned) const -> EquationRow {
  EquationRow row = Equation(assigned.equation);
  const dae::Equation& equation = work_.dae.equations[assigned.equation];
  row.var = Name(assigned.var);
  const expr::VarId written = AsWritten(equation, assigned.var);
  if (written != assigned.var) row.var += fmt::format(" (here {})", Name(written));
  const bool says_more =
      assigned.solution.has_value() && assigned.solution != equation.rhs && assigned.solution != equation.lhs;
  if (says_more) row.solution = Expression(assigned.solution);
  return row;
}

auto Words::List(const std::vector<expr::VarId>& vars) const -> std::string {
  constexpr size_t kMaxNames = 8;
  std::vector<std::string> names;
  for (size_t k = 0; k < std::min(vars.size(), kMaxNames); ++k) names.push_back(Name(vars[k]));
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (vars.size() > kMaxNames) text += fmt::format(" and {} more", vars.size() - kMaxNames);
  return text;
}

auto WhyWhole(const transform::Block& block) -> std::string {
  switch (block.whole) {
    case transform::WholeReason::Torn:
      return fmt::format(
          "Nonlinear. With values for {} of the {} unknowns the others follow one after the other; Newton's "
          "iteration makes the equations that are left hold.",
          block.iteration_vars.size(), block.equations.size());
    case transform::WholeReason::Single:
      return "One equation that is not linear in its unknown: solved by Newton's iteration.";
    case transform::WholeReason::Linear:
      return "Linear in all unknowns together: solved by elimination, without iterating.";
    case transform::WholeReason::TooDeep:
      return "Nonlinear. Tearing would give a long chain along which errors grow, so all unknowns are "
             "iterated "
             "together with a sparse matrix.";
  }
  return "";
}

auto WhyIterated(const transform::TearingReason& reason) -> std::string {
  const std::string in_equations =
      fmt::format("{} equation{}", reason.n_equations, reason.n_equations == 1 ? "" : "s");
  switch (reason.rule) {
    case graph::TearRule::NotSolvable:
      return reason.has_guess ? "has a start value from which the iteration can begin"
                              : "no equation can be solved for it safely";
    case graph::TearRule::MostOccurrences:
      return fmt::format(
          "occurs in most of the equations that were left ({}), so most follow once it is known",
          in_equations);
    case graph::TearRule::ShortestEquation:
      return fmt::format("stands in an equation with fewest unknowns, and there in most others ({})",
                         in_equations);
  }
  return "";
}

auto WhyChosen(const transform::StateChoice& choice) -> std::string {
  const std::string among = fmt::format("{} candidate{} in {} differentiated equation{}", choice.n_candidates,
                                        choice.n_candidates == 1 ? "" : "s", choice.n_equations,
                                        choice.n_equations == 1 ? "" : "s");
  switch (choice.reason) {
    case transform::ChoiceReason::GivenUp:
      if (choice.n_candidates <= choice.n_equations)
        return fmt::format("the constraints determine it, without a choice ({})", WishText(choice));
      return fmt::format("the constraints determine it; least wanted of {} ({})", among, WishText(choice));
    case transform::ChoiceReason::KeptDependent:
      return fmt::format("of {}, those given up before leave no equation that would determine it ({})", among,
                         WishText(choice));
    case transform::ChoiceReason::KeptWanted:
      return fmt::format("of {}, enough less wanted ones were given up ({})", among, WishText(choice));
    case transform::ChoiceReason::KeptWithDerivative:
      return fmt::format("its derivative is a state ({})", WishText(choice));
    case transform::ChoiceReason::LeftToTheRun:
      return fmt::format(
          "one of {} of which no choice serves for the whole run; states are chosen anew where "
          "that is needed ({})",
          among, WishText(choice));
  }
  return "";
}

}  // namespace kerf::explain
