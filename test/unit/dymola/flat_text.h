// For tests: DYMOLA text to a flat model, its equations as text the way DYMOLA prints them, and the
// kinds reported.
#pragma once

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "diag/consumers.h"
#include "expr/print.h"
#include "lang/dymola/dymola.h"

namespace kerf::dymola {

struct Read {
  source::Buffers buffers;
  Program program;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter{consumer};
  std::optional<flat::Model> model;

  // "kind, kind": all that was reported, in order.
  [[nodiscard]] auto kinds() const -> std::string {
    std::string text;
    for (const diag::Diagnostic& diagnostic : consumer.all) {
      if (!text.empty()) text += ", ";
      text += diagnostic.code;
    }
    return text;
  }
  [[nodiscard]] auto messages() const -> std::string {
    std::string text;
    for (const diag::Diagnostic& diagnostic : consumer.all) {
      text += buffers.Place(diagnostic.span) + ": " + diagnostic.text + "\n";
      for (const diag::Note& note : diagnostic.notes)
        text += "  " + buffers.Place(note.span) + ": " + note.text + "\n";
    }
    return text;
  }
};

inline auto ReadTexts(const std::vector<std::string>& texts, std::string_view name = "",
                      const FlattenOptions& options = {}) -> std::unique_ptr<Read> {
  auto read = std::make_unique<Read>();
  for (const std::string& text : texts) {
    Parse(read->buffers.Add("text.dym", text), read->buffers, read->emitter, read->program);
  }
  read->model = Flatten(read->program, name, options, read->emitter);
  return read;
}

inline auto ReadText(const std::string& text, std::string_view name = "", const FlattenOptions& options = {})
    -> std::unique_ptr<Read> {
  return ReadTexts({text}, name, options);
}

// An own variable by its bare name, one below by its path from the owner, others by their full path.
inline auto NameFrom(const flat::Model& model, base::PathId var, base::PathId owner) -> std::string {
  const base::PathStore& paths = model.world->paths;
  if (paths[var].parent == base::PathStore::kRoot && owner != base::PathStore::kRoot) {
    return std::string(model.world->names[model.name]) + "." + paths.RenderLocal(var);
  }
  const base::PathId from = paths.IsWithin(var, owner) ? owner : base::PathStore::kRoot;
  return paths.Render(var, from, "::", ".");
}

class OwnerNamer : public expr::Namer {
 public:
  OwnerNamer(const flat::Model& model, base::PathId owner) : model_(model), owner_(owner) {}
  [[nodiscard]] auto VarName(expr::VarId var) const -> std::string override {
    return NameFrom(model_, model_.vars[var].path, owner_);
  }
  [[nodiscard]] auto FunctionName(expr::FunctionId id) const -> std::string override {
    return std::string(model_.world->names[model_.world->functions[id].name]);
  }
  [[nodiscard]] auto Text(base::NameId name) const -> std::string override {
    return std::string(model_.world->names[name]);
  }

 private:
  const flat::Model& model_;
  base::PathId owner_;
};

inline auto ExprText(const flat::Model& model, expr::ExprId id, base::PathId owner = base::PathStore::kRoot)
    -> std::string {
  return expr::Print(model.world->pool, id, OwnerNamer(model, owner), {expr::Dialect::Dymola, {}});
}

inline auto EquationText(const flat::Model& model, const flat::Equation& equation) -> std::string {
  return expr::PrintEquation(model.world->pool, equation.lhs, equation.rhs, OwnerNamer(model, equation.owner),
                             {expr::Dialect::Dymola, {}});
}

// "owner: equation" a line; the top model by its name.
inline auto EquationsText(const flat::Model& model) -> std::string {
  std::string text;
  for (const flat::EquationId id : model.equations.ids()) {
    const flat::Equation& equation = model.equations[id];
    const bool is_top = equation.owner == base::PathStore::kRoot;
    const std::string owner =
        is_top ? std::string(model.world->names[model.name])
               : model.world->paths.Render(equation.owner, base::PathStore::kRoot, "::", "::");
    text += owner + ": " + EquationText(model, equation) + "\n";
  }
  return text;
}

// The variables as "path" a line.
inline auto VarsText(const flat::Model& model) -> std::string {
  std::string text;
  for (const expr::VarId id : model.vars.ids()) {
    text += model.world->paths.Render(model.vars[id].path, base::PathStore::kRoot, "::", ".") + "\n";
  }
  return text;
}

}  // namespace kerf::dymola
