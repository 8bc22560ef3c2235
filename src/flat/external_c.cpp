// The table of native functions.
#include "flat/external_c.h"

namespace kerf::flat {

auto FindNative(std::string_view name, size_t n_arguments) -> NativeFunction {
  for (const auto part : {StringFunctions(), FileFunctions()}) {
    for (const NativeEntry& entry : part) {
      if (entry.name == name && entry.n_arguments == n_arguments) return entry.function;
    }
  }
  return nullptr;
}

}  // namespace kerf::flat
