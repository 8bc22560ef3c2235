// How the routines of a program are run: by the interpreter at first, and as machine code after so many runs
// of routines that making it is worth while. A number of runs, not a time, so that a run is the same each
// time; results are the same in both ways.
#pragma once

#include <memory>
#include <string>

#include "process/executable.h"
#include "process/program.h"
#include "sim/executable.h"

namespace kerf::combined {

class Routines {
 public:
  // The program must outlive this. Machine code is made before run number `compile_after`, from 0 on.
  Routines(const process::Program& program, const process::ServiceTable& services, sim::Engine engine,
           uint64_t compile_after);
  ~Routines();
  Routines(const Routines&) = delete;
  auto operator=(const Routines&) -> Routines& = delete;

  auto Run(uint32_t routine, uint32_t begin, process::Context& context, process::Host& host)
      -> process::Progress {
    if (n_until_compiled_-- == 0) Compile();
    return at_work_->Run(routine, begin, context, host);
  }
  [[nodiscard]] auto is_compiled() const -> bool { return compiled_ != nullptr; }

 private:
  void Compile();

  const process::Program& program_;
  const process::ServiceTable& services_;
  uint64_t n_until_compiled_;
  // Runs that began with the interpreter end with it.
  std::unique_ptr<process::Executable> interpreter_;
  std::unique_ptr<process::Executable> compiled_;
  process::Executable* at_work_;
};

}  // namespace kerf::combined
