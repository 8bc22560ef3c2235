// Line by line; a gap that nobody fills is a mistake of the target.
#include "emit/skeleton.h"

#include "base/check.h"

namespace kerf::emit {

namespace {

// Position of a gap's closing sign, or npos if `at` opens none.
auto EndOfGap(std::string_view line, size_t at) -> size_t {
  const size_t end = line.find('@', at + 1);
  if (end == std::string_view::npos || end == at + 1) return std::string_view::npos;
  const std::string_view name = line.substr(at + 1, end - at - 1);
  const bool is_name =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string_view::npos;
  return is_name ? end : std::string_view::npos;
}

auto TextOf(const Gaps& gaps, std::string_view name) -> const std::string& {
  const auto found = gaps.find(name);
  KERF_CHECK(found != gaps.end());
  return found->second;
}

auto FillLine(std::string_view line, const Gaps& gaps) -> std::string {
  std::string out;
  size_t at = 0;
  while (at < line.size()) {
    const size_t end = line[at] == '@' ? EndOfGap(line, at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += line[at++];
      continue;
    }
    out += TextOf(gaps, line.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

}  // namespace

auto FillSkeleton(std::string_view skeleton, const Gaps& gaps) -> std::string {
  std::string out;
  while (!skeleton.empty()) {
    const size_t length = std::min(skeleton.find('\n'), skeleton.size());
    const std::string_view line = skeleton.substr(0, length);
    skeleton.remove_prefix(std::min(length + 1, skeleton.size()));
    const bool is_gap = line.size() > 2 && line[0] == '@' && EndOfGap(line, 0) == line.size() - 1;
    out += is_gap ? TextOf(gaps, line.substr(1, line.size() - 2)) : FillLine(line, gaps) + "\n";
    if (!out.empty() && out.back() != '\n') out += '\n';
  }
  return out;
}

}  // namespace kerf::emit
