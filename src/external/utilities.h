// ModelicaUtilities (section 12.9.6 of the Modelica specification): what external functions call to print, to
// fail and to get memory for texts. The C half is compiled into each shared object and reaches the other half
// through a table of functions.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/guarded_call.h"

namespace kerf::external {

// Texts of the header ModelicaUtilities.h, for code that does not bring one along, and of the C half.
auto UtilitiesHeader() -> std::string_view;
auto UtilitiesSource() -> std::string_view;

// As the C half declares it.
struct UtilitiesTable {
  void (*message)(const char* text);
  void (*warning)(const char* text);
  // Does not return.
  void (*error)(const char* text);
  // Null if there is no memory.
  char* (*allocate)(size_t size);
  // In place of exit(); does not return.
  void (*leave)(int exit_code);
};
auto Utilities() -> const UtilitiesTable*;
// The function of the C half that takes the table.
inline constexpr const char* kSetUtilities = "kerf_set_utilities";

// What happens during one call of an external function.
struct CallState {
  base::GuardedCall guarded;
  // Tells what was going on, for messages; null: the name of the function does.
  auto (*describe)(const void* context) -> std::string = nullptr;
  const void* context = nullptr;
  // What it said by ModelicaError.
  std::string error;
  std::vector<std::string> messages;
  // Memory that the function asked for; it lives until its results have been copied.
  std::vector<std::unique_ptr<char[]>> texts;
};

// The call that is running in this thread; null if none. Calls may be nested.
auto SetCurrentCall(CallState* state) -> CallState*;
// For the call that is running in this thread; the context must outlive it.
void SetCallPlace(auto (*describe)(const void* context)->std::string, const void* context);

}  // namespace kerf::external
