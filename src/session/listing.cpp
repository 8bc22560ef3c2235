// The layout of listings.
#include "session/listing.h"

#include <set>

#include "dae/dialect.h"
#include "dae/print.h"
#include "expr/canonical.h"

namespace kerf::session {

namespace {

constexpr size_t kEquationColumn = 20;

auto OwnerText(const dae::Dae& dae, base::PathId owner) -> std::string {
  if (owner == base::PathStore::kRoot) return std::string(dae.world->names[dae.name]);
  return dae.world->paths.Render(owner, base::PathStore::kRoot, "::", "::");
}

// "C_p_v", "der(C_v)". Where `C.p_v` and `C_p.v` would be the same, one gets more underscores; a variable of
// the model itself keeps its name.
class UnderscoreNamer : public dae::FullNamer {
 public:
  explicit UnderscoreNamer(const dae::Dae& dae) : dae::FullNamer(dae), dae_(dae), names_(dae.vars.size()) {
    for (const bool is_own : {true, false}) {
      for (const expr::VarId id : dae.vars.ids()) {
        const base::PathId path = dae.vars[id].path;
        if ((dae.world->paths[path].parent == base::PathStore::kRoot) != is_own) continue;
        std::string name = dae.world->paths.Render(path, base::PathStore::kRoot, "_", "_");
        while (!taken_.insert(name).second) name += "_";
        names_[id.index] = std::move(name);
      }
    }
  }
  [[nodiscard]] auto VarName(expr::VarId var) const -> std::string override {
    const dae::Var& shown = dae_.vars[var];
    if (shown.derivative_of.has_value()) return "der(" + VarName(shown.derivative_of) + ")";
    return names_[var.index];
  }

 private:
  const dae::Dae& dae_;
  std::vector<std::string> names_;
  std::set<std::string> taken_;
};

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
                             {.dialect = dae::DialectOf(work_.dae), .marked = marked});
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

auto EquationListing::Canonical() -> std::string {
  const UnderscoreNamer namer(work_.dae);
  std::string out;
  for (const dae::EqnId id : work_.dae.equations.ids()) {
    const dae::Equation& equation = work_.dae.equations[id];
    if (equation.is_initial || equation.output != dae::Equation::kNoOutput) continue;
    out += expr::PrintCanonical(work_.dae.world->pool, equation.lhs, equation.rhs, namer) + "\n";
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
                                   assigned.solution, namer, {.dialect = dae::DialectOf(work_.dae)});
      }
      Line(is_loop ? "-" : " ", equation.owner, text, out);
    }
    if (is_loop) out += "\n";
  }
  return out;
}

}  // namespace kerf::session
