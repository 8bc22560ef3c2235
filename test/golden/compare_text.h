// Comparison of printed text, and a readable difference.
#pragma once

#include <string>

namespace kerf::golden {

// With a tolerance, numbers in the text may differ by tolerance·max(1, |number|); everything else must agree.
auto AreSameText(const std::string& expected, const std::string& actual, double tolerance) -> bool;

// Lines of `expected` alone are marked with -, lines of `actual` alone with +.
auto Difference(const std::string& expected, const std::string& actual) -> std::string;

}  // namespace kerf::golden
