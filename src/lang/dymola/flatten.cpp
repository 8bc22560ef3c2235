// From a program to a flat model: which model, all classes in source order, the tree of instances, the flat
// records.
#include <algorithm>

#include "base/nearest.h"
#include "diag/consumers.h"
#include "lang/dymola/dymola.h"
#include "lang/dymola/elaborator.h"
#include "lang/dymola/emit_flat.h"
#include "lang/dymola/instances.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(UnknownModel, Error, "there is no model or model type `{}`", std::string);
KERF_DIAG(NoModel, Error, "the text contains no model, only {}", std::string);
KERF_NOTE(NameAType, "name one of the model types to make a model of it");
KERF_NOTE(DidYouMeanModel, "did you mean `{}`?", std::string);
KERF_DIAG(UnknownStructureParameter, Error, "`{}` has no structure parameter `{}`", std::string_view,
          std::string);

class Flattener {
 public:
  Flattener(const Program& program, const FlattenOptions& options, diag::Emitter& emitter)
      : program_(program), options_(options), emitter_(emitter), elab_(program, options, emitter) {}

  auto Run(std::string_view name) -> std::optional<flat::Model> {
    const uint32_t errors = emitter_.n_errors();
    const DeclId top = FindTop(name);
    if (!top.has_value()) return std::nullopt;
    const ClassId cls = ElaborateAll(top);
    if (!cls.has_value() || program_.n_errors > 0 || emitter_.n_errors() != errors) return std::nullopt;
    TakePrototypes(elab_, decls_);
    const InstanceTree tree = BuildInstances(elab_, cls);
    elab_.model.name = elab_[cls].name;
    EmitFlat(elab_, tree);
    if (emitter_.n_errors() != errors) return std::nullopt;
    return std::move(elab_.model);
  }

 private:
  auto FindTop(std::string_view name) -> DeclId {
    if (name.empty() && !program_.models.empty()) return program_.models.back();
    if (name.empty()) {
      ReportNoModel();
      return {};
    }
    const NameId id = program_.names.Find(name);
    const auto found = program_.top_level.find(id);
    if (id.has_value() && found != program_.top_level.end()) return found->second;
    const std::vector<std::string> candidates = TopLevelNames();
    const std::string nearest = base::Nearest(name, candidates);
    auto report = emitter_.Emit({}, UnknownModel, std::string(name));
    if (!nearest.empty()) report.Note({}, DidYouMeanModel, nearest);
    return {};
  }

  [[nodiscard]] auto TopLevelNames() const -> std::vector<std::string> {
    std::vector<std::string> names;
    for (const auto& [name, decl] : program_.top_level) names.emplace_back(program_.names[name]);
    std::ranges::sort(names);
    return names;
  }

  void ReportNoModel() {
    // After a mistake in the grammar the model may just not have been understood.
    if (program_.n_errors > 0) return;
    const std::vector<std::string> names = TopLevelNames();
    if (names.empty()) {
      emitter_.Emit({}, NoModel, "comments and empty lines");
      return;
    }
    const size_t n = std::min<size_t>(names.size(), 10);
    const std::string list =
        fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<ptrdiff_t>(n), ", "));
    emitter_.Emit({}, NoModel, fmt::format("model types: {}{}", list, names.size() > n ? ", …" : ""))
        .Note({}, NameAType);
  }

  // Elaborates what is declared, also unused types: their mistakes count. Other models at the top are left
  // alone.
  auto ElaborateAll(DeclId top) -> ClassId {
    ClassId result;
    for (const DeclId decl : program_.compile_order) {
      DeclId outermost = decl;
      while (program_.ast[outermost].parent.has_value()) outermost = program_.ast[outermost].parent;
      if (!program_.ast[outermost].is_type && outermost != top) continue;
      if (decl != top && !HasAllDefaults(decl)) continue;
      const ClassId cls =
          elab_.ClassOf(decl, decl == top ? TopStructure(top) : StructureValues(), program_.ast[decl].span);
      if (decl == top) result = cls;
      const bool is_variable = program_.ast[decl].is_type && !StructureParameters(program_.ast[decl]).empty();
      if (cls.has_value() && (decl == top || !is_variable)) decls_.emplace_back(decl, cls);
    }
    return result;
  }

  [[nodiscard]] auto HasAllDefaults(DeclId decl) const -> bool {
    for (const Item& item : program_.ast[program_.ast[decl].body]) {
      if (item.kind != ItemKind::Variables) continue;
      const VariableDecl& variables = program_.ast.variables[item.index];
      const auto has_value = [](const Declarator& declarator) { return declarator.value.has_value(); };
      if (variables.kind == VarKind::Structure && !std::ranges::all_of(variables.declarators, has_value))
        return false;
    }
    return true;
  }

  auto TopStructure(DeclId top) -> StructureValues {
    const ModelDecl& decl = program_.ast[top];
    const std::vector<uint32_t> parameters = StructureParameters(decl);
    StructureValues values(parameters.size());
    for (const auto& [name, value] : options_.structure) {
      const auto has_name = [&](uint32_t k) { return program_.names[decl.parameters[k].name] == name; };
      const auto found = std::ranges::find_if(parameters, has_name);
      if (found == parameters.end()) {
        emitter_.Emit(decl.span, UnknownStructureParameter, program_.names[decl.name], name);
      } else {
        values[static_cast<size_t>(found - parameters.begin())] = value;
      }
    }
    return values;
  }

  const Program& program_;
  const FlattenOptions& options_;
  diag::Emitter& emitter_;
  Elaborator elab_;
  std::vector<std::pair<DeclId, ClassId>> decls_;
};

}  // namespace

auto Flatten(const Program& program, std::string_view name, const FlattenOptions& options,
             diag::Emitter& emitter) -> std::optional<flat::Model> {
  // Classes are built in order of use; people read files from top to bottom.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter own(sorted);
  return Flattener(program, options, own).Run(name);
}

}  // namespace kerf::dymola
