// Starts a program and waits for it.
#pragma once

#include <string>
#include <vector>

namespace kerf::external {

struct ProcessResult {
  bool has_started = false;
  // -1 if a signal ended it.
  int exit_code = -1;
  // What it wrote to standard output and standard error.
  std::string output;
};

// `words[0]` is looked for in the folders of PATH. The program gets no standard input.
auto RunProcess(const std::vector<std::string>& words) -> ProcessResult;

}  // namespace kerf::external
