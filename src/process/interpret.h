// The reference interpreter of routines.
#pragma once

#include "process/program.h"

namespace kerf::process {

struct Progress {
  Flow flow = Flow::Go;
  // Where the routine goes on after a wait.
  uint32_t next = 0;
  // The instruction that failed or stopped it.
  uint32_t at = 0;
};

// Runs a routine from instruction `begin` on, until its end, a wait, a stop or a failure. `registers` is
// scratch memory of at least n_registers values.
auto Interpret(const Program& program, const Routine& routine, uint32_t begin, Context& context, Host& host,
               double* registers) -> Progress;

// The value of an operator; truth values are 0 and 1.
auto Apply(expr::Op op, double x) -> double;
auto Apply(expr::Op op, double x, double y) -> double;

}  // namespace kerf::process
