// A check in a child process. It sees the state of the moment it began; it can be stopped at any time, and
// if a model brings it down, or it takes too long, the server lives on.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

#include "lsp/check.h"

namespace kerf::lsp {

class BackgroundCheck {
 public:
  BackgroundCheck() = default;
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
  // Reads what is there. The diagnostics so far, once the check is done.
  auto TryFinish() -> std::optional<Json>;
  [[nodiscard]] auto IsLate() const -> bool;

 private:
  auto TakeResult() -> Json;

  CheckJob job_;
  pid_t child_ = -1;
  int pipe_ = -1;
  std::string received_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace kerf::lsp
