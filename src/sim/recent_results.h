// The last results of a function, by its arguments: a call for each of several outputs, and for each partial
// derivative at one point, is then one call.
#pragma once

#include <cstddef>
#include <vector>

namespace kerf::sim {

class RecentResults {
 public:
  RecentResults() = default;
  // As many as differences in all directions around a point need, up to a limit; none for long lists of
  // arguments.
  RecentResults(size_t n_in, size_t n_out);

  // The results for exactly these arguments, if they are there.
  auto TryFind(const double* in, double* out) const -> bool;
  void Keep(const double* in, const double* out);
  void Clear() { n_kept_ = next_ = 0; }

 private:
  size_t n_in_ = 0;
  size_t n_out_ = 0;
  size_t n_places_ = 0;
  size_t n_kept_ = 0;
  // The place that is used next.
  size_t next_ = 0;
  // Arguments and results of each place behind each other.
  std::vector<double> numbers_;
};

}  // namespace kerf::sim
