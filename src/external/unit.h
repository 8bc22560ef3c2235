// What the annotations of an external function ask for: texts to include, sources to compile, libraries to
// link. Functions with equal units share one shared object, and with it the variables of its code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flat/foreign.h"
#include "flat/function.h"

namespace kerf::external {

using Unit = flat::CodeUnit;

// A library LIB (annotation Library) is, in this order: a file LIB.c or a folder LIB of sources (in
// SourceDirectory, by default Resources/Source, in Resources/C-Sources, or in IncludeDirectory, by default
// Resources/Include); libLIB.a or libLIB.so (in LibraryDirectory, by default Resources/Library, or its part
// for this platform); a library of the system; or part of the sources X.c beside the headers X.h that the
// texts, or other such sources, include.
auto FindUnit(const flat::World& world, flat::FunctionId function) -> Unit;
// The files of a unit, and the folders in which others could take their places.
void NoteFiles(const flat::World& world, flat::FunctionId function, const Unit& unit, base::FileTrace& trace);

// Macros, folders, sources and libraries as a C compiler takes them.
auto CompilerWords(const Unit& unit) -> std::vector<std::string>;
// Whether its texts, their headers or its sources have the word.
auto Mentions(const Unit& unit, std::string_view word) -> bool;

}  // namespace kerf::external
