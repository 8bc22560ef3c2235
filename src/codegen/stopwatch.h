// Elapsed time since construction, for statistics only.
#pragma once

#include <chrono>

namespace kerf::codegen {

class Stopwatch {
 public:
  // [s]
  [[nodiscard]] auto seconds() const -> double {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace kerf::codegen
