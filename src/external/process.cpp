// posix_spawn with a pipe for what the program writes.
#include "external/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

// POSIX leaves the declaration to the program; glibc has it for GNU sources.
extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace kerf::external {

namespace {

auto ReadAll(int file) -> std::string {
  std::string text;
  std::array<char, 4096> part{};
  while (true) {
    const ssize_t n = read(file, part.data(), part.size());
    if (n > 0) text.append(part.data(), static_cast<size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) return text;
  }
}

auto WaitFor(pid_t child) -> int {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

auto RunProcess(const std::vector<std::string>& words) -> ProcessResult {
  ProcessResult result;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return result;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  // The list of a new program is not written to.
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  result.has_started = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (result.has_started) {
    result.output = ReadAll(ends[0]);
    result.exit_code = WaitFor(child);
  }
  close(ends[0]);
  return result;
}

}  // namespace kerf::external
