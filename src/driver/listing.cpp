// The layout of listings.
#include "driver/listing.h"

#include "dae/print.h"

namespace kerf::driver {

namespace {

constexpr size_t kEquationColumn = 20;

auto OwnerText(const dae::Dae& dae, base::PathId owner) -> std::string {
  if (owner == base::PathStore::kRoot) return std::string(dae.world->names[dae.name]);
  return dae.world->paths.Render(owner, base::PathStore::kRoot, "::", "::");
}

}  // namespace

auto TopName(const dae::Dae& dae, expr::VarId var) -> std::string {
  return dae::DymolaNamer(dae, base::PathStore::kRoot).VarName(var);
}

void EquationListing::Line(std::string_view mark, base::PathId owner, const std::string& equation,
                           std::string& out) {
  std::string line(mark);
  if (owner != previous_owner_) line += OwnerText(work_.dae, owner);
  previous_owner_ = owner;
  line.resize(line.size() < kEquationColumn - 1 ? kEquationColumn : line.size() + 2, ' ');
  out += line + equation + "\n";
}

auto EquationListing::Text(dae::EqnId id, expr::VarId marked) const -> std::string {
  const dae::Equation& equation = work_.dae.equations[id];
  const bool substituted = id.index < work_.structure.lhs.size();
  const dae::DymolaNamer namer(work_.dae, equation.owner);
  return expr::PrintEquation(work_.dae.world->pool,
                             substituted ? work_.structure.lhs[id.index] : equation.lhs,
                             substituted ? work_.structure.rhs[id.index] : equation.rhs, namer,
                             {.dialect = expr::Dialect::Dymola, .marked = marked});
}

auto EquationListing::Equations() -> std::string {
  std::string out;
  previous_owner_ = {};
  for (const dae::EqnId id : work_.dae.equations.ids()) {
    if (id.index < work_.aliases.trivial.size() && work_.aliases.trivial[id.index]) continue;
    const dae::Equation& equation = work_.dae.equations[id];
    // A call with several outputs is one equation to the reader.
    if (equation.output != dae::Equation::kNoOutput && equation.output > 0) continue;
    Line(" ", equation.owner, Text(id, {}), out);
  }
  return out;
}

auto EquationListing::Selected(const std::vector<dae::EqnId>& equations) -> std::string {
  std::string out;
  previous_owner_ = {};
  for (const dae::EqnId id : equations) Line("", work_.dae.equations[id].owner, Text(id, {}), out);
  return out;
}

auto EquationListing::Blocks(bool solved) -> std::string {
  std::string out;
  previous_owner_ = {};
  for (const transform::Block& block : work_.blocks) {
    const bool is_loop = block.equations.size() > 1;
    if (is_loop) out += "\n";
    for (const transform::Assigned& assigned : block.equations) {
      const dae::Equation& equation = work_.dae.equations[assigned.equation];
      std::string text = Text(assigned.equation, assigned.var);
      if (solved && assigned.solution.has_value() && equation.output == dae::Equation::kNoOutput) {
        const dae::DymolaNamer namer(work_.dae, equation.owner);
        text = expr::PrintEquation(work_.dae.world->pool, work_.dae.world->pool.Var(assigned.var),
                                   assigned.solution, namer, {.dialect = expr::Dialect::Dymola});
      }
      Line(is_loop ? "-" : " ", equation.owner, text, out);
    }
    if (is_loop) out += "\n";
  }
  return out;
}

}  // namespace kerf::driver
