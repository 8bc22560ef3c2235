// The list of kinds. A new one is a file with its class, a line here and a line in CMakeLists.txt.
#include "assemblies.h"
#include "cosy.h"
#include "declarations.h"
#include "kind.h"
#include "networks.h"

namespace kerf::torture {

auto MakeKinds() -> std::vector<std::unique_ptr<Kind>> {
  std::vector<std::unique_ptr<Kind>> kinds;
  kinds.push_back(MakeNetworks());
  kinds.push_back(MakeDeclarations());
  kinds.push_back(MakeCosy());
  kinds.push_back(MakeAssemblies());
  return kinds;
}

}  // namespace kerf::torture
