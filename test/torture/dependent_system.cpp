// The numbers are small integers, so that elimination shows the dependency to the last bit or nearly.
#include "dependent_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kerf::torture {

namespace {

auto Nonzero(Rng& rng, int most) -> int {
  const int size = 1 + static_cast<int>(rng.Below(static_cast<uint32_t>(most)));
  return rng.Chance(0.5) ? size : -size;
}

struct Echelon {
  std::vector<std::vector<double>> a;
  // Columns, in the order of the rows.
  std::vector<size_t> pivots;
  std::vector<size_t> free;
};

auto Eliminated(const std::vector<std::vector<int>>& matrix) -> Echelon {
  const size_t n = matrix.size();
  Echelon echelon;
  auto& [a, pivots, free] = echelon;
  for (const auto& row : matrix) a.emplace_back(row.begin(), row.end());
  for (size_t col = 0; col < n; ++col) {
    const size_t top = pivots.size();
    size_t best = top;
    for (size_t row = top; row < n; ++row) {
      if (std::abs(a[row][col]) > std::abs(a[best][col])) best = row;
    }
    if (top == n || std::abs(a[best][col]) < 1e-9) {
      free.push_back(col);
      continue;
    }
    std::swap(a[best], a[top]);
    for (size_t row = 0; row < n; ++row) {
      if (row == top) continue;
      const double factor = a[row][col] / a[top][col];
      for (size_t k = 0; k < n; ++k) a[row][k] -= factor * a[top][k];
    }
    pivots.push_back(col);
  }
  return echelon;
}

// The unknowns that are not zero along the one way in which all can move; empty if there are more ways.
auto OpenUnknowns(const std::vector<std::vector<int>>& matrix) -> std::vector<uint32_t> {
  const auto [a, pivots, free] = Eliminated(matrix);
  if (free.size() != 1) return {};
  std::vector<uint32_t> open = {static_cast<uint32_t>(free[0] + 1)};
  for (size_t k = 0; k < pivots.size(); ++k) {
    if (std::abs(a[k][free[0]] / a[k][pivots[k]]) > 1e-9)
      open.push_back(static_cast<uint32_t>(pivots[k] + 1));
  }
  std::ranges::sort(open);
  return open;
}

// What the last row has besides makes the matrix regular, however little there is of it: its determinant is
// linear in that row.
auto IsRegularBefore(const DependentSystem& system) -> bool {
  auto matrix = system.matrix;
  matrix.back() = system.extra;
  return Eliminated(matrix).free.empty();
}

auto TryMake(Rng& rng) -> DependentSystem {
  DependentSystem system;
  const uint32_t n = 2 + rng.Below(6);
  for (uint32_t row = 0; row < n; ++row) {
    std::vector<int>& entries = system.matrix.emplace_back();
    for (uint32_t col = 0; col < n; ++col) entries.push_back(Nonzero(rng, 9));
    system.right.push_back(10'000 + static_cast<int>(rng.Below(80'000)));
    system.extra.push_back(Nonzero(rng, 9));
  }
  system.is_consistent = rng.Chance(0.4);
  system.jumps = rng.Chance(0.5);
  std::vector<int> sum(n, 0);
  int right = 0;
  for (uint32_t row = 0; row + 1 < n; ++row) {
    if (!rng.Chance(0.6)) continue;
    const int factor = Nonzero(rng, 3);
    system.dependent.push_back(row);
    for (uint32_t col = 0; col < n; ++col) sum[col] += factor * system.matrix[row][col];
    right += factor * system.right[row];
  }
  system.dependent.push_back(n - 1);
  system.matrix[n - 1] = sum;
  if (system.is_consistent) system.right[n - 1] = right;
  system.open = OpenUnknowns(system.matrix);
  return system;
}

auto SumText(const std::vector<int>& factors) -> std::string {
  std::string text;
  for (size_t k = 0; k < factors.size(); ++k) {
    if (factors[k] == 0) continue;
    text += text.empty() ? (factors[k] < 0 ? "-" : "") : (factors[k] < 0 ? " - " : " + ");
    text += fmt::format("{}*x{}", std::abs(factors[k]), k + 1);
  }
  return text;
}

