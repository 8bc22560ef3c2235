// Calls functions in C and Fortran that the annotations of a model name.
#pragma once

#include <memory>
#include <string>

#include "flat/foreign.h"

namespace kerf::external {

struct Options {
  // Folder of the user for compiled code; empty: it is compiled into a temporary one.
  std::string cache_folder;
  std::string compiler = "cc";
};

auto MakeForeignFunctions(Options options) -> std::shared_ptr<flat::ForeignFunctions>;

}  // namespace kerf::external
