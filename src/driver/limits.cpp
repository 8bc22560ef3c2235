// The watchdog's thread, and the options.
#include "driver/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/guarded_call.h"
#include "base/number_text.h"
#include "base/phase.h"
#include "base/process_memory.h"
#include "base/stop_request.h"

namespace kerf::driver {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(BadLimit, Error, "{} must be {}, not {}", std::string, std::string, std::string);

constexpr auto kTick = std::chrono::milliseconds(20);
// How long a run that was asked to stop may take to do so: then the external function that it may be in is
// interrupted, and after that it ends by force.
constexpr auto kPatience = std::chrono::seconds(1);
constexpr auto kLastPatience = std::chrono::seconds(10);
// Memory beyond the limit at which nobody is asked any more.
constexpr double kMuchMemory = 1.25;

// The signal that asked to stop, or 0.
volatile std::sig_atomic_t signalled = 0;

void OnSignal(int signal) {
  signalled = signal;
  base::StopRequest() = true;
}

}  // namespace

class Watchdog::Thread {
 public:
  enum class Cause : uint8_t { None, Signal, Time, Memory };

  Thread(const Limits& limits, bool has_json)
      : limits_(limits),
        has_json_(has_json),
        time_text_(LimitText(Cause::Time)),
        memory_text_(LimitText(Cause::Memory)) {
    signalled = 0;
    base::StopRequest() = false;
    thread_ = std::thread([this] { Run(); });
  }
  Thread(const Thread&) = delete;
  auto operator=(const Thread&) -> Thread& = delete;
  ~Thread() {
    {
      const std::scoped_lock lock(mutex_);
      is_wanted_ = false;
    }
    changed_.notify_all();
    thread_.join();
    base::StopRequest() = false;
  }

  // A run that has been asked to stop may be over before the thread has looked at the signal.
  [[nodiscard]] auto reason() const -> Cause { return signalled != 0 ? Cause::Signal : reason_.load(); }
  [[nodiscard]] auto Text() const -> std::string {
    if (reason() == Cause::None) return "";
    if (reason() == Cause::Signal) return signalled == SIGINT ? "Ctrl-C" : "SIGTERM";
    return reason() == Cause::Time ? time_text_ : memory_text_;
  }
  void SetAsking(bool is_asking) { is_asking_ = is_asking; }

 private:
  [[nodiscard]] auto LimitText(Cause reason) const -> std::string {
    if (reason == Cause::Time)
      return fmt::format("--max-time of {} s is used up", base::NumberText(limits_.seconds));
    return fmt::format("--max-memory of {:.4g} MB is used up",
                       static_cast<double>(limits_.bytes) / (1 << 20));
  }

  void Run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kTick, [this] { return !is_wanted_; })) Look();
  }

  void Look() {
    const auto now = Clock::now();
    const uint64_t memory = limits_.bytes > 0 ? base::ResidentBytes() : 0;
    const bool has_much = static_cast<double>(memory) > kMuchMemory * static_cast<double>(limits_.bytes);
    if (reason() == Cause::None || asked_ == Clock::time_point{}) {
      const double seconds = std::chrono::duration<double>(now - begin_).count();
      if (limits_.seconds > 0 && seconds > limits_.seconds) reason_ = Cause::Time;
      if (memory > limits_.bytes) reason_ = Cause::Memory;
      if (reason() == Cause::None) return;
      asked_ = now;
      base::StopRequest() = true;
    }
    if (!is_asking_) {
      // A signal has ended the program by itself then, and a run that has come to its end is over.
      if (reason() != Cause::Signal && !has_asked_) End();
      return;
    }
    has_asked_ = true;
    if (reason() == Cause::Memory && has_much) End();
    if (now - asked_ < kPatience) return;
    base::InterruptGuardedCall();
    if (now - asked_ > kLastPatience) End();
  }

  // Allocates nothing: the other threads may hold all locks there are.
  [[noreturn]] void End() {
    const bool is_signal = reason() == Cause::Signal;
    const char* why =
        is_signal ? "the run was stopped" : (reason() == Cause::Time ? time_text_ : memory_text_).c_str();
    const char* call = base::RunningCall();
    const char* phase = base::PhaseName().load();
    const char* during = *call != 0 ? ", during the call of " : *phase != 0 ? ", during the phase " : "";
    const char* what = *call != 0 ? call : phase;
    const int code = is_signal ? 128 + static_cast<int>(signalled) : 1;
    if (has_json_) {
      base::EndByForce({R"({"at":null,"code":"limit-reached","level":"error","notes":[],"text":")", why,
                        during, what, R"("})"},
                       code);
    }
    base::EndByForce({"kerf: error: ", why, during, what}, code);
  }

  Limits limits_;
  bool has_json_ = false;
  std::string time_text_;
  std::string memory_text_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point asked_{};
  bool has_asked_ = false;
  std::atomic<Cause> reason_ = Cause::None;
  std::atomic<bool> is_asking_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_wanted_ = true;
  std::thread thread_;
};