auto RowText(const DependentSystem& system, size_t row) -> std::string {
  std::string text = SumText(system.matrix[row]);
  if (row + 1 == system.matrix.size()) {
    const char* const factor = system.jumps ? "(if time < 0.5 then 1 else 0)" : "(1 - time)";
    text += fmt::format("{}{}*({})", text.empty() ? "" : " + ", factor, SumText(system.extra));
  }
  return fmt::format("{} = {}", text, system.right[row]);
}

}  // namespace

auto RandomDependentSystem(Rng& rng) -> DependentSystem {
  while (true) {
    DependentSystem system = TryMake(rng);
    std::vector<int> right = system.right;
    std::ranges::sort(right);
    const bool are_different = std::unique(right.begin(), right.end()) == right.end();
    // All rows contain all unknowns, so that they stay together in one block.
    const bool is_alone = system.dependent.size() == 1;
    const bool is_full = is_alone || std::ranges::none_of(system.matrix.back(), [](int a) { return a == 0; });
    // A row of zeros that is to be 0 is no solution of its own kind.
    if (!system.open.empty() && are_different && is_full && !(is_alone && system.is_consistent) &&
        IsRegularBefore(system))
      return system;
  }
}

auto TextOf(const DependentSystem& system, bool is_dymola) -> ModelText {
  const size_t n = system.matrix.size();
  std::string text = is_dymola ? "model m\n  local" : "model m\n  Real ";
  for (size_t k = 1; k <= n; ++k) text += fmt::format("{}x{}", is_dymola ? " " : k > 1 ? ", " : "", k);
  text += is_dymola ? "\n" : ";\nequation\n";
  for (size_t row = 0; row < n; ++row) text += "  " + RowText(system, row) + (is_dymola ? "\n" : ";\n");
  return {is_dymola ? "m.dym" : "m.mo", text + (is_dymola ? "end\n" : "end m;\n")};
}

auto IsLimit(const DependentSystem& system, const TextRun& run) -> bool {
  constexpr double kTolerance = 1e-9;
  const auto holds = [&](const std::vector<int>& row, int right) {
    double sum = -right;
    double size = std::abs(right);
    for (size_t k = 0; k < row.size(); ++k) {
      const double term = row[k] * run.final_values.at(fmt::format("x{}", k + 1));
      sum += term;
      size += std::abs(term);
    }
    return std::abs(sum) <= kTolerance * size;
  };
  bool all_hold = holds(system.extra, 0);
  for (size_t row = 0; row < system.matrix.size(); ++row)
    all_hold = all_hold && holds(system.matrix[row], system.right[row]);
  return all_hold;
}

auto ProblemOf(const DependentSystem& system, const TextRun& run) -> std::string {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string all = run.messages + run.notes;
  if (run.ok != system.is_consistent)
    return (run.ok ? "goes on although there is no solution\n" : "refused although there are solutions\n") +
           all;
  const bool is_alone = system.dependent.size() == 1;
  const std::string expected =
      system.is_consistent ? "leave open what"
      : is_alone           ? "does not depend on any unknown"
                           : fmt::format("{} equations are linearly dependent", system.dependent.size());
  if (!has(run.messages, expected)) return fmt::format("does not say \"{}\"\n{}", expected, all);
  const std::string& told = is_alone ? run.messages : run.notes;
  for (uint32_t row = 0; row < system.matrix.size(); ++row) {
    const bool is_told = has(told, fmt::format(" = {}`", system.right[row]));
    if (is_told != (std::ranges::count(system.dependent, row) > 0))
      return fmt::format("equation {} is {}told\n{}", row + 1, is_told ? "" : "not ", all);
  }
  constexpr size_t kMaxNamed = 4;
  for (uint32_t k = 1; k <= system.matrix.size() && system.open.size() <= kMaxNamed; ++k) {
    const bool is_told = has(run.messages, fmt::format("`x{}`", k));
    if (is_told != (std::ranges::count(system.open, k) > 0))
      return fmt::format("unknown x{} is {}told\n{}", k, is_told ? "" : "not ", all);
  }
  if (system.open.size() > kMaxNamed &&
      !has(run.messages, fmt::format("and {} more", system.open.size() - 3)))
    return fmt::format("{} unknowns are open\n{}", system.open.size(), all);
  return "";
}

}  // namespace kerf::torture
