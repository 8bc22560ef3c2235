// Greedy colouring of columns (Curtis, Powell and Reid 1974; Coleman and Moré 1983) without the column
// intersection graph. Short rows are looked through for the colours in use. A long row, where this would cost
// the square of its length, keeps a set of its colours and the least colour not in it, from where the search
// for a free one starts.
#include "graph/colour.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "base/hash.h"

namespace kerf::graph {

namespace {

constexpr uint32_t kLongRow = 64;

// A set of pairs (row, colour) whose greatest size is known beforehand.
class PairSet {
 public:
  explicit PairSet(size_t n_max) : slots_(std::bit_ceil(2 * n_max + 1), kEmpty) {}

  [[nodiscard]] auto Contains(uint32_t row, uint32_t colour) const -> bool {
    return slots_[Find(Pack(row, colour))] != kEmpty;
  }
  void Insert(uint32_t row, uint32_t colour) { slots_[Find(Pack(row, colour))] = Pack(row, colour); }

 private:
  static constexpr uint64_t kEmpty = ~uint64_t{0};
  static auto Pack(uint32_t row, uint32_t colour) -> uint64_t { return uint64_t{row} << 32 | colour; }

  // The slot that holds the pair, or the empty one where it would go.
  [[nodiscard]] auto Find(uint64_t pair) const -> size_t {
    const size_t mask = slots_.size() - 1;
    size_t i = base::Mix(pair) & mask;
    while (slots_[i] != kEmpty && slots_[i] != pair) i = (i + 1) & mask;
    return i;
  }

  std::vector<uint64_t> slots_;
};

auto IsLong(const Bipartite& pattern, uint32_t row) -> bool { return pattern.row(row).size() > kLongRow; }

auto CountInLongRows(const Bipartite& pattern) -> size_t {
  size_t count = 0;
  for (uint32_t row = 0; row < pattern.n_rows; ++row)
    count += IsLong(pattern, row) ? pattern.row(row).size() : 0;
  return count;
}

class GreedyColouring {
 public:
  GreedyColouring(const Bipartite& pattern, const Bipartite& rows_of_col)
      : pattern_(pattern),
        rows_of_col_(rows_of_col),
        first_free_(pattern.n_rows, 0),
        used_(CountInLongRows(pattern)),
        forbidden_for_(pattern.n_cols + size_t{1}, kNone) {
    result_.colour_of_col.assign(pattern.n_cols, kNone);
  }

  auto Run(std::span<const uint32_t> order) -> Colouring {
    for (const uint32_t col : order) {
      const uint32_t colour = LeastFreeColour(col);
      result_.colour_of_col[col] = colour;
      result_.n_colours = std::max(result_.n_colours, colour + 1);
      for (const uint32_t row : rows_of_col_.row(col)) {
        if (IsLong(pattern_, row)) Use(row, colour);
      }
    }
    return std::move(result_);
  }

 private:
  auto LeastFreeColour(uint32_t col) -> uint32_t {
    uint32_t colour = 0;
    long_rows_.clear();
    for (const uint32_t row : rows_of_col_.row(col)) {
      if (IsLong(pattern_, row)) {
        long_rows_.push_back(row);
        colour = std::max(colour, first_free_[row]);
      } else {
        ForbidColoursOf(row, col);
      }
    }
    while (!IsFree(col, colour)) ++colour;
    return colour;
  }

  void ForbidColoursOf(uint32_t row, uint32_t col) {
    for (const uint32_t other : pattern_.row(row)) {
      const uint32_t colour = result_.colour_of_col[other];
      if (colour != kNone) forbidden_for_[colour] = col;
    }
  }

  [[nodiscard]] auto IsFree(uint32_t col, uint32_t colour) const -> bool {
    if (forbidden_for_[colour] == col) return false;
    return std::ranges::none_of(long_rows_, [&](uint32_t row) { return used_.Contains(row, colour); });
  }

  void Use(uint32_t long_row, uint32_t colour) {
    used_.Insert(long_row, colour);
    while (used_.Contains(long_row, first_free_[long_row])) ++first_free_[long_row];
  }

  const Bipartite& pattern_;
  const Bipartite& rows_of_col_;
  Colouring result_;
  // Of long rows: the least colour not in use, and all in use.
  std::vector<uint32_t> first_free_;
  PairSet used_;
  // Per colour, the last column that may not have it because of a short row.
  std::vector<uint32_t> forbidden_for_;
  std::vector<uint32_t> long_rows_;
};

// The columns by falling number of entries in the rows they share, a bound on the number of their neighbours.
auto LargestFirst(const Bipartite& pattern, const Bipartite& rows_of_col) -> std::vector<uint32_t> {
  std::vector<uint64_t> degrees(pattern.n_cols, 0);
  for (uint32_t col = 0; col < pattern.n_cols; ++col) {
    for (const uint32_t row : rows_of_col.row(col)) degrees[col] += pattern.row(row).size() - 1;
  }
  std::vector<uint32_t> order(pattern.n_cols);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](uint32_t col) { return std::pair(~degrees[col], col); });
  return order;
}

}  // namespace

auto ColourColumns(const Bipartite& pattern) -> Colouring {
  const Bipartite rows_of_col = Transpose(pattern);
  std::vector<uint32_t> order(pattern.n_cols);
  std::iota(order.begin(), order.end(), 0U);
  Colouring natural = GreedyColouring(pattern, rows_of_col).Run(order);
  size_t longest_row = 1;
  for (uint32_t row = 0; row < pattern.n_rows; ++row)
    longest_row = std::max(longest_row, pattern.row(row).size());
  if (natural.n_colours <= longest_row) return natural;
  Colouring largest_first = GreedyColouring(pattern, rows_of_col).Run(LargestFirst(pattern, rows_of_col));
  return largest_first.n_colours < natural.n_colours ? largest_first : natural;
}

}  // namespace kerf::graph
