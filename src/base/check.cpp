// The end of a program that has found a mistake in itself.
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace kerf::base {

void FailCheck(const char* file, int line, const char* condition) {
  std::fprintf(stderr,
               "kerf: internal error at %s:%d: %s does not hold. Please report this with the model.\n", file,
               line, condition);
  std::abort();
}

}  // namespace kerf::base
