// Drawing of the bar, at most ten times a second.
#include "driver/progress.h"

#include <algorithm>

#include <fmt/format.h>

namespace kerf::driver {

void ProgressBar::Show(double fraction) {
  if (!io_.has_terminal) return;
  const auto now = Clock::now();
  constexpr auto kDelay = std::chrono::milliseconds(500);
  constexpr auto kInterval = std::chrono::milliseconds(100);
  if (now - begin_ < kDelay || now - last_ < kInterval) return;
  last_ = now;
  shown_ = true;
  constexpr size_t kWidth = 40;
  const auto filled = static_cast<size_t>(std::clamp(fraction, 0.0, 1.0) * kWidth);
  io_.err(fmt::format("\r[{}{}] {:3.0f} %", std::string(filled, '#'), std::string(kWidth - filled, '.'),
                      fraction * 100));
}

void ProgressBar::Clear() {
  if (shown_) io_.err("\r\x1b[K");
}

}  // namespace kerf::driver
