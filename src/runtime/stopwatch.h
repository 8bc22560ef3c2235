// Adds the time a scope takes to a sum [s].
#pragma once

#include <chrono>

namespace kerf::runtime {

class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum), start_(std::chrono::steady_clock::now()) {}
  Stopwatch(const Stopwatch&) = delete;
  auto operator=(const Stopwatch&) -> Stopwatch& = delete;
  ~Stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace kerf::runtime
