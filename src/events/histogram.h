// HISTOGRAM: counts of observations in cells of equal width. The first cell of all holds what is at or below
// `first_limit`, then come n_cells cells of that width, and the last holds what is above them. A value on a
// border belongs to the cell below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kerf::events {

class Histogram {
 public:
  Histogram(size_t n_cells, double width, double first_limit)
      : width_(width), first_limit_(first_limit), counts_(n_cells + 2, 0) {}

  // What was counted elsewhere: below, the cells, above.
  Histogram(double width, double first_limit, std::vector<uint64_t> counts, uint64_t n,
            uint64_t n_not_numbers)
      : width_(width),
        first_limit_(first_limit),
        counts_(std::move(counts)),
        n_(n),
        n_not_numbers_(n_not_numbers) {}

  // A value that is not a number is counted apart.
  void Add(double x);
  void Clear();

  [[nodiscard]] auto n() const -> uint64_t { return n_; }
  [[nodiscard]] auto n_not_numbers() const -> uint64_t { return n_not_numbers_; }
  [[nodiscard]] auto width() const -> double { return width_; }
  [[nodiscard]] auto first_limit() const -> double { return first_limit_; }
  // The counts: below, the cells, above.
  [[nodiscard]] auto counts() const -> const std::vector<uint64_t>& { return counts_; }
  // The upper limit of counts()[k]; infinity for the last.
  [[nodiscard]] auto UpperLimit(size_t k) const -> double;

 private:
  double width_;
  double first_limit_;
  std::vector<uint64_t> counts_;
  uint64_t n_ = 0;
  uint64_t n_not_numbers_ = 0;
};

}  // namespace kerf::events
