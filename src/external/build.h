// From a unit to a shared object on disk. It is compiled once: its name is a hash of the compiler, the
// options and the contents of all files in the folders that it may read, so nothing stale is ever found; a
// checksum beside it tells whether it is whole; and it gets its name only when it is complete.
#pragma once

#include <string>
#include <vector>

#include "external/unit.h"

namespace kerf::external {

struct BuildRequest {
  Unit unit;
  // A function whose address the shared object must give, or empty: functions that are not visible from
  // outside (static ones and macros) are found so.
  std::string accessed;
  std::string compiler;
  // Where it is looked for, and made in the first one that can be written.
  std::vector<std::string> folders;
};

// The name of the function that gives the address of `accessed`.
inline constexpr const char* kAccess = "kerf_address_of_function";

// The file of the shared object; empty: `error` tells why there is none.
auto Build(const BuildRequest& request, std::string& error) -> std::string;

}  // namespace kerf::external
