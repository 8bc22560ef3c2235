// Runs command lines of Kerf, each in a child of its own that starts in a moment because everything is loaded
// already. Each line of standard input is a folder and the words of a command, with tabs between; the answer
// is a line with the exit code (negative: the signal), the processor time [s] and the memory [KiB] that it
// took. Standard error of the command goes to the file `stderr` in the folder. For mutate_programs.py.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "driver/io.h"

namespace {

struct Limits {
  rlim_t seconds = 20;
  rlim_t megabytes = 2048;
};

void Limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit limit{soft, hard};
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

void Redirect(const char* file, int flags, int to) {
  const int from = open(file, flags, 0666);
  if (from >= 0) dup2(from, to);
}

// As in main.cpp of the driver.
auto RunMain(const std::vector<std::string>& words) -> int {
  kerf::driver::Io io;
  io.out = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  io.err = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); };
  io.in = &std::cin;
  try {
    return kerf::driver::Main(words, io);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "kerf: the memory is used up\n");
  }
  return 1;
}

[[noreturn]] void RunChild(const std::vector<std::string>& words, const Limits& limits) {
  constexpr rlim_t kMegabyte = rlim_t{1} << 20;
  Limit(RLIMIT_CORE, 0, 0);
  Limit(RLIMIT_CPU, limits.seconds, limits.seconds + 5);
  Limit(RLIMIT_DATA, limits.megabytes * 3 / 2 * kMegabyte, limits.megabytes * 3 / 2 * kMegabyte);
  Limit(RLIMIT_FSIZE, 256 * kMegabyte, 256 * kMegabyte);
  if (chdir(words[0].c_str()) != 0) std::_Exit(125);
  setenv("HOME", words[0].c_str(), 1);
  Redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  Redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
  Redirect("stderr", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  // What waits for something that never comes takes no processor time.
  alarm(static_cast<unsigned>(10 * limits.seconds));
  // As in main.cpp.
  signal(SIGXFSZ, SIG_IGN);
  const int code = RunMain({words.begin() + 1, words.end()});
  std::fflush(nullptr);
  std::_Exit(code);
}

auto Seconds(const timeval& time) -> double {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

auto main(int argc, char** argv) -> int {
  Limits limits;
  if (argc > 1) limits.seconds = std::strtoul(argv[1], nullptr, 10);
  if (argc > 2) limits.megabytes = std::strtoul(argv[2], nullptr, 10);
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> words;
    for (size_t at = 0; at <= line.size();) {
      const size_t tab = std::min(line.find('\t', at), line.size());
      words.push_back(line.substr(at, tab - at));
      at = tab + 1;
    }
    const pid_t child = fork();
    if (child == 0) RunChild(words, limits);
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child) return 1;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    std::printf("%d %.3f %ld\n", code, Seconds(usage.ru_utime) + Seconds(usage.ru_stime), usage.ru_maxrss);
    std::fflush(stdout);
  }
  return 0;
}
