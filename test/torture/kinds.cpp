// The list of kinds. A new one is a file with its class, a line here and a line in CMakeLists.txt.
#include "acsl.h"
#include "assemblies.h"
#include "clauses.h"
#include "clocks.h"
#include "connections.h"
#include "cosy.h"
#include "declarations.h"
#include "expressions.h"
#include "hybrid.h"
#include "initial.h"
#include "kind.h"
#include "networks.h"
#include "programs.h"
#include "singular.h"
#include "translate.h"

namespace kerf::torture {

auto MakeKinds() -> std::vector<std::unique_ptr<Kind>> {
  std::vector<std::unique_ptr<Kind>> kinds;
  kinds.push_back(MakeNetworks());
  kinds.push_back(MakeDeclarations());
  kinds.push_back(MakeHybrid());
  kinds.push_back(MakeTranslate());
  kinds.push_back(MakeAcsl());
  kinds.push_back(MakeExpressions());
  kinds.push_back(MakePrograms());
  kinds.push_back(MakeClauses());
  kinds.push_back(MakeClocks());
  kinds.push_back(MakeCosy());
  kinds.push_back(MakeAssemblies());
  kinds.push_back(MakeConnections());
  kinds.push_back(MakeInitial());
  kinds.push_back(MakeSingular());
  return kinds;
}

}  // namespace kerf::torture
