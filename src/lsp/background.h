// A check in a child process. It sees the state of the moment it began; it can be stopped at any time, and
// if a model brings it down, or it takes too long, the server lives on and tells so. It ends with the server.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "lsp/check.h"

namespace kerf::lsp {

struct BackgroundLimits {
  std::chrono::seconds time{60};
  // Address space that the child may take beyond the server's [bytes]; sanitizers know no limit.
  uint64_t memory = uint64_t{4} << 30;
};

class BackgroundCheck {
 public:
  using Work = std::function<void(const CheckJob&, const CheckSinks&)>;
  BackgroundCheck() = default;
  explicit BackgroundCheck(BackgroundLimits limits, Work work = Check)
      : limits_(limits), work_(std::move(work)) {}
  BackgroundCheck(const BackgroundCheck&) = delete;
  auto operator=(const BackgroundCheck&) -> BackgroundCheck& = delete;
  ~BackgroundCheck() { Stop(); }

  // False if no process could be made.
  auto Start(CheckJob job) -> bool;
  void Stop();
  [[nodiscard]] auto is_running() const -> bool { return child_ > 0; }
  // Readable when there is something to take; -1 while nothing runs.
  [[nodiscard]] auto descriptor() const -> int { return pipe_; }
  [[nodiscard]] auto job() const -> const CheckJob& { return job_; }
  // Reads what is there. The diagnostics so far, once the check is done; if it came to a bad end, with one
  // that says so at the class it was at.
  auto TryFinish() -> std::optional<Json>;
  [[nodiscard]] auto IsLate() const -> bool;
  // The diagnostic for a check that could not begin.
  static auto NotStarted() -> Json;

 private:
  auto TakeResult() -> Json;
  auto WaitForEnd() -> std::string;
  [[nodiscard]] auto LateText() const -> std::string;

  BackgroundLimits limits_;
  Work work_ = Check;
  CheckJob job_;
  pid_t child_ = -1;
  int pipe_ = -1;
  std::string received_;
  // The class that was begun last.
  Json at_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace kerf::lsp
