// Calls functions in C and Fortran that the annotations of a model name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "external/unit.h"
#include "flat/foreign.h"

namespace kerf::external {

// Whether the unit of a function may be compiled and the function called; false: `why` tells what stands
// against it. The unit may lose parts that it can do without.
using MayCall =
    std::function<bool(const flat::World& world, flat::FunctionId function, Unit& unit, std::string& why)>;

// A C function that Kerf has itself. Equal arguments give equal results.
struct OwnFunction {
  // Null: there is none of that name.
  void* address = nullptr;
  // Whether the arguments are those that it expects.
  bool (*accepts)(const std::vector<flat::Value>& arguments) = nullptr;
  // Its first argument names a file whose code it loads.
  bool opens_file = false;
};

// Functions of the annotation Library = `library`, which need neither a compiler nor trust. The files that
// they load do.
struct OwnFunctions {
  std::string library;
  std::function<OwnFunction(std::string_view name)> find;
  // False: `why` tells what stands against the code of a file.
  std::function<bool(const std::string& file, std::string& why)> may_open;
};

struct Options {
  OwnFunctions own;
  // Empty: nothing is compiled, loaded or called. Objects are then made without their constructors, and
  // calls have no value.
  MayCall may_call;
  // The unit of a function, where it was found before; empty: it is looked for.
  std::function<Unit(flat::FunctionId function)> find_unit;
  // Folder of the user for compiled code; empty: it is compiled into a temporary one.
  std::string cache_folder;
  std::string compiler = "cc";
  // Units are shared objects, each the first of its archives: nothing is compiled.
  bool is_built = false;
  // Crashes and exit() end the call, not the program. That takes handlers of signals, which belong to the
  // program.
  bool watches_faults = true;
};

auto MakeForeignFunctions(Options options) -> std::shared_ptr<flat::ForeignFunctions>;

}  // namespace kerf::external
