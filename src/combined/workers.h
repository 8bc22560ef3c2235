// Processes that share numbered tasks. Each begins as a copy of this one, does every so many-th task, in
// order, and sends its answers as bytes; nothing that a task changes is seen here. So code that runs for one
// task at a time needs nothing to run for several.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kerf::combined {

class Workers {
 public:
  Workers(uint32_t n_workers, uint32_t n_tasks, const std::function<std::string(uint32_t)>& work);
  // Ends those that are still at work.
  ~Workers();
  Workers(const Workers&) = delete;
  auto operator=(const Workers&) -> Workers& = delete;

  // The answer to a task; to be asked for in order. None if there is no process, it has come to grief, or
  // nobody wants to wait any longer.
  auto Take(uint32_t task, const std::function<bool()>& should_stop = {}) -> std::optional<std::string>;

 private:
  struct Process {
    pid_t id = -1;
    int pipe = -1;
  };
  void Start(uint32_t worker, uint32_t n_tasks, const std::function<std::string(uint32_t)>& work);
  static void End(Process& process);

  std::vector<Process> processes_;
};

// One for each core, but no more than there are tasks.
auto WorkersFor(uint32_t n_tasks) -> uint32_t;

}  // namespace kerf::combined
