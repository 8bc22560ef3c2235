// Functions by name.
#include "flat/world.h"

#include <algorithm>

#include "flat/foreign.h"
#include "flat/function.h"

namespace kerf::flat {

World::World() = default;
World::~World() = default;

auto World::FunctionNamed(NameId name, uint32_t n_outputs) -> FunctionId {
  for (const FunctionId id : functions.ids()) {
    if (functions[id].name == name && functions[id].n_outputs == n_outputs) return id;
  }
  return functions.Add({name, n_outputs});
}

auto World::FileOfUri(const std::string& uri) const -> std::string {
  constexpr std::string_view kFile = "file://";
  constexpr std::string_view kModelica = "modelica://";
  if (uri.starts_with(kFile)) return uri.substr(kFile.size());
  if (!uri.starts_with(kModelica) || !library_folder) return uri;
  const std::string path = uri.substr(kModelica.size());
  const size_t slash = std::min(path.find('/'), path.size());
  // modelica://A.B/c starts from the folder of A.
  const std::string library = path.substr(0, std::min(path.find('.'), slash));
  const std::string folder = library_folder(library);
  return folder.empty() ? uri : folder + path.substr(slash);
}

}  // namespace kerf::flat
