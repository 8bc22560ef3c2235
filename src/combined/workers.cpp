// See workers.h.
#include "combined/workers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <thread>

namespace kerf::combined {

namespace {

auto WriteAll(int pipe, const char* bytes, size_t n) -> bool {
  while (n > 0) {
    const ssize_t written = write(pipe, bytes, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    n -= static_cast<size_t>(written);
  }
  return true;
}

// Asks now and then whether it is to go on.
auto ReadAll(int pipe, char* bytes, size_t n, const std::function<bool()>& should_stop) -> bool {
  constexpr int kAskEvery = 100;  // [ms]
  while (n > 0) {
    if (should_stop && should_stop()) return false;
    pollfd ready{pipe, POLLIN, 0};
    if (poll(&ready, 1, kAskEvery) == 0) continue;
    const ssize_t got = read(pipe, bytes, n);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    n -= static_cast<size_t>(got);
  }
  return true;
}

// The life of a process; it ends without what the end of a program does elsewhere.
[[noreturn]] void Work(int pipe, uint32_t first, uint32_t step, uint32_t n_tasks,
                       const std::function<std::string(uint32_t)>& work) {
  int status = 0;
  try {
    for (uint64_t task = first; task < n_tasks && status == 0; task += step) {
      const std::string answer = work(static_cast<uint32_t>(task));
      const size_t size = answer.size();
      const bool is_sent = WriteAll(pipe, reinterpret_cast<const char*>(&size), sizeof size) &&
                           WriteAll(pipe, answer.data(), size);
      if (!is_sent) status = 1;
    }
  } catch (const std::exception&) {
    status = 1;
  }
  _exit(status);
}

}  // namespace

Workers::Workers(uint32_t n_workers, uint32_t n_tasks, const std::function<std::string(uint32_t)>& work)
    : processes_(n_workers) {
  for (uint32_t worker = 0; worker < n_workers; ++worker) Start(worker, n_tasks, work);
}

void Workers::Start(uint32_t worker, uint32_t n_tasks, const std::function<std::string(uint32_t)>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const pid_t id = fork();
  if (id == 0) {
    close(ends[0]);
    // Who reads from nobody any more must not be kept alive by a brother.
    for (const Process& other : processes_) {
      if (other.pipe >= 0) close(other.pipe);
    }
    Work(ends[1], worker, static_cast<uint32_t>(processes_.size()), n_tasks, work);
  }
  close(ends[1]);
  if (id < 0) {
    close(ends[0]);
    return;
  }
  processes_[worker] = {id, ends[0]};
}

Workers::~Workers() {
  for (Process& process : processes_) End(process);
}

void Workers::End(Process& process) {
  if (process.id < 0) return;
  close(process.pipe);
  kill(process.id, SIGKILL);
  while (waitpid(process.id, nullptr, 0) < 0 && errno == EINTR) continue;
  process = {};
}

auto Workers::Take(uint32_t task, const std::function<bool()>& should_stop) -> std::optional<std::string> {
  Process& process = processes_[task % processes_.size()];
  if (process.id < 0) return std::nullopt;
  size_t size = 0;
  std::string answer;
  if (ReadAll(process.pipe, reinterpret_cast<char*>(&size), sizeof size, should_stop)) {
    answer.resize(size);
    if (ReadAll(process.pipe, answer.data(), size, should_stop)) return answer;
  }
  End(process);
  return std::nullopt;
}

auto WorkersFor(uint32_t n_tasks) -> uint32_t {
  return std::min(std::max(1U, std::thread::hardware_concurrency()), n_tasks);
}

}  // namespace kerf::combined
