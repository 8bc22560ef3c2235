// Tells a person at a terminal what takes long before the run: "flatten: 3 s, 412 MB". The run itself has a
// bar (progress.h).
#pragma once

#include <chrono>
#include <memory>

#include "driver/io.h"

namespace kerf::driver {

class PhaseDisplay {
 public:
  struct Times {
    // A phase that is shorter is not shown.
    std::chrono::milliseconds delay{1000};
    std::chrono::milliseconds interval{200};
  };

  // While it lives, `out` and `err` of the streams make room for what is printed.
  explicit PhaseDisplay(Io& io) : PhaseDisplay(io, Times{}) {}
  PhaseDisplay(Io& io, Times times);
  PhaseDisplay(const PhaseDisplay&) = delete;
  auto operator=(const PhaseDisplay&) -> PhaseDisplay& = delete;
  ~PhaseDisplay();

  // From now on phases are shown. Nothing happens where nobody looks at standard error.
  void Start();

 private:
  class Thread;
  Io& io_;
  Io plain_;
  std::unique_ptr<Thread> thread_;
};

}  // namespace kerf::driver
