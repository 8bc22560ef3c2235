// All model types and models read so far. Texts accumulate: a library first, then the model that uses it.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/interner.h"
#include "lang/dymola/ast.h"

namespace kerf::dymola {

struct Program {
  base::Interner names;
  Ast ast;
  // Declarations in the order of their `end`s, which is the order in which they are compiled.
  std::vector<DeclId> compile_order;
  // Declared outside of any model.
  std::unordered_map<NameId, DeclId> types;
  std::unordered_map<NameId, DeclId> top_level;
  std::vector<DeclId> models;
  // Files that others have added; each is read once.
  std::unordered_set<std::string> files;
  uint32_t n_events = 0;
  uint32_t n_errors = 0;
};

}  // namespace kerf::dymola
