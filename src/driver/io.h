// Where a command reads and writes: the process's streams, or a test's strings.
#pragma once

#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::driver {

struct Io {
  std::function<void(std::string_view)> out;
  std::function<void(std::string_view)> err;
  std::istream* in = nullptr;
  // A person sits at standard input, respectively reads standard error.
  bool is_interactive = false;
  bool has_terminal = false;
};

// Runs `kerf arguments…` and returns the exit code: 0 fine, 1 the model or the run has errors, 2 wrong usage.
auto Main(const std::vector<std::string>& arguments, Io& io) -> int;

}  // namespace kerf::driver
