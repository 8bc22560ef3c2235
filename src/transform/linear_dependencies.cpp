// Rows are eliminated in their order, each by the pivots of those before; a row of which nothing is left
// shows a dependency. The search works with residues alone; expressions are made only for what is found.
#include "transform/linear_dependencies.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "graph/match.h"

namespace kerf::transform {

namespace {

constexpr uint32_t kNoPivot = 0xFFFF'FFFF;
// Elimination that fills in is given up; it takes less than a second until then.
constexpr uint64_t kMaxOperations = 20'000'000;
// More equations than that are combined only if their factors are numbers.
constexpr size_t kMaxSymbolic = 60;

}  // namespace

void LinearDependencies::Read() {
  const auto n = static_cast<uint32_t>(question_.equations.size());
  entries_.resize(n);
  cancels_.assign(n, false);
  zeros_.resize(n);
  n_rows_of_col_.assign(question_.n_unknowns, 0);
  pivot_of_col_.assign(question_.n_unknowns, kNoPivot);
  for (uint32_t k = 0; k < n; ++k) {
    LinearRow row = linear_.Of(question_.equations[k]);
    const auto is_unknown = [&](VarId var) { return question_.unknown_of(k, var) != graph::kNone; };
    const bool is_linear = std::ranges::none_of(row.others, is_unknown);
    for (const LinearRow::Term& term : row.terms) {
      if (!is_linear || !is_unknown(term.var)) continue;
      const uint32_t col = question_.unknown_of(k, term.var);
      if (!term.factor.value.IsZero())
        entries_[k].emplace_back(col, term.factor.value);
      else if (question_.is_each_alone || IsZeroForAllValues(row.equation, term.var))
        cancels_[k] = true;
      else
        zeros_[k].push_back(col);
    }
    cancels_[k] = cancels_[k] || (entries_[k].empty() && !zeros_[k].empty());
    for (const auto& [col, value] : entries_[k]) ++n_rows_of_col_[col];
    rows_.push_back(std::move(row));
  }
}

auto LinearDependencies::IsZeroForAllValues(EqnId equation, VarId var) -> bool {
  const LinearRow row = generic_.Of(equation);
  return std::ranges::any_of(
      row.terms, [&](const LinearRow::Term& term) { return term.var == var && term.factor.value.IsZero(); });
}

// A row with an unknown that no other row has depends on none. It goes, and perhaps others can follow.
void LinearDependencies::Peel() {
  std::vector<std::vector<uint32_t>> rows_of_col(n_rows_of_col_.size());
  std::vector<uint32_t> stack;
  for (uint32_t row = 0; row < entries_.size(); ++row) {
    for (const auto& [col, value] : entries_[row]) rows_of_col[col].push_back(row);
    stack.push_back(row);
  }
  while (!stack.empty()) {
    const uint32_t row = stack.back();
    stack.pop_back();
    const auto is_alone = [&](const auto& entry) { return n_rows_of_col_[entry.first] == 1; };
    if (std::ranges::none_of(entries_[row], is_alone)) continue;
    for (const auto& [col, value] : entries_[row]) {
      if (--n_rows_of_col_[col] == 1)
        stack.insert(stack.end(), rows_of_col[col].begin(), rows_of_col[col].end());
    }
    entries_[row].clear();
  }
}

auto LinearDependencies::Find() -> std::vector<Dependency> {
  Read();
  std::vector<Dependency> found;
  for (uint32_t row = 0; row < cancels_.size(); ++row) {
    if (cancels_[row]) found.push_back({{row}, {linear_.Number(1)}});
  }
  if (!found.empty()) return found;
  Peel();
  for (uint32_t row = 0; row < entries_.size() && n_operations_ < kMaxOperations; ++row) {
    if (!entries_[row].empty()) Eliminate(row, found);
  }
  return found;
}

auto LinearDependencies::ChooseCol(const Entries& entries) const -> size_t {
  const auto best =
      std::ranges::min_element(entries, {}, [&](const auto& entry) { return n_rows_of_col_[entry.first]; });
  return static_cast<size_t>(best - entries.begin());
}

// A pivot has none of the pivots before it, so going upwards each is met once.
void LinearDependencies::Eliminate(uint32_t row, std::vector<Dependency>& found) {
  std::map<uint32_t, Residue> x(entries_[row].begin(), entries_[row].end());
  std::set<uint32_t> open;
  for (const auto& [col, value] : x) {
    if (pivot_of_col_[col] != kNoPivot) open.insert(pivot_of_col_[col]);
  }
  std::vector<std::pair<uint32_t, Residue>> subtracted;
  while (!open.empty()) {
    const uint32_t k = *open.begin();
    open.erase(open.begin());
    const Pivot& pivot = pivots_[k];
    const auto at = x.find(pivot.col);
    if (at == x.end()) continue;
    const Residue factor = at->second;
    subtracted.emplace_back(k, factor);
    n_operations_ += pivot.entries.size();
    for (const auto& [col, value] : pivot.entries) {
      const auto [place, is_new] = x.try_emplace(col);
      place->second = place->second - factor * value;
      if (place->second.IsZero())
        x.erase(place);
      else if (is_new && pivot_of_col_[col] != kNoPivot)
        open.insert(pivot_of_col_[col]);
    }
  }
  if (x.empty()) {
    const Entries support = Support(row, subtracted);
    auto dependency = IsHidden(support) ? TryFactors(support) : std::nullopt;
    if (dependency) found.push_back(std::move(*dependency));
    return;
  }
  Entries entries(x.begin(), x.end());
  const size_t chosen = ChooseCol(entries);
  // The pivot is 1, and the factors refer to the row so scaled.
  const auto [col, pivot_value] = entries[chosen];
  for (auto& [other, value] : entries) value = value / pivot_value;
  subtracted.emplace_back(kNoPivot, pivot_value);
  pivot_of_col_[col] = static_cast<uint32_t>(pivots_.size());
  pivots_.push_back({row, col, std::move(entries), std::move(subtracted)});
}

// What the row and those subtracted from it are in terms of the rows as they were. Pivot k is
// (row - sum of factor * pivot)/scale.
auto LinearDependencies::Support(uint32_t row,
                                 const std::vector<std::pair<uint32_t, Residue>>& subtracted) const
    -> Entries {
  Entries support = {{row, Residue{1}}};
  std::map<uint32_t, Residue, std::greater<>> open;
  for (const auto& [k, factor] : subtracted) open[k] = Residue{} - factor;
  while (!open.empty()) {
    const auto [k, factor] = *open.begin();
    open.erase(open.begin());
    if (factor.IsZero()) continue;
    const Pivot& pivot = pivots_[k];
    const Residue scaled = factor / pivot.subtracted.back().second;
    support.emplace_back(pivot.row, scaled);
    for (size_t j = 0; j + 1 < pivot.subtracted.size(); ++j) {
      Residue& other = open[pivot.subtracted[j].first];
      other = other - scaled * pivot.subtracted[j].second;
    }
  }
  std::ranges::sort(support, {}, &std::pair<uint32_t, Residue>::first);
  return support;
}

auto LinearDependencies::IsHidden(const Entries& support) const -> bool {
  std::map<uint32_t, uint32_t> number;
  std::vector<std::vector<uint32_t>> cols;
  for (const auto& [row, factor] : support) {
    std::vector<uint32_t>& list = cols.emplace_back();
    const auto add = [&](uint32_t col) {
      list.push_back(number.try_emplace(col, static_cast<uint32_t>(number.size())).first->second);
    };
    for (const auto& [col, value] : entries_[row]) add(col);
    for (const uint32_t col : zeros_[row]) add(col);
  }
  graph::BipartiteBuilder builder(static_cast<uint32_t>(number.size()));
  for (const std::vector<uint32_t>& list : cols) builder.AddRow(list);
  return std::ranges::count(graph::Match(builder.Take()).col_of_row, graph::kNone) == 0;
}

auto LinearDependencies::TryFactors(const Entries& support) -> std::optional<Dependency> {
  Dependency dependency;
  for (const auto& [row, value] : support) {
    for (const LinearRow::Term& term : rows_[row].terms) {
      if (question_.unknown_of(row, term.var) != graph::kNone && !pool_.IsNumber(term.factor.expr))
        return TrySymbolic(support);
    }
    const auto number = TryFraction(value);
    if (!number) return TrySymbolic(support);
    dependency.rows.push_back(row);
    dependency.factors.push_back({pool_.Real(*number), value});
  }
  return dependency;
}

// Gaussian elimination on these rows alone, with what is done to them alongside. Pivots are numbers where
// that is possible: a parameter may be zero.
auto LinearDependencies::TrySymbolic(const Entries& support) -> std::optional<Dependency> {
  const size_t n = support.size();
  if (n > kMaxSymbolic) return std::nullopt;
  using Row = std::map<uint32_t, Factor>;
  std::vector<Row> m(n);
  std::vector<Row> along(n);
  for (size_t k = 0; k < n; ++k) {
    along[k][static_cast<uint32_t>(k)] = linear_.Number(1);
    for (const LinearRow::Term& term : rows_[support[k].first].terms) {
      const uint32_t col = question_.unknown_of(support[k].first, term.var);
      if (col != graph::kNone) m[k][col] = term.factor;
    }
  }
  const auto subtract = [&](Row& to, const Row& from, const Factor& factor) {
    for (const auto& [col, value] : from) {
      const Factor product = linear_.Mul(factor, value);
      const auto at = to.find(col);
      if (at == to.end())
        to[col] = product;
      else
        at->second = linear_.Add(at->second, product);
      if (to[col].value.IsZero()) to.erase(col);
    }
  };
  std::vector<bool> is_used(n, false);
  while (true) {
    size_t best = n;
    uint32_t best_col = 0;
    bool is_number = false;
    for (size_t k = 0; k < n && !is_number; ++k) {
      if (is_used[k]) continue;
      if (m[k].empty()) {
        Dependency dependency;
        for (const auto& [j, factor] : along[k]) {
          dependency.rows.push_back(support[j].first);
          dependency.factors.push_back(factor);
        }
        return dependency;
      }
      for (const auto& [col, factor] : m[k]) {
        if (is_number || (best < n && !pool_.IsNumber(factor.expr))) continue;
        best = k;
        best_col = col;
        is_number = pool_.IsNumber(factor.expr);
      }
    }
    if (best == n) return std::nullopt;
    is_used[best] = true;
    const Factor pivot = m[best][best_col];
    for (size_t k = 0; k < n; ++k) {
      if (is_used[k] || !m[k].contains(best_col)) continue;
      const Factor factor = linear_.Neg(linear_.Div(m[k][best_col], pivot));
      m[k].erase(best_col);
      Row rest = m[best];
      rest.erase(best_col);
      subtract(m[k], rest, factor);
      subtract(along[k], along[best], factor);
    }
  }
}

auto LinearDependencies::ParametersOf(const Dependency& dependency) -> std::vector<VarId> {
  std::vector<VarId> parameters;
  expr::Walker walker(pool_);
  for (const uint32_t row : dependency.rows) {
    const EqnId equation = rows_[row].equation;
    const std::array<ExprId, 2> sides = {work_.structure.lhs[equation.index],
                                         work_.structure.rhs[equation.index]};
    for (const ExprId id : walker.Postorder(sides)) {
      if (pool_.op(id) == expr::Op::Var && work_.dae.vars[pool_.var(id)].kind == dae::VarKind::Parameter)
        parameters.push_back(pool_.var(id));
    }
  }
  return parameters;
}

// The row differentiated as often as it is more often than the last one.
auto LinearDependencies::TryLift(uint32_t row, uint32_t last) -> std::optional<LinearRow> {
  std::optional<LinearRow> lifted = rows_[row];
  if (question_.n_differentiations.empty()) return lifted;
  const uint32_t least = question_.n_differentiations[last];
  for (uint32_t k = question_.n_differentiations[row]; k > least && lifted; --k)
    lifted = question_.differentiate(*lifted);
  return lifted;
}

auto LinearDependencies::TryCombine(const Dependency& dependency)
    -> std::optional<std::pair<ExprId, ExprId>> {
  std::map<uint32_t, Factor> sum;
  ExprId rest = pool_.Real(0);
  bool has_others = false;
  for (size_t k = 0; k < dependency.rows.size(); ++k) {
    const auto row = TryLift(dependency.rows[k], dependency.rows.back());
    if (!row) return std::nullopt;
    const Factor& factor = dependency.factors[k];
    has_others = has_others || !row->others.empty();
    rest = pool_.Add(rest, linear_.Times(factor, row->rest));
    for (const LinearRow::Term& term : row->terms) {
      const auto at = sum.try_emplace(term.var.index, linear_.Number(0)).first;
      at->second = linear_.Add(at->second, linear_.Mul(factor, term.factor));
    }
  }
  std::erase_if(sum, [](const auto& entry) { return entry.second.value.IsZero(); });
  const bool has_rest = !linear_.values().Of(rest).IsZero();
  if (sum.empty() && !(has_rest && has_others)) return std::nullopt;
  // Solved for the first variable with a number as factor, so that a = b shows as an alias.
  const auto solved =
      std::ranges::find_if(sum, [&](const auto& entry) { return pool_.IsNumber(entry.second.expr); });
  const bool is_solved = solved != sum.end();
  const Factor scale = is_solved ? linear_.Neg(solved->second) : linear_.Number(-1);
  ExprId rhs = has_rest ? linear_.Times(linear_.Div(linear_.Number(1), scale), rest) : pool_.Real(0);
  for (auto at = sum.begin(); at != sum.end(); ++at) {
    if (at == solved) continue;
    const Factor factor = linear_.Div(at->second, scale);
    rhs = pool_.Add(rhs, linear_.Times(factor, dae::VarLeaf(work_.dae, VarId{at->first})));
  }
  return std::pair(is_solved ? dae::VarLeaf(work_.dae, VarId{solved->first}) : pool_.Real(0), rhs);
}

}  // namespace kerf::transform
