// One signal a line.
#include "results/signal_list.h"

#include <algorithm>

#include "results/read_text.h"

namespace kerf::results {

namespace {

auto Trim(std::string_view line) -> std::string_view {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

auto ParseSignalList(std::string_view text) -> std::vector<std::string> {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view name = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.empty() || name.starts_with("//") || name.starts_with('#')) continue;
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  }
  return names;
}

auto ReadSignalList(const std::string& path) -> SignalList {
  std::string text;
  SignalList list;
  list.error = ReadText(path, text);
  if (list.error.empty()) list.names = ParseSignalList(text);
  return list;
}

}  // namespace kerf::results
