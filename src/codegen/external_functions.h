// The ABI's functions as simcode knows them: it must not know the ABI.
#pragma once

#include <span>
#include <vector>

#include "runtime/abi.h"
#include "simcode/interpret.h"

namespace kerf::codegen {

inline auto CopyFunctions(std::span<const KerfFunction> functions) -> std::vector<simcode::ExternalFunction> {
  std::vector<simcode::ExternalFunction> copies;
  copies.reserve(functions.size());
  for (const KerfFunction& f : functions) copies.push_back({f.call, f.context, f.n_in, f.n_out});
  return copies;
}

}  // namespace kerf::codegen
