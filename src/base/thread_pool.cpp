// An atomic counter hands out the tasks; the calling thread works too.
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace kerf::base {

auto HardwareThreads() -> unsigned { return std::max(1U, std::thread::hardware_concurrency()); }

void ParallelFor(size_t n, unsigned threads, const std::function<void(size_t)>& task) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < n; i = next++) task(i);
  };
  std::vector<std::thread> helpers;
  for (size_t k = 1; k < std::min<size_t>(threads, n); ++k) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace kerf::base
