// The last results of a function, by its arguments: a call for each of several outputs, and for each partial
// derivative at one point, is then one call.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace kerf::sim {

class RecentResults {
 public:
  RecentResults() = default;
  // As many as differences in all directions around a point need, up to a limit; none for long lists of
  // arguments.
  RecentResults(size_t n_in, size_t n_out);
  // The same for functions that take long in any case: as many as fit into so many numbers.
  static auto ForLongCalls(size_t n_in, size_t n_out, size_t max_numbers) -> RecentResults;

  // The results for exactly these arguments, if they are there.
  auto TryFind(const double* in, double* out) -> bool;
  void Keep(const double* in, const double* out);
  void Clear() { n_kept_ = next_ = 0; }

 private:
  auto TryPlace(size_t place, const double* in, double* out) const -> bool;

  size_t n_in_ = 0;
  size_t n_out_ = 0;
  size_t n_places_ = 0;
  size_t n_kept_ = 0;
  // The place that is used next.
  size_t next_ = 0;
  // Where the last two searches ended: differences ask for two points in turn.
  std::array<size_t, 2> found_{};
  // Arguments and results of each place behind each other.
  std::vector<double> numbers_;
};

}  // namespace kerf::sim
