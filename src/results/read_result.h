// Reading trajectory files back into tables.
#pragma once

#include <string>
#include <string_view>

#include "results/table.h"

namespace kerf::results {

// Comma, semicolon or tab between fields, quotes, comment lines with #, any line ends. The first record names
// the columns. A last line that has no line end and too few fields is the trace of a killed run and is left
// out.
auto ReadCsv(const std::string& path) -> Loaded;
// The same for text in memory; `name` stands for the file in messages.
auto ParseCsv(std::string_view text, const std::string& name) -> Loaded;

// A MAT file with an "Atrajectory" (binTrans or binNormal). Aliases and parameters become columns of their
// own.
auto ReadMat(const std::string& path) -> Loaded;

// Picks by extension.
auto ReadResult(const std::string& path) -> Loaded;

}  // namespace kerf::results
