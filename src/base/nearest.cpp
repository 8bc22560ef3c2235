// Optimal string alignment distance in doubled units, so that a difference in case alone costs half an edit.
#include "base/nearest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace kerf::base {

auto EditDistance(std::string_view a, std::string_view b, int limit) -> int {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > static_cast<size_t>(limit))
    return limit + 1;
  const size_t n = b.size();
  std::vector<int> before(n + 1);
  std::vector<int> above(n + 1);
  std::vector<int> row(n + 1);
  for (size_t j = 0; j <= n; ++j) above[j] = static_cast<int>(2 * j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(2 * i);
    for (size_t j = 1; j <= n; ++j) {
      const bool same_letter = std::tolower(static_cast<unsigned char>(a[i - 1])) ==
                               std::tolower(static_cast<unsigned char>(b[j - 1]));
      const int replace = a[i - 1] == b[j - 1] ? 0 : same_letter ? 1 : 2;
      row[j] = std::min({above[j] + 2, row[j - 1] + 2, above[j - 1] + replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 2);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return std::min((above[n] + 1) / 2, limit + 1);
}

namespace {

auto IsSameLetter(char letter, std::string_view candidate) -> bool {
  if (candidate.size() != 1) return false;
  return std::tolower(static_cast<unsigned char>(letter)) ==
         std::tolower(static_cast<unsigned char>(candidate[0]));
}

}  // namespace

auto Nearest(std::string_view wanted, std::span<const std::string> candidates) -> std::string {
  int best = std::max(1, static_cast<int>(wanted.size()) / 3) + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    // Any two single letters are one edit apart; only the other case of the same one is near.
    if (wanted.size() == 1 && !IsSameLetter(wanted[0], candidate)) continue;
    const int distance = EditDistance(wanted, candidate, best - 1);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

}  // namespace kerf::base
