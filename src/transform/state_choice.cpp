// Connected parts of the matrix are treated one by one.
#include "transform/state_choice.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/disjoint_sets.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/match.h"
#include "graph/strong_components.h"
#include "transform/independent_columns.h"

namespace kerf::transform {

namespace {

using graph::kNone;

// In parts with more candidates than that, such as the loops of a mechanism, an order (always) stands:
// authors give it there because a choice during the run costs a large block.
constexpr size_t kMaxLoose = 8;

void SortUnique(std::vector<uint32_t>& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

class PartChoice {
 public:
  // Rows are numbered within the part.
  PartChoice(uint32_t n_rows, std::span<const CandidateColumn> columns)
      : n_rows_(n_rows), columns_(columns) {}

  auto Run(ChosenColumns& choice) -> bool {
    std::vector<uint32_t> order(columns_.size());
    std::iota(order.begin(), order.end(), 0U);
    Static first;
    if (!TryStatic(order, first)) return false;
    if (first.n_unsafe > 0) {
      // Perhaps others can be given up for good, against what the starts would have.
      std::ranges::stable_sort(order, {},
                               [&](uint32_t col) { return std::pair(columns_[col].wish, !IsConstant(col)); });
      Static second;
      if (TryStatic(order, second) && second.n_unsafe < first.n_unsafe) first = std::move(second);
    }
    chosen_ = std::move(first);
    if (chosen_.n_unsafe > 0) {
      FindSets(choice);
      FindWatched(choice);
    }
    for (const uint32_t col : chosen_.dummies) {
      if (!std::ranges::binary_search(in_sets_, col)) choice.dummies.push_back(col);
    }
    return true;
  }

 private:
  // Dummies, the local row that gives each, whether its pivot may vanish, and the block of the triangular
  // form.
  struct Static {
    std::vector<uint32_t> dummies;
    std::vector<uint32_t> row;
    std::vector<bool> is_unsafe;
    std::vector<uint32_t> block;
    uint32_t n_unsafe = 0;
  };

  [[nodiscard]] auto IsConstant(uint32_t col) const -> bool {
    return std::ranges::all_of(columns_[col].entries, [](const auto& entry) { return entry.is_constant; });
  }

  auto TryStatic(const std::vector<uint32_t>& order, Static& found) -> bool {
    IndependentColumns independent(n_rows_);
    std::vector<IndependentColumns::Entry> column;
    for (const uint32_t col : order) {
      if (found.dummies.size() == n_rows_) break;
      column.clear();
      for (const auto& entry : columns_[col].entries) column.emplace_back(entry.row, entry.value);
      if (independent.TryAdd(column)) found.dummies.push_back(col);
    }
    if (found.dummies.size() != n_rows_) return false;
    FindUnsafe(found);
    return true;
  }

  void FindUnsafe(Static& found) {
    const uint32_t n = n_rows_;
    graph::Bipartite transposed{0, n, {0}, {}};
    for (const uint32_t col : found.dummies) {
      std::vector<uint32_t> rows;
      for (const auto& entry : columns_[col].entries) rows.push_back(entry.row);
      graph::AppendRow(transposed, rows);
    }
    const graph::Bipartite structure = graph::Transpose(transposed);
    const graph::Matching matching = graph::Match(structure);
    found.row = matching.row_of_col;
    found.is_unsafe.assign(n, false);
    found.block.assign(n, 0);
    std::vector<uint32_t> block_of_row(n, kNone);
    const graph::Lists blocks = graph::SolutionBlocks(structure, matching);
    for (uint32_t b = 0; b < blocks.size(); ++b) {
      bool is_safe = true;
      for (const uint32_t col : blocks[b]) block_of_row[found.row[col]] = b;
      for (const uint32_t col : blocks[b]) {
        for (const auto& entry : columns_[found.dummies[col]].entries)
          is_safe = is_safe && (block_of_row[entry.row] != b || entry.is_constant);
      }
      for (const uint32_t col : blocks[b]) {
        found.is_unsafe[col] = !is_safe;
        found.block[col] = b;
      }
      if (!is_safe) found.n_unsafe += static_cast<uint32_t>(blocks[b].size());
    }
  }

  void FindSets(ChosenColumns& choice);
  void FindWatched(ChosenColumns& choice) const;
  void ListRows();
  // What the row of a dummy contains once what is passed is replaced by what gives it.
  struct Reached {
    std::vector<uint32_t> cols;
    // Columns that stand as states.
    std::vector<uint32_t> kept;
  };
  auto Reach(uint32_t from, const std::vector<bool>& is_passed, std::vector<uint32_t>& passed) const
      -> Reached;
  auto MakeSet(const std::vector<uint32_t>& unsafe, const std::vector<bool>& is_passed) const -> DynamicSet;

  uint32_t n_rows_;
  std::span<const CandidateColumn> columns_;
  Static chosen_;
  // The columns of each row, and by column the number of the dummy.
  std::vector<std::vector<uint32_t>> cols_of_row_;
  std::vector<uint32_t> dummy_of_col_;
  // Columns that belong to sets as candidates, and those that sets eliminate, ascending.
  std::vector<uint32_t> in_sets_;
  std::vector<uint32_t> eliminated_;
};

void PartChoice::ListRows() {
  cols_of_row_.assign(n_rows_, {});
  dummy_of_col_.assign(columns_.size(), kNone);
  for (uint32_t col = 0; col < columns_.size(); ++col) {
    for (const auto& entry : columns_[col].entries) cols_of_row_[entry.row].push_back(col);
  }
  for (uint32_t k = 0; k < chosen_.dummies.size(); ++k) dummy_of_col_[chosen_.dummies[k]] = k;
}

auto PartChoice::Reach(uint32_t from, const std::vector<bool>& is_passed, std::vector<uint32_t>& passed) const
    -> Reached {
  Reached found;
  std::vector<bool> is_seen(chosen_.dummies.size(), false);
  std::vector<uint32_t> stack = {from};
  while (!stack.empty()) {
    const uint32_t dummy = stack.back();
    stack.pop_back();
    for (const uint32_t col : cols_of_row_[chosen_.row[dummy]]) {
      const uint32_t other = dummy_of_col_[col];
      if (other == kNone || !is_passed[other]) {
        const bool stands = columns_[col].wish == kWishAlways && columns_.size() > kMaxLoose;
        (stands ? found.kept : found.cols).push_back(col);
      } else if (!is_seen[other]) {
        is_seen[other] = true;
        passed.push_back(other);
        stack.push_back(other);
      }
    }
  }
  SortUnique(found.cols);
  return found;
}

auto PartChoice::MakeSet(const std::vector<uint32_t>& unsafe, const std::vector<bool>& is_passed) const
    -> DynamicSet {
  DynamicSet set;
  std::vector<uint32_t> passed;
  for (const uint32_t dummy : unsafe) {
    set.rows.push_back(chosen_.row[dummy]);
    const Reached reached = Reach(dummy, is_passed, passed);
    set.candidates.insert(set.candidates.end(), reached.cols.begin(), reached.cols.end());
    set.kept.insert(set.kept.end(), reached.kept.begin(), reached.kept.end());
  }
  for (auto* list : {&passed, &set.candidates, &set.kept}) SortUnique(*list);
  for (const uint32_t dummy : passed) {
    set.rows.push_back(chosen_.row[dummy]);
    set.eliminated.push_back(chosen_.dummies[dummy]);
  }
  for (const uint32_t col : set.candidates) {
    if (dummy_of_col_[col] == kNone) set.states.push_back(col);
  }
  return set;
}

void PartChoice::FindSets(ChosenColumns& choice) {
  ListRows();
  std::vector<bool> is_passed(chosen_.dummies.size());
  std::vector<uint32_t> unsafe;
  for (uint32_t k = 0; k < is_passed.size(); ++k) {
    is_passed[k] = !chosen_.is_unsafe[k] || columns_[chosen_.dummies[k]].wish == kWishNever;
    if (!is_passed[k]) unsafe.push_back(k);
  }
  // What can be exchanged at all: the under-determined part of the rows that are left.
  graph::Bipartite reduced{0, static_cast<uint32_t>(columns_.size()), {0}, {}};
  graph::Matching matching{std::vector<uint32_t>(columns_.size(), kNone), {}};
  for (uint32_t r = 0; r < unsafe.size(); ++r) {
    std::vector<uint32_t> passed;
    graph::AppendRow(reduced, Reach(unsafe[r], is_passed, passed).cols);
    matching.row_of_col[chosen_.dummies[unsafe[r]]] = r;
    matching.col_of_row.push_back(chosen_.dummies[unsafe[r]]);
  }
  const graph::Part under = graph::DulmageMendelsohn(reduced, matching).under;
  for (uint32_t r = 0; r < unsafe.size(); ++r)
    is_passed[unsafe[r]] = !std::ranges::binary_search(under.rows, r);

  base::DisjointSets groups(static_cast<uint32_t>(unsafe.size()));
  std::vector<uint32_t> row_of_col(columns_.size(), kNone);
  for (const uint32_t r : under.rows) {
    for (const uint32_t col : reduced.row(r)) {
      if (row_of_col[col] == kNone) row_of_col[col] = r;
      groups.Join(row_of_col[col], r);
    }
  }
  std::vector<std::vector<uint32_t>> members(unsafe.size());
  for (const uint32_t r : under.rows) members[groups.Find(r)].push_back(unsafe[r]);
  for (const auto& group : members) {
    if (group.empty()) continue;
    DynamicSet set = MakeSet(group, is_passed);
    in_sets_.insert(in_sets_.end(), set.candidates.begin(), set.candidates.end());
    eliminated_.insert(eliminated_.end(), set.eliminated.begin(), set.eliminated.end());
    choice.sets.push_back(std::move(set));
  }
  std::ranges::sort(in_sets_);
  std::ranges::sort(eliminated_);
}

// What is unsafe and concerns no set, although states could take its place: the model wants others as states,
// or these never.
void PartChoice::FindWatched(ChosenColumns& choice) const {
  graph::Bipartite whole{0, static_cast<uint32_t>(columns_.size()), {0}, {}};
  graph::Matching matching{std::vector<uint32_t>(columns_.size(), kNone), {}};
  for (uint32_t k = 0; k < chosen_.dummies.size(); ++k) {
    graph::AppendRow(whole, cols_of_row_[chosen_.row[k]]);
    matching.row_of_col[chosen_.dummies[k]] = k;
    matching.col_of_row.push_back(chosen_.dummies[k]);
  }
  const graph::Part under = graph::DulmageMendelsohn(whole, matching).under;
  std::map<uint32_t, WatchedColumns> by_block;
  for (const uint32_t k : under.rows) {
    const uint32_t col = chosen_.dummies[k];
    if (!chosen_.is_unsafe[k] || std::ranges::binary_search(in_sets_, col) ||
        std::ranges::binary_search(eliminated_, col))
      continue;
    WatchedColumns& watched = by_block[chosen_.block[k]];
    watched.rows.push_back(chosen_.row[k]);
    watched.given_up.push_back(col);
  }
  for (auto& [block, watched] : by_block) {
    for (const uint32_t row : watched.rows) {
      for (const uint32_t col : cols_of_row_[row]) {
        if (std::ranges::count(watched.given_up, col) == 0) watched.others.push_back(col);
      }
    }
    SortUnique(watched.others);
    choice.watched.push_back(std::move(watched));
  }
}

}  // namespace

auto TryChooseStates(uint32_t n_rows, std::span<const CandidateColumn> columns)
    -> std::optional<ChosenColumns> {
  base::DisjointSets parts(n_rows);
  for (const CandidateColumn& column : columns) {
    for (const auto& entry : column.entries) parts.Join(column.entries[0].row, entry.row);
  }
  struct Part {
    std::vector<uint32_t> rows;
    std::vector<uint32_t> cols;
    std::vector<CandidateColumn> columns;
  };
  std::vector<Part> list(n_rows);
  std::vector<uint32_t> local_row(n_rows);
  for (uint32_t row = 0; row < n_rows; ++row) {
    Part& part = list[parts.Find(row)];
    local_row[row] = static_cast<uint32_t>(part.rows.size());
    part.rows.push_back(row);
  }
  for (uint32_t col = 0; col < columns.size(); ++col) {
    if (columns[col].entries.empty()) continue;
    Part& part = list[parts.Find(columns[col].entries[0].row)];
    part.cols.push_back(col);
    for (auto& entry : part.columns.emplace_back(columns[col]).entries) entry.row = local_row[entry.row];
  }
  ChosenColumns whole;
  for (const Part& part : list) {
    ChosenColumns choice;
    if (!PartChoice(static_cast<uint32_t>(part.rows.size()), part.columns).Run(choice)) return std::nullopt;
    const auto add = [](const std::vector<uint32_t>& from, const std::vector<uint32_t>& number,
                        std::vector<uint32_t>& to) {
      for (const uint32_t k : from) to.push_back(number[k]);
    };
    add(choice.dummies, part.cols, whole.dummies);
    for (const DynamicSet& set : choice.sets) {
      DynamicSet& made = whole.sets.emplace_back();
      add(set.rows, part.rows, made.rows);
      add(set.eliminated, part.cols, made.eliminated);
      add(set.candidates, part.cols, made.candidates);
      add(set.states, part.cols, made.states);
      add(set.kept, part.cols, made.kept);
    }
    for (const WatchedColumns& watched : choice.watched) {
      WatchedColumns& made = whole.watched.emplace_back();
      add(watched.rows, part.rows, made.rows);
      add(watched.given_up, part.cols, made.given_up);
      add(watched.others, part.cols, made.others);
    }
  }
  std::ranges::sort(whole.dummies);
  return whole;
}

}  // namespace kerf::transform
