// The code that releases of the Modelica Standard Library bring along, known by its content (SHA-256): a
// changed file is not known, wherever it lies and whatever it is called. Line ends count as LF, and the
// annotation revisionId as empty, because releases differ in them.
#pragma once

#include <string>
#include <string_view>

namespace kerf::session {

// A file with external functions, or one beside their headers.
auto IsKnownText(std::string_view text) -> bool;
auto IsKnownFile(const std::string& path) -> bool;
// Every file in the folder and below it is known: a compiler that looks for headers there finds no others.
auto IsKnownFolder(const std::string& path) -> bool;
// All files .mo of a library, which is a folder or a file.
auto IsKnownLibrary(const std::string& path, std::string_view name) -> bool;

}  // namespace kerf::session
