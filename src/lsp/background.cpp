// The process and its pipe.
#include "lsp/background.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "lsp/streams.h"

namespace kerf::lsp {

namespace {

constexpr auto kMaxTime = std::chrono::seconds(60);

// One line of JSON for each class with mistakes.
[[noreturn]] void RunChild(const CheckJob& job, int out) {
  // What a model prints while it is evaluated must not get between the messages to the editor.
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
  Check(job, [out](const Json& diagnostics) {
    WriteAll(out, diagnostics.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  });
  _exit(0);
}

}  // namespace

auto BackgroundCheck::Start(CheckJob job) -> bool {
  Stop();
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    RunChild(job, ends[1]);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return false;
  }
  child_ = child;
  pipe_ = ends[0];
  job_ = std::move(job);
  received_.clear();
  begin_ = std::chrono::steady_clock::now();
  return true;
}

void BackgroundCheck::Stop() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (pipe_ >= 0) close(pipe_);
  child_ = -1;
  pipe_ = -1;
}

auto BackgroundCheck::IsLate() const -> bool {
  return is_running() && std::chrono::steady_clock::now() - begin_ > kMaxTime;
}

auto BackgroundCheck::TakeResult() -> Json {
  Json all = Json::array();
  std::string_view rest = received_;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    // The last line of a child that was stopped may be cut.
    if (end == std::string_view::npos) break;
    const Json some = Json::parse(rest.substr(0, end), nullptr, false);
    rest.remove_prefix(end + 1);
    if (!some.is_array()) continue;
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

auto BackgroundCheck::TryFinish() -> std::optional<Json> {
  // A child that is late may have nothing to say, and reading would wait for it.
  if (!IsLate()) {
    std::array<char, 65536> bytes{};
    const ssize_t n = read(pipe_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) return std::nullopt;
    if (n > 0) {
      received_.append(bytes.data(), static_cast<size_t>(n));
      return std::nullopt;
    }
  }
  Json result = TakeResult();
  Stop();
  return result;
}

}  // namespace kerf::lsp
