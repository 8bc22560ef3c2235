// The list of open files and the thread that looks after them.
#include "results/open_files.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <thread>
#include <utility>

namespace kerf::results {

namespace {

// A handler of a signal can neither lock nor allocate, so the list is an array of atomics. Files beyond it
// are flushed when they get rows, and lose at most a second at an end by force.
constexpr size_t kMaxFiles = 256;
constexpr auto kTick = std::chrono::milliseconds(200);

class Registry {
 public:
  void Add(OpenFile* file) {
    const std::scoped_lock lock(mutex_);
    for (auto& place : files_) {
      if (place.load() != nullptr) continue;
      place = file;
      break;
    }
    if (++n_files_ > 1) return;
    is_wanted_ = std::make_shared<std::atomic<bool>>(true);
    thread_ = std::thread([this, is_wanted = is_wanted_] { Run(*is_wanted); });
  }

  void Remove(OpenFile* file) {
    std::thread leaving;
    {
      const std::scoped_lock lock(mutex_);
      for (auto& place : files_) {
        if (place.load() == file) place = nullptr;
      }
      if (--n_files_ == 0) {
        *is_wanted_ = false;
        leaving = std::move(thread_);
      }
    }
    changed_.notify_all();
    if (leaving.joinable()) leaving.join();
  }

  void FlushAll() noexcept {
    for (auto& place : files_) {
      if (OpenFile* file = place.load(); file != nullptr) file->FlushAtEnd();
    }
  }

 private:
  void Run(const std::atomic<bool>& is_wanted) {
    std::unique_lock lock(mutex_);
    while (is_wanted) {
      changed_.wait_for(lock, kTick);
      for (auto& place : files_) {
        if (OpenFile* file = place.load(); file != nullptr) file->FlushIfDue();
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::atomic<OpenFile*>, kMaxFiles> files_{};
  size_t n_files_ = 0;
  std::thread thread_;
  // A flag for each thread: a file may be opened while the thread of the last one is on its way out.
  std::shared_ptr<std::atomic<bool>> is_wanted_;
};

// Of the process, because signals are. Never destroyed: a file may be open at exit().
auto TheRegistry() -> Registry& {
  static auto* const registry = new Registry;
  return *registry;
}

}  // namespace

void OpenFile::FlushIfDue() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock() && IsDue()) WriteRows();
}

void OpenFile::FlushAtEnd() noexcept {
  constexpr int kTries = 100;
  constexpr useconds_t kMillisecond = 1000;
  for (int k = 0; k < kTries; ++k) {
    if (mutex_.try_lock()) {
      WriteRows();
      mutex_.unlock();
      return;
    }
    usleep(kMillisecond);
  }
}

void OpenFile::Register() { TheRegistry().Add(this); }
void OpenFile::Unregister() { TheRegistry().Remove(this); }

void FlushOpenFiles() noexcept { TheRegistry().FlushAll(); }

}  // namespace kerf::results
