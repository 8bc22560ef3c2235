// Functions outside of models that are known by their C name and can be called at compile time: elementary
// functions and what the Modelica Standard Library documents of its texts and files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flat/value.h"

namespace kerf::flat {

struct NativeCall {
  // Knows where libraries are.
  const World* world = nullptr;
  // In the order of the external call. Those that are outputs are written to.
  std::vector<Value> arguments;
  Value result;
  // What the function prints.
  std::vector<std::string> messages;
  // Why it failed.
  std::string error;
  // It was not called, so there is no value; that is no mistake of the model.
  bool is_unknown = false;
};

using NativeFunction = auto (*)(NativeCall& call) -> bool;

struct NativeEntry {
  std::string_view name;
  size_t n_arguments;
  NativeFunction function;
};

// The function of that name with so many arguments, or null.
auto FindNative(std::string_view name, size_t n_arguments) -> NativeFunction;

// Parts of the table.
auto StringFunctions() -> std::span<const NativeEntry>;
auto FileFunctions() -> std::span<const NativeEntry>;

}  // namespace kerf::flat
