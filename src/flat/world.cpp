// Functions by name.
#include "flat/world.h"

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

}  // namespace kerf::flat
