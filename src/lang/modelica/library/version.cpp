// Order of version numbers.
#include "lang/modelica/library/version.h"

#include <vector>

namespace kerf::modelica {

namespace {

struct Version {
  // As texts without leading zeros, because nothing limits their length; empty if there is no order.
  std::vector<std::string_view> numbers;
  std::string_view pre_release;
};

auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }

auto SplitVersion(std::string_view text) -> Version {
  Version version;
  size_t k = 0;
  while (k < text.size() && IsDigit(text[k])) {
    size_t begin = k;
    while (k < text.size() && IsDigit(text[k])) ++k;
    while (begin + 1 < k && text[begin] == '0') ++begin;
    version.numbers.push_back(text.substr(begin, k - begin));
    if (k + 1 < text.size() && text[k] == '.' && IsDigit(text[k + 1])) {
      ++k;
    } else {
      break;
    }
  }
  // Build numbers after a plus, as some package managers write them, do not count.
  if (k == text.size() || text[k] == '+') return version;
  if (text[k] != ' ' && text[k] != '-') return {};
  version.pre_release = text.substr(k + 1);
  return version;
}

auto CompareNumbers(std::string_view a, std::string_view b) -> std::strong_ordering {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a.compare(b) <=> 0;
}

}  // namespace

auto CompareVersions(std::string_view a, std::string_view b) -> std::strong_ordering {
  const Version va = SplitVersion(a);
  const Version vb = SplitVersion(b);
  if (va.numbers.empty() != vb.numbers.empty()) {
    return va.numbers.empty() ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  if (va.numbers.empty()) return a.compare(b) <=> 0;
  for (size_t k = 0; k < va.numbers.size() || k < vb.numbers.size(); ++k) {
    const std::string_view na = k < va.numbers.size() ? va.numbers[k] : "0";
    const std::string_view nb = k < vb.numbers.size() ? vb.numbers[k] : "0";
    if (const auto order = CompareNumbers(na, nb); order != 0) return order;
  }
  if (va.pre_release.empty() != vb.pre_release.empty()) {
    return va.pre_release.empty() ? std::strong_ordering::greater : std::strong_ordering::less;
  }
  return va.pre_release.compare(vb.pre_release) <=> 0;
}

}  // namespace kerf::modelica
