// kerf ratchet: one example in a process of its own, so that a crash, an endless loop or a hunger for memory
// is the end of that example only.
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

#include <fcntl.h>

#include "driver/command_ratchet.h"

namespace kerf::driver {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kReportFd = 3;

struct Ending {
  std::string output;
  int status = 0;
  bool timed_out = false;
  double seconds = 0;
  double megabytes = 0;
};

auto Arguments(const ModelJob& job) -> std::vector<std::string> {
  std::vector<std::string> arguments = {
      "kerf",        "ratchet-model",          job.name, "--stage", std::string(StageName(job.last_stage)),
      "--report-fd", std::to_string(kReportFd)};
  if (!job.reference.empty()) arguments.insert(arguments.end(), {"--reference", job.reference});
  for (const std::string& library : job.libraries) arguments.insert(arguments.end(), {"--library", library});
  for (const std::string& name : job.trust) arguments.insert(arguments.end(), {"--trust", name});
  return arguments;
}

// Between fork and exec of a program with several threads: system calls only.
[[noreturn]] void BecomeChild(int pipe_end, const ProcessLimits& limits, char* const* argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (limits.megabytes > 0) {
    const rlim_t bytes = limits.megabytes << 20U;
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_DATA, &limit);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  // What the program says before it dies is worth keeping.
  dup2(pipe_end, STDERR_FILENO);
  // A descriptor that is dup'ed to itself would stay closed on exec.
  if (pipe_end == kReportFd) {
    fcntl(kReportFd, F_SETFD, 0);
  } else {
    dup2(pipe_end, kReportFd);
  }
  execv("/proc/self/exe", argv);
  _exit(127);
}

// The value of a line "VmHWM:   1234 kB" [MB].
auto PeakMemory(pid_t pid) -> double {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  }
  return 0;
}

// Processor time of a process so far [s].
auto ProcessorTime(pid_t pid) -> double {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Reads until the end or the time limit. That is one of processor time, so that a busy machine changes
// nothing; a process that waits for ever ends, too.
void ReadOutput(int pipe_end, pid_t pid, double seconds, Ending& ending) {
  constexpr double kMostWaiting = 20;
  constexpr double kPatience = 60;
  constexpr double kSlice = 100;
  const auto begin = Clock::now();
  std::array<char, 4096> chunk;
  while (true) {
    const double left = seconds - ProcessorTime(pid);
    const double waited = std::chrono::duration<double>(Clock::now() - begin).count();
    ending.timed_out = left <= 0 || waited > kMostWaiting * seconds + kPatience;
    if (ending.timed_out) return;
    pollfd waiting{pipe_end, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::clamp(1000 * left, 1.0, kSlice)));
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    if (ready < 0) return;
    const ssize_t n = read(pipe_end, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    ending.output.append(chunk.data(), static_cast<size_t>(n));
  }
}

auto Seconds(const timeval& time) -> double {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

auto RunSelf(std::vector<std::string> arguments, const ProcessLimits& limits) -> Ending {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  Ending ending;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return ending.status = 127 << 8, ending;
  const pid_t pid = fork();
  if (pid == 0) BecomeChild(ends[1], limits, argv.data());
  close(ends[1]);
  if (pid > 0) {
    ReadOutput(ends[0], pid, limits.seconds, ending);
    if (ending.timed_out) {
      ending.megabytes = PeakMemory(pid);
      kill(pid, SIGKILL);
    }
    rusage usage{};
    while (wait4(pid, &ending.status, 0, &usage) < 0 && errno == EINTR) {
    }
    ending.seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  } else {
    ending.status = 127 << 8;
  }
  close(ends[0]);
  return ending;
}

// Lines that begin with @ are reports; the rest was said on standard error.
void ReadReport(const std::string& output, ExampleRun& run, std::string& said, bool& is_done) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "@stage") {
      std::string name;
      words >> name;
      run.row.stage = TryStage(name).value_or(run.row.stage);
    } else if (key == "@size") {
      words >> run.row.unknowns >> run.row.equations;
    } else if (key == "@memory") {
      words >> run.megabytes;
    } else if (key == "@error" && run.row.error.empty()) {
      words >> run.row.error >> std::ws;
      std::getline(words, run.text);
    } else if (key == "@done") {
      is_done = true;
    } else if (!line.empty() && key[0] != '@') {
      said = line;
    }
  }
}

}  // namespace

auto RunExample(const ModelJob& job, const ProcessLimits& limits) -> ExampleRun {
  const Ending ending = RunSelf(Arguments(job), limits);
  ExampleRun run;
  std::string said;
  bool is_done = false;
  run.row.name = job.name;
  ReadReport(ending.output, run, said, is_done);
  run.seconds = ending.seconds;
  run.megabytes = std::max(run.megabytes, ending.megabytes);
  if (is_done || run.row.error == "memory-limit") return run;
  run.text = said;
  if (ending.timed_out) {
    run.row.error = "time-limit";
    run.text = "did not end in time";
  } else if (WIFSIGNALED(ending.status)) {
    const char* name = sigabbrev_np(WTERMSIG(ending.status));
    run.row.error = std::string("crash-") + (name == nullptr ? "unknown" : name);
  } else {
    run.row.error = WEXITSTATUS(ending.status) == 127 ? "cannot-start" : "ended-early";
  }
  return run;
}

}  // namespace kerf::driver