void LimitOptions::Add(CommandLine& command) {
  command.AddOption("--max-time", seconds, "End after so many seconds (default: no limit)",
                    {.type = "SECONDS"});
  command.AddOption("--max-memory", memory, "End with so much memory, such as 500M or 4G (default: no limit)",
                    {.type = "SIZE"});
}

void LimitOptions::AddEvents(CommandLine& command) {
  command.AddOption("--max-events", events, "End the run after so many events (default: no limit)",
                    {.type = "N"});
}

auto TryByteCount(std::string_view text) -> std::optional<uint64_t> {
  constexpr std::string_view kUnits = "KMGT";
  double unit = 1;
  if (text.ends_with('B')) text.remove_suffix(1);
  if (!text.empty() && kUnits.find(text.back()) != std::string_view::npos) {
    unit = std::pow(1024.0, static_cast<double>(kUnits.find(text.back()) + 1));
    text.remove_suffix(1);
  }
  constexpr double kMost = 1e18;
  const auto number = base::TryParseNumber(text);
  if (!number || !(*number > 0) || *number * unit > kMost || *number * unit < 1) return std::nullopt;
  return static_cast<uint64_t>(*number * unit);
}

auto TryLimits(const LimitOptions& options, diag::Emitter& emitter) -> std::optional<Limits> {
  Limits limits{options.seconds, 0, options.events};
  if (!(options.seconds >= 0 && std::isfinite(options.seconds))) {
    emitter.Emit({}, BadLimit, "--max-time", "a number of seconds", base::NumberText(options.seconds));
    return std::nullopt;
  }
  if (options.memory.empty()) return limits;
  const auto bytes = TryByteCount(options.memory);
  if (!bytes) {
    emitter.Emit({}, BadLimit, "--max-memory", "a size such as 500M or 4G",
                 fmt::format("`{}`", options.memory));
    return std::nullopt;
  }
  limits.bytes = *bytes;
  return limits;
}

Watchdog::Watchdog(const Limits& limits, bool has_json_diagnostics)
    : thread_(std::make_unique<Thread>(limits, has_json_diagnostics)) {}
Watchdog::~Watchdog() = default;

auto Watchdog::ShouldStop() const -> bool { return thread_->reason() != Thread::Cause::None; }
auto Watchdog::Reason() const -> std::string { return thread_->Text(); }

auto Watchdog::ExitCode(int code) const -> int {
  constexpr int kSignalled = 128;
  if (thread_->reason() == Thread::Cause::None) return code;
  return thread_->reason() == Thread::Cause::Signal ? kSignalled + static_cast<int>(signalled)
                                                    : std::max(code, 1);
}

RunWatch::RunWatch(Watchdog& watchdog)
    : watchdog_(watchdog),
      interrupt_(std::signal(SIGINT, OnSignal)),
      terminate_(std::signal(SIGTERM, OnSignal)) {
  watchdog_.thread_->SetAsking(true);
}

RunWatch::~RunWatch() {
  watchdog_.thread_->SetAsking(false);
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, terminate_);
}

}  // namespace kerf::driver
