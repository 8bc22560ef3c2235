// Texts are compared number by number, differences by their longest common subsequence of lines.
#include "compare_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace kerf::golden {

namespace {

auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A number begins with a digit that does not belong to a name; a sign in front belongs to it.
auto NumberBegins(const std::string& text, size_t at) -> bool {
  if (at > 0 && (IsLetter(text[at - 1]) || IsDigit(text[at - 1]) || text[at - 1] == '.')) return false;
  if (text[at] == '-' && at + 1 < text.size()) return IsDigit(text[at + 1]);
  return IsDigit(text[at]);
}

auto Lines(const std::string& text) -> std::vector<std::string> {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

auto AreSameText(const std::string& expected, const std::string& actual, double tolerance) -> bool {
  if (expected == actual || tolerance == 0) return expected == actual;
  size_t i = 0;
  size_t k = 0;
  while (i < expected.size() && k < actual.size()) {
    // A sign may appear or vanish where a value is zero but for rounding.
    const bool numbers = NumberBegins(expected, i) && NumberBegins(actual, k);
    if (!numbers) {
      if (expected[i++] != actual[k++]) return false;
      continue;
    }
    char* end_i = nullptr;
    char* end_k = nullptr;
    const double a = std::strtod(expected.c_str() + i, &end_i);
    const double b = std::strtod(actual.c_str() + k, &end_k);
    if (!(std::abs(a - b) <= tolerance * std::max(1.0, std::abs(a)))) return false;
    i = static_cast<size_t>(end_i - expected.c_str());
    k = static_cast<size_t>(end_k - actual.c_str());
  }
  return i == expected.size() && k == actual.size();
}

auto Difference(const std::string& expected, const std::string& actual) -> std::string {
  const std::vector<std::string> a = Lines(expected);
  const std::vector<std::string> b = Lines(actual);
  // common[i][k]: length of the longest common subsequence of a from i and b from k.
  std::vector<std::vector<uint32_t>> common(a.size() + 1, std::vector<uint32_t>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t k = b.size(); k-- > 0;) {
      common[i][k] = a[i] == b[k] ? common[i + 1][k + 1] + 1 : std::max(common[i + 1][k], common[i][k + 1]);
    }
  }
  std::string text;
  size_t i = 0;
  size_t k = 0;
  while (i < a.size() || k < b.size()) {
    if (i < a.size() && k < b.size() && a[i] == b[k]) {
      text += "  " + a[i++] + "\n";
      ++k;
    } else if (k == b.size() || (i < a.size() && common[i + 1][k] >= common[i][k + 1])) {
      text += "- " + a[i++] + "\n";
    } else {
      text += "+ " + b[k++] + "\n";
    }
  }
  return text;
}

}  // namespace kerf::golden
