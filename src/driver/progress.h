// A bar that fills while a run goes on; only a person at a terminal sees it.
#pragma once

#include <chrono>

#include "driver/io.h"

namespace kerf::driver {

class ProgressBar {
 public:
  explicit ProgressBar(const Io& io) : io_(io) {}
  // 0 to 1. Short runs show nothing.
  void Show(double fraction);
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  const Io& io_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
  bool shown_ = false;
};

}  // namespace kerf::driver
