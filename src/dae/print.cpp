// Names relative to submodels, and the DAE as flat Modelica text.
#include "dae/print.h"

#include "dae/dialect.h"
#include "expr/print_identifier.h"
#include "flat/print_names.h"

namespace kerf::dae {

namespace {

class ModelicaNamer : public flat::WorldNamer {
 public:
  explicit ModelicaNamer(const Dae& dae) : WorldNamer(*dae.world), dae_(dae) {}
  [[nodiscard]] auto VarName(VarId var) const -> std::string override {
    return expr::ModelicaIdentifier(FullName(dae_, var));
  }

 private:
  const Dae& dae_;
};

auto Prefix(VarKind kind) -> std::string_view {
  switch (kind) {
    case VarKind::Constant:  return "constant ";
    case VarKind::Parameter: return "parameter ";
    case VarKind::Input:     return "input ";
    case VarKind::State:
    case VarKind::Event:
    case VarKind::Algebraic: return "";
  }
  return "";
}

}  // namespace

auto DymolaNamer::VarName(VarId var) const -> std::string {
  const PathId path = dae_.vars[var].path;
  const base::PathStore& paths = dae_.world->paths;
  if (paths[path].parent == owner_) return paths.RenderLocal(path);
  if (owner_ != base::PathStore::kRoot && paths.IsWithin(path, owner_))
    return paths.Render(path, owner_, "::", ".");
  if (paths[path].parent == base::PathStore::kRoot) {
    return fmt::format("{}.{}", dae_.world->names[dae_.name], paths.RenderLocal(path));
  }
  return paths.Render(path, base::PathStore::kRoot, "::", ".");
}

auto DymolaNamer::FunctionName(expr::FunctionId function) const -> std::string {
  return std::string(dae_.world->names[dae_.world->functions[function].name]);
}

auto DymolaNamer::Text(NameId name) const -> std::string { return std::string(dae_.world->names[name]); }

auto FullNamer::FunctionName(expr::FunctionId function) const -> std::string {
  return std::string(dae_.world->names[dae_.world->functions[function].name]);
}

auto FullNamer::Text(NameId name) const -> std::string { return std::string(dae_.world->names[name]); }

auto EquationText(const Dae& dae, EqnId equation) -> std::string {
  constexpr size_t kMaxShown = 200;
  const Equation& e = dae.equations[equation];
  const DymolaNamer namer(dae, e.owner);
  return expr::PrintEquation(dae.world->pool, e.lhs, e.rhs, namer,
                             {.dialect = DialectOf(dae), .max_length = kMaxShown});
}

auto PrintModelica(const Dae& dae) -> std::string {
  const ModelicaNamer namer(dae);
  const expr::Pool& pool = dae.world->pool;
  const std::string name = expr::ModelicaIdentifier(dae.world->names[dae.name]);
  std::string out = fmt::format("model {}\n", name);
  for (const VarId id : dae.vars.ids()) {
    const Var& var = dae.vars[id];
    out += fmt::format("  {}{}Real {}", Prefix(var.kind), var.is_output ? "output " : "", namer.VarName(id));
    if (var.start.has_value()) out += fmt::format("(start = {})", expr::Print(pool, var.start, namer));
    if (var.binding.has_value()) out += fmt::format(" = {}", expr::Print(pool, var.binding, namer));
    out += ";\n";
  }
  out += "equation\n";
  for (const VarId id : dae.vars.ids()) {
    const Var& var = dae.vars[id];
    if (var.derivative_of.has_value()) {
      out += fmt::format("  der({}) = {};\n", namer.VarName(var.derivative_of), namer.VarName(id));
    }
  }
  for (const EqnId id : dae.equations.ids()) {
    const Equation& e = dae.equations[id];
    // A call with several outputs stands once, at its first output.
    if (e.output != Equation::kNoOutput && e.output != 0) continue;
    out += fmt::format("  {};\n", expr::PrintEquation(pool, e.lhs, e.rhs, namer));
  }
  for (const Assertion& assertion : dae.assertions) {
    out += fmt::format("  assert({}, \"outside the region of validity\");\n",
                       expr::Print(pool, assertion.condition, namer));
  }
  return out + fmt::format("end {};\n", name);
}

}  // namespace kerf::dae
