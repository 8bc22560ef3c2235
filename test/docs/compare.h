// Outputs that mean the same: numbers may differ in their last digits, counts of steps and times altogether.
#pragma once

#include <string>

namespace kerf::docs {

// Empty if the texts agree, else the first pair of lines that does not. In the expected text `…` stands for
// anything within a line; numbers in lines about steps, evaluations, Newton iterations and milliseconds are
// not compared.
auto Difference(const std::string& expected, const std::string& actual) -> std::string;

// The actual text, with lines that mean the same as before left as they were.
auto Merged(const std::string& expected, const std::string& actual) -> std::string;

}  // namespace kerf::docs
