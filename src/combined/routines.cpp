// See routines.h.
#include "combined/routines.h"

#include <limits>

#include "base/check.h"
#include "codegen/compile_routines.h"
#include "process/interpret.h"

namespace kerf::combined {

Routines::Routines(const process::Program& program, const process::ServiceTable& services, sim::Engine engine,
                   uint64_t compile_after)
    : program_(program),
      services_(services),
      n_until_compiled_(engine == sim::Engine::Jit ? compile_after : std::numeric_limits<uint64_t>::max()),
      interpreter_(process::MakeInterpreter(program)),
      at_work_(interpreter_.get()) {}

Routines::~Routines() = default;

void Routines::Compile() {
  n_until_compiled_ = std::numeric_limits<uint64_t>::max();
  codegen::CompileRoutinesResult made = codegen::CompileRoutines(program_, services_);
  // Nothing that a program contains makes LLVM refuse the code.
  KERF_CHECK(made.routines != nullptr);
  compiled_ = std::move(made.routines);
  at_work_ = compiled_.get();
}

}  // namespace kerf::combined
