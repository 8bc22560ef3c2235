// The few shell commands that the manual uses. `kerf …` runs in this process; `cat FILE` prints a file; `cc
// …` and `c++ …` call the compilers; `./PROGRAM` and `$KERF/build/PROGRAM` are run; `< FILE` gives standard
// input.
#pragma once

#include <string>

namespace kerf::docs {

struct Result {
  std::string output;
  // The last exit code that was not zero.
  int exit_code = 0;
};

// Runs each line; a backslash at its end continues it. Both output streams come together in the order in
// which they were written.
auto RunScript(const std::string& script) -> Result;

// A fresh folder with copies of examples/ and library/, made the current one until the end.
class Workplace {
 public:
  Workplace();
  Workplace(const Workplace&) = delete;
  auto operator=(const Workplace&) -> Workplace& = delete;
  ~Workplace();

 private:
  std::string before_;
  std::string folder_;
};

}  // namespace kerf::docs
