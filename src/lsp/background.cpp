// The process and its pipe.
#include "lsp/background.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "lsp/streams.h"

namespace kerf::lsp {

namespace {

// Exit codes of the child.
constexpr int kOutOfMemory = 3;
constexpr int kException = 4;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kHasMemoryLimit = false;
#else
constexpr bool kHasMemoryLimit = true;
#endif

void LimitMemory(uint64_t bytes) {
  if (!kHasMemoryLimit || bytes == 0) return;
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= bytes) return;
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_DATA, &limit);
}

void CloseStandardStreams() {
  // What a model prints while it is evaluated must not get between the messages to the editor.
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
}

// One line of JSON for each class with mistakes, and one for each class that is begun.
[[noreturn]] void RunChild(const CheckJob& job, const BackgroundCheck::Work& work, pid_t server, int out,
                           uint64_t memory) {
  // A server that is killed takes its check with it; it may be gone already.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server) _exit(0);
  // A crash is told by its signal, without a report of its own.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
  CloseStandardStreams();
  LimitMemory(memory);
  const auto write = [out](const Json& json) {
    WriteAll(out, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  };
  try {
    work(job, {write, write});
  } catch (const std::bad_alloc&) {
    _exit(kOutOfMemory);
  } catch (const std::exception&) {
    _exit(kException);
  }
  _exit(0);
}

auto FailureJson(const Json& at, const std::string& reason) -> Json {
  const Json top = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 0}, {"character", 0}}}};
  const bool has_class = at.is_object() && at.contains("class") && at["class"].is_string();
  const std::string what =
      has_class ? fmt::format("`{}`", at["class"].get<std::string>()) : std::string("this text");
  return {{"range", has_class && at.contains("range") ? at["range"] : top},
          {"severity", 1},
          {"source", "kerf"},
          {"code", "check-failed"},
          {"message", fmt::format("the check of {} {}; the rest of the text is not checked", what, reason)}};
}

}  // namespace

auto BackgroundCheck::Start(CheckJob job) -> bool {
  Stop();
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const pid_t server = getpid();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    RunChild(job, work_, server, ends[1], limits_.memory);
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
  at_ = nullptr;
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
  return is_running() && std::chrono::steady_clock::now() - begin_ >= limits_.time;
}

auto BackgroundCheck::LateText() const -> std::string {
  return fmt::format("took longer than {} s and was stopped", limits_.time.count());
}

// How a child that has closed its pipe ended; empty if well.
auto BackgroundCheck::WaitForEnd() -> std::string {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(child_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  child_ = -1;
  if (ended < 0) return "";
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    // The system kills what takes all memory.
    if (signal == SIGKILL) return "was killed by the system, perhaps because memory ran out";
    return fmt::format("crashed ({})", strsignal(signal));
  }
  switch (WEXITSTATUS(status)) {
    case 0:            return "";
    case kOutOfMemory: return "ran out of memory";
    default:           return "ended with an internal error";
  }
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
    if (some.is_object()) at_ = some;
    if (some.is_array()) all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

auto BackgroundCheck::TryFinish() -> std::optional<Json> {
  std::string failure;
  // A child that is late may have nothing to say, and reading would wait for it.
  if (IsLate()) {
    failure = LateText();
  } else {
    std::array<char, 65536> bytes{};
    const ssize_t n = read(pipe_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) return std::nullopt;
    if (n > 0) {
      received_.append(bytes.data(), static_cast<size_t>(n));
      return std::nullopt;
    }
    failure = WaitForEnd();
  }
  Json result = TakeResult();
  if (!failure.empty()) result.push_back(FailureJson(at_, failure));
  Stop();
  return result;
}

auto BackgroundCheck::NotStarted() -> Json {
  return Json::array({FailureJson(nullptr, "could not begin: the system gives no further process")});
}

}  // namespace kerf::lsp
