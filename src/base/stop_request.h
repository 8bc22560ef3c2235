// Whether the program has been asked to end: by a limit, Ctrl-C or SIGTERM. What takes long looks here now
// and then, so that it ends soon.
#pragma once

#include <atomic>

namespace kerf::base {

// Of the process, as signals are.
inline auto StopRequest() -> std::atomic<bool>& {
  static std::atomic<bool> is_requested = false;
  return is_requested;
}

}  // namespace kerf::base
