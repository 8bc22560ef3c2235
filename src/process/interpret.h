// The reference interpreter of routines.
#pragma once

#include <memory>

#include "process/executable.h"
#include "process/program.h"

namespace kerf::process {

// The program must outlive it.
auto MakeInterpreter(const Program& program) -> std::unique_ptr<Executable>;

// The value of an operator; truth values are 0 and 1.
auto Apply(expr::Op op, double x) -> double;
auto Apply(expr::Op op, double x, double y) -> double;

// The place of element `subscript` of 1 … size, or kNone.
auto PlaceOf(double subscript, uint32_t size) -> uint32_t;

}  // namespace kerf::process
