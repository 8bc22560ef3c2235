// Structure parameters: numbers that fix sizes, loops and conditions when a class is made.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(NoStructureValue, Error, "the structure parameter `{}` of `{}` has no value", std::string_view,
          std::string_view);
KERF_NOTE(StructureDeclared, "it is declared here; give a value there or in the parameter list");

}  // namespace

auto ClassBuilder::DeclareStructure(const StructureValues& given, const Span& use) -> bool {
  size_t k = 0;
  for (const Item& item : ast_[decl_.body]) {
    if (item.kind != ItemKind::Variables || ast_.variables[item.index].kind != VarKind::Structure) continue;
    for (const Declarator& declarator : ast_.variables[item.index].declarators) {
      const bool is_given = k < given.size() && given[k].has_value();
      const double value = is_given ? *given[k] : 0;
      ++k;
      if (!DeclareStructureParameter(declarator, is_given, value, use)) return false;
    }
  }
  return true;
}

auto ClassBuilder::DeclareStructureParameter(const Declarator& declarator, bool is_given, double value,
                                             const Span& use) -> bool {
  const NameId name = elab_.Name(declarator.name);
  // A second declaration is reported with the other declarations.
  if (cls_.var_names.contains(name)) return true;
  if (!is_given && !declarator.value.has_value()) {
    emitter_.Emit(use, NoStructureValue, Text(name), Text(cls_.name))
        .Note(declarator.span, StructureDeclared);
    return false;
  }
  if (!is_given) {
    const auto number = TryFixed(declarator.value);
    if (!number) return false;
    value = number.value();
  }
  const uint32_t var = AddVar(name, VarKind::Structure, expr::kScalar, declarator.span);
  cls_.vars[var].is_fixed = true;
  cls_.vars[var].number = value;
  return true;
}

auto ClassBuilder::structure_values() const -> std::vector<double> {
  std::vector<double> values;
  for (const ClassVar& var : cls_.vars) values.push_back(var.number);
  return values;
}

}  // namespace kerf::dymola
