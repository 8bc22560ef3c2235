// Values as C and Fortran have them in memory (sections 12.9.1 and 12.9.2 of the Modelica specification):
// Real is double, Integer, Boolean and enumerations are int, a String is a pointer to its characters, an
// external object a pointer, a record a struct of its fields, an array its elements: row by row in C, column
// by column in Fortran.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "flat/value.h"

namespace kerf::external {

struct MemoryRules {
  bool is_fortran = false;
  // The pointer behind the number of an external object.
  std::function<void*(int64_t number)> object_pointer;
};

// Space for a value, aligned for any of its kinds.
using Memory = std::vector<std::max_align_t>;

// Pointers to texts point into the value, which must stay as it is.
auto ToMemory(const flat::Value& value, const MemoryRules& rules) -> Memory;
// The value takes what stands in the memory that was made of it. Objects stay as they are.
void FromMemory(flat::Value& value, const Memory& memory, const MemoryRules& rules);

}  // namespace kerf::external
