// The ABI's functions as tapes know them: `model` must not know the ABI.
#pragma once

#include <span>
#include <vector>

#include "model/interpret.h"
#include "runtime/abi.h"

namespace kerf::codegen {

inline auto CopyFunctions(std::span<const KerfFunction> functions) -> std::vector<model::ExternalFunction> {
  std::vector<model::ExternalFunction> copies;
  copies.reserve(functions.size());
  for (const KerfFunction& f : functions) copies.push_back({f.call, f.context, f.n_in, f.n_out});
  return copies;
}

}  // namespace kerf::codegen
