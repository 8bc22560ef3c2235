// All model types and models read so far. Texts accumulate: a library first, then the model that uses it.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/file_trace.h"
#include "base/interner.h"
#include "lang/dymola/ast.h"

namespace kerf::dymola {

// The language of Elmqvist (Lund, 1978) or that of the Pascal program that Idnani (Arizona, 1991) describes.
enum class Dialect : uint8_t { ByUse, Year1978, Year1991 };

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
  // Folders in which added files are looked for after that of the text that adds them.
  std::vector<std::string> folders;
  // Takes note of the files that are looked for; may be null.
  base::FileTrace* trace = nullptr;
  Dialect dialect = Dialect::ByUse;
  // Something was read that only the texts of 1991 have.
  bool uses_1991 = false;
  uint32_t n_events = 0;
  uint32_t n_errors = 0;
};

inline auto Is1991(const Program& program) -> bool {
  return program.dialect == Dialect::Year1991 || (program.dialect == Dialect::ByUse && program.uses_1991);
}

}  // namespace kerf::dymola
