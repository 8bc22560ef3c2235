// A thread that looks at the name of the phase.
#include "driver/phase_display.h"

#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "base/phase.h"
#include "base/process_memory.h"

namespace kerf::driver {

class PhaseDisplay::Thread {
 public:
  Thread(const Io& plain, Times times) : plain_(plain), times_(times) {}
  Thread(const Thread&) = delete;
  auto operator=(const Thread&) -> Thread& = delete;
  ~Thread() {
    {
      const std::scoped_lock lock(mutex_);
      is_wanted_ = false;
      Clear();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void Start() {
    if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
  }

  void Print(const std::function<void(std::string_view)>& stream, std::string_view text) {
    const std::scoped_lock lock(mutex_);
    Clear();
    stream(text);
    if (!text.empty()) is_at_line_start_ = text.back() == '\n';
  }

 private:
  void Clear() {
    if (is_shown_) plain_.err("\x1b[K");
    is_shown_ = false;
  }

  void Run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, times_.interval, [this] { return !is_wanted_; })) Look();
  }

  void Look() {
    const std::string_view phase = base::PhaseName().load();
    const auto now = std::chrono::steady_clock::now();
    if (phase != phase_) {
      phase_ = phase;
      begin_ = now;
      Clear();
    }
    // A line that is not ended is a question, or the bar of a run.
    const bool is_quiet = phase.empty() || phase == "run" || !is_at_line_start_;
    if (is_quiet || now - begin_ < times_.delay) return;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    constexpr double kMegabyte = 1 << 20;
    // Back to the start of the line, so that a message of whoever ends the program takes its place.
    plain_.err(fmt::format("{}: {:.0f} s, {:.0f} MB\x1b[K\r", phase, seconds,
                           static_cast<double>(base::ResidentBytes()) / kMegabyte));
    is_shown_ = true;
  }

  const Io& plain_;
  Times times_;
  std::string_view phase_;
  std::chrono::steady_clock::time_point begin_;
  bool is_shown_ = false;
  bool is_at_line_start_ = true;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_wanted_ = true;
  std::thread thread_;
};

PhaseDisplay::PhaseDisplay(Io& io, Times times) : io_(io), plain_(io) {
  if (!io.has_terminal) return;
  thread_ = std::make_unique<Thread>(plain_, times);
  io.out = [this](std::string_view text) { thread_->Print(plain_.out, text); };
  io.err = [this](std::string_view text) { thread_->Print(plain_.err, text); };
}

PhaseDisplay::~PhaseDisplay() {
  thread_ = nullptr;
  io_.out = plain_.out;
  io_.err = plain_.err;
}

void PhaseDisplay::Start() {
  if (thread_ != nullptr) thread_->Start();
}

}  // namespace kerf::driver
