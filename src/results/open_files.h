// The result files that are being written. A thread flushes them so that no row waits longer than about a
// second, however long the next one takes; and all can be flushed at once before the process ends by force.
#pragma once

#include <mutex>

namespace kerf::results {

class OpenFile {
 public:
  OpenFile() = default;
  OpenFile(const OpenFile&) = delete;
  auto operator=(const OpenFile&) -> OpenFile& = delete;
  virtual ~OpenFile() = default;

  // Writes what waits, if it has waited long enough. Called by the thread.
  void FlushIfDue();
  // The same at once, without memory from the heap: the thread that holds its lock may have stopped for ever.
  // What is being changed just now is left as it is.
  void FlushAtEnd() noexcept;

 protected:
  // Between these two the file is flushed by others.
  void Register();
  void Unregister();
  // Held while rows are taken and while they are written.
  [[nodiscard]] auto Lock() -> std::scoped_lock<std::mutex> { return std::scoped_lock(mutex_); }

 private:
  [[nodiscard]] virtual auto IsDue() const -> bool = 0;
  virtual void WriteRows() noexcept = 0;

  std::mutex mutex_;
};

// Flushes every file that is open. May be called in a handler of a signal that came in the middle of other
// code, and by any thread.
void FlushOpenFiles() noexcept;

}  // namespace kerf::results
