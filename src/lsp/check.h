// What is wrong with the meaning of a text: its models and blocks are flattened, the types and base classes
// of its other classes looked up.
#pragma once

#include <functional>
#include <string>

#include "lsp/snapshot.h"

namespace kerf::lsp {

struct CheckJob {
  Sources sources;
  std::string uri;
  std::string path;
  int64_t version = 0;
};

// Calls `take` with an array of diagnostics for each class that has any, without those told before.
void Check(const CheckJob& job, const std::function<void(const Json&)>& take);

}  // namespace kerf::lsp
