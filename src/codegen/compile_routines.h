// Machine code for the routines of a combined program (process/routine.h): one function for each, which can
// be entered at its beginning and behind every service that may wait. Results are those of the interpreter,
// bit for bit; so are failures, since services tell them, and subscripts and endless loops go back to the
// host as well.
#pragma once

#include <memory>
#include <string>

#include "process/executable.h"
#include "process/program.h"

namespace kerf::codegen {

struct CompileRoutinesResult {
  // Null if there is an error.
  std::unique_ptr<process::Executable> routines;
  std::string error;
};

// The addresses of the services become part of the code, so that hosts must have these. The program need not
// outlive the result.
auto CompileRoutines(const process::Program& program, const process::ServiceTable& services)
    -> CompileRoutinesResult;

// The LLVM assembly text, for dumps.
auto PrintRoutineIr(const process::Program& program, const process::ServiceTable& services) -> std::string;

}  // namespace kerf::codegen
