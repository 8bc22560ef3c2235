// Comparison of numbers in a JSON printout or a result file with closed forms.
#pragma once

#include <string>

#include "golden_file.h"

namespace kerf::golden {

// `--- values [FILE [at TIME]] tolerance X` with lines `name = expression`. Without a file the values are
// those of the JSON text on standard output: members of `final`, members of the object itself, or, for names
// with a slash such as statistics/state_events, members of members. In a file the last row counts, or the
// last one at TIME. Empty if all agree to X·max(1, |value|), else one line for each that does not.
auto CompareValues(const Section& section, const std::string& stdout_text) -> std::string;

}  // namespace kerf::golden
