// The pattern of d(derivatives)/d(states): which states each derivative depends on, carried along the items.
#include <algorithm>
#include <iterator>

#include "graph/colour.h"
#include "transform/simcode_builder.h"

namespace kerf::transform {

namespace {

// Dependence sets as ranges of one list; equal sets share a range.
struct Range {
  uint32_t first = 0;
  uint32_t count = 0;
};

// Beyond this many entries the pattern is as good as dense, and is not kept.
constexpr size_t kMaxEntries = 40'000'000;

}  // namespace

void SimcodeBuilder::BuildJacobianPattern() {
  if (sim_.n_states == 0 || is_implicit_only_) return;
  std::vector<uint32_t> entries;
  std::vector<Range> set_of(slots_.size());
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    set_of[sim_.state_slot + k] = {static_cast<uint32_t>(entries.size()), 1};
    entries.push_back(k);
  }
  std::vector<uint32_t> set;
  for (const Item& item : items_.list) {
    if (item.variation != Variation::Always || !item.needed || item.is_relation) continue;
    Range range;
    for (const uint32_t s : items_.reads(item)) {
      const Range& other = set_of[s];
      if (other.count == 0 || (other.first == range.first && other.count == range.count)) continue;
      if (range.count == 0) {
        range = other;
        continue;
      }
      set.clear();
      std::set_union(entries.begin() + range.first, entries.begin() + range.first + range.count,
                     entries.begin() + other.first, entries.begin() + other.first + other.count,
                     std::back_inserter(set));
      if (set.size() == range.count) continue;
      range = {static_cast<uint32_t>(entries.size()), static_cast<uint32_t>(set.size())};
      entries.insert(entries.end(), set.begin(), set.end());
      if (entries.size() > kMaxEntries) return;
    }
    for (const uint32_t s : items_.writes(item)) set_of[s] = range;
  }

  graph::Bipartite rows;
  rows.n_cols = sim_.n_states;
  for (uint32_t k = 0; k < sim_.n_states; ++k) {
    const Range& range = set_of[sim_.derivative_slot + k];
    graph::AppendRow(rows, {entries.data() + range.first, range.count});
  }
  const graph::Colouring colouring = graph::ColourColumns(rows);
  sim_.colour_of_state = colouring.colour_of_col;
  sim_.n_colours = colouring.n_colours;
  graph::Bipartite columns = graph::Transpose(rows);
  sim_.jacobian.col_ptr = std::move(columns.row_begin);
  sim_.jacobian.row_index = std::move(columns.cols);
}

}  // namespace kerf::transform
