// Ten problems that ask for different methods.
#pragma once

#include <vector>

#include "../test/unit/runtime/test_models.h"

namespace kerf::bench {

struct Problem {
  const char* name;
  double stop;
  double tolerance;
  // The solver that gives the reference.
  const char* reference;
  runtime::testing::TestModel (*make)();
};

auto AutoProblems() -> std::vector<Problem>;

}  // namespace kerf::bench
