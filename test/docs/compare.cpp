// See compare.h.
#include "compare.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

namespace kerf::docs {

namespace {

constexpr double kRelative = 1e-5;
constexpr double kAbsolute = 1e-6;
constexpr std::string_view kAnything = "…";

auto IsStatistic(const std::string& line) -> bool {
  constexpr auto kStarts = std::to_array<std::string_view>({"steps", "evaluations", "simultaneous"});
  for (const std::string_view start : kStarts) {
    if (line.starts_with(start)) return true;
  }
  return line.ends_with(" ms");
}

// The text with each number replaced by `#`, and the numbers.
struct Parts {
  std::string text;
  std::vector<double> numbers;
};

auto Take(const std::string& line) -> Parts {
  static const std::regex kNumber(R"([0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?)");
  Parts parts;
  auto at = line.begin();
  for (std::sregex_iterator match(line.begin(), line.end(), kNumber); match != std::sregex_iterator();
       ++match) {
    parts.text.append(at, line.begin() + match->position());
    parts.text += '#';
    parts.numbers.push_back(std::strtod(match->str().c_str(), nullptr));
    at = line.begin() + match->position() + match->length();
  }
  parts.text.append(at, line.end());
  return parts;
}

// A number near zero may have either sign.
auto WithoutSigns(const std::string& text) -> std::string {
  std::string result;
  for (size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '-' && k + 1 < text.size() && text[k + 1] == '#') continue;
    result += text[k];
  }
  return result;
}

auto MatchesPattern(const std::string& expected, const std::string& actual) -> bool {
  size_t at = 0;
  size_t from = 0;
  while (true) {
    const size_t gap = expected.find(kAnything, from);
    const std::string piece = expected.substr(from, gap == std::string::npos ? gap : gap - from);
    const size_t found =
        from == 0 ? (actual.starts_with(piece) ? 0 : std::string::npos) : actual.find(piece, at);
    if (gap == std::string::npos) return actual.size() >= at + piece.size() && actual.ends_with(piece);
    if (found == std::string::npos) return false;
    at = found + piece.size();
    from = gap + kAnything.size();
  }
}

auto IsSameLine(const std::string& expected, const std::string& actual) -> bool {
  if (expected == actual) return true;
  if (expected.find(kAnything) != std::string::npos) return MatchesPattern(expected, actual);
  const Parts a = Take(expected);
  const Parts b = Take(actual);
  if (IsStatistic(expected))
    return std::regex_replace(a.text, std::regex(" +"), " ") ==
           std::regex_replace(b.text, std::regex(" +"), " ");
  if (a.numbers.size() != b.numbers.size()) return false;
  bool is_tiny = false;
  for (size_t k = 0; k < a.numbers.size(); ++k) {
    const double scale = std::max(std::abs(a.numbers[k]), std::abs(b.numbers[k]));
    if (std::abs(a.numbers[k] - b.numbers[k]) > kAbsolute + kRelative * scale) return false;
    is_tiny |= scale <= kAbsolute;
  }
  return is_tiny ? WithoutSigns(a.text) == WithoutSigns(b.text) : a.text == b.text;
}

}  // namespace

auto Difference(const std::string& expected, const std::string& actual) -> std::string {
  std::istringstream a(expected);
  std::istringstream b(actual);
  for (size_t number = 1;; ++number) {
    std::string left;
    std::string right;
    const bool has_left = static_cast<bool>(std::getline(a, left));
    const bool has_right = static_cast<bool>(std::getline(b, right));
    if (!has_left && !has_right) return "";
    if (has_left && has_right && IsSameLine(left, right)) continue;
    const auto shown = [](bool is_there, const std::string& line) {
      return is_there ? line : std::string("(end)");
    };
    return "line " + std::to_string(number) + "\n  page: " + shown(has_left, left) +
           "\n  kerf: " + shown(has_right, right);
  }
}

auto Merged(const std::string& expected, const std::string& actual) -> std::string {
  std::istringstream a(expected);
  std::istringstream b(actual);
  std::string merged;
  for (std::string right; std::getline(b, right);) {
    std::string left;
    const bool keeps = std::getline(a, left) && IsSameLine(left, right);
    merged += (keeps ? left : right) + "\n";
  }
  return merged;
}

}  // namespace kerf::docs
