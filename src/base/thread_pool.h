// Work split over a few threads. Results must not depend on which thread does what: tasks write to places of
// their own.
#pragma once

#include <cstddef>
#include <functional>

namespace kerf::base {

// The number of threads worth starting here, at least 1.
auto HardwareThreads() -> unsigned;

// Runs task(0) … task(n-1), each once, on up to `threads` threads, and returns when all are done.
void ParallelFor(size_t n, unsigned threads, const std::function<void(size_t)>& task);

}  // namespace kerf::base
