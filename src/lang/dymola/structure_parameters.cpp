// Which values decide about sizes and so must be known before a model is flattened.
#include <algorithm>

#include "lang/dymola/dymola.h"

namespace kerf::dymola {

auto HasStructureParameter(const Program& program, std::string_view name, std::string_view parameter)
    -> bool {
  DeclId decl = program.models.empty() ? DeclId{} : program.models.back();
  if (!name.empty()) {
    const base::NameId name_id = program.names.Find(name);
    const auto at = program.top_level.find(name_id);
    if (!name_id.has_value() || at == program.top_level.end()) return false;
    decl = at->second;
  }
  if (!decl.has_value()) return false;
  return std::ranges::any_of(program.ast[decl].parameters, [&](const Parameter& p) {
    return p.is_structure && program.names[p.name] == parameter;
  });
}

}  // namespace kerf::dymola
