// How much time, memory and how many events a command may use, and Ctrl-C and SIGTERM. A run that comes to a
// limit is asked to end, with results and statistics; what does not end when asked, and a phase that cannot
// be asked, ends by force, with a message and what is in the result files.
#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "diag/diag.h"
#include "driver/command_line.h"

namespace kerf::driver {

struct LimitOptions {
  // 0, "": no limit.
  double seconds = 0;
  std::string memory;
  uint64_t events = 0;

  void Add(CommandLine& command);
  // For commands that run a model.
  void AddEvents(CommandLine& command);
};

struct Limits {
  double seconds = 0;
  uint64_t bytes = 0;
  uint64_t events = 0;
};

// Nothing after a reported mistake.
auto TryLimits(const LimitOptions& options, diag::Emitter& emitter) -> std::optional<Limits>;

// A number of bytes, with K, M, G or T for powers of 1024; nothing if it is none.
auto TryByteCount(std::string_view text) -> std::optional<uint64_t>;

// Watches the limits while it lives.
class Watchdog {
 public:
  Watchdog(const Limits& limits, bool has_json_diagnostics);
  Watchdog(const Watchdog&) = delete;
  auto operator=(const Watchdog&) -> Watchdog& = delete;
  ~Watchdog();

  // Whether the run should end, and why: "Ctrl-C", "--max-time of 2 s is used up"; "" if it should not.
  [[nodiscard]] auto ShouldStop() const -> bool;
  [[nodiscard]] auto Reason() const -> std::string;
  // 130 after Ctrl-C and 143 after SIGTERM, as shells have it; 1 after a limit; else the code given.
  [[nodiscard]] auto ExitCode(int code) const -> int;

 private:
  friend class RunWatch;
  class Thread;
  std::unique_ptr<Thread> thread_;
};

// While one lives, a run is going on that asks the watchdog whether it should stop; Ctrl-C and SIGTERM are
// such limits, too.
class RunWatch {
 public:
  explicit RunWatch(Watchdog& watchdog);
  RunWatch(const RunWatch&) = delete;
  auto operator=(const RunWatch&) -> RunWatch& = delete;
  ~RunWatch();

 private:
  Watchdog& watchdog_;
  void (*interrupt_)(int);
  void (*terminate_)(int);
};

}  // namespace kerf::driver
