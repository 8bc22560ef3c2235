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

struct CheckSinks {
  // Gets an array of diagnostics for each class that has any, without those told before.
  std::function<void(const Json&)> take;
  // Is told the class that comes next, {"class": name, "range": its place}, in case it is the last.
  std::function<void(const Json&)> begin = {};
};

void Check(const CheckJob& job, const CheckSinks& sinks);

}  // namespace kerf::lsp
