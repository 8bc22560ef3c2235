// What the annotations of an external function ask for: texts to include, sources to compile, libraries to
// link. Functions with equal units share one shared object, and with it the variables of its code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flat/function.h"

namespace kerf::external {

struct Unit {
  // Texts of C (annotation Include).
  std::vector<std::string> includes;
  // Where their headers are looked for; existing folders.
  std::vector<std::string> include_folders;
  std::vector<std::string> sources;
  // Archives and shared objects by file, libraries of the system by name.
  std::vector<std::string> archives;
  std::vector<std::string> system_libraries;
  // Macros, each defined as 1.
  std::vector<std::string> macros;
  // Which library was looked for where, if one was not found. The function may be there all the same, such as
  // one of the C library.
  std::string missing;
  friend auto operator==(const Unit&, const Unit&) -> bool = default;
};

// A library LIB (annotation Library) is, in this order: a file LIB.c or a folder LIB of sources (in
// SourceDirectory, by default Resources/Source, in Resources/C-Sources, or in IncludeDirectory, by default
// Resources/Include); libLIB.a or libLIB.so (in LibraryDirectory, by default Resources/Library, or its part
// for this platform); a library of the system; or part of the sources X.c beside the headers X.h that the
// texts, or other such sources, include.
auto FindUnit(const flat::World& world, flat::FunctionId function) -> Unit;

// Macros, folders, sources and libraries as a C compiler takes them.
auto CompilerWords(const Unit& unit) -> std::vector<std::string>;
// Whether its texts, their headers or its sources have the word.
auto Mentions(const Unit& unit, std::string_view word) -> bool;

}  // namespace kerf::external
