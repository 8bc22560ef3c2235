// See breach.h.
#include "pipeline/breach.h"

#include <cstdio>
#include <cstdlib>

namespace kerf::pipeline {

void Breach(const std::string& text) {
  std::fprintf(stderr, "kerf: internal error after a pass: %s. Please report this with the model.\n",
               text.c_str());
  std::abort();
}

}  // namespace kerf::pipeline
