// Translating a model, compiling the program and running it, each in a folder of its own.
#pragma once

#include <string>
#include <vector>

#include "table.h"

namespace kerf::targets_test {

// A language with its compiler or interpreter.
struct Tool {
  std::string target;
  std::string extension;
  // The tool itself, to see whether it is there.
  std::string program;
  // What makes RESULT of SOURCE, in the words of a shell; EXE may be used for a program.
  std::string command;
};

auto Tools() -> const std::vector<Tool>&;
auto IsThere(const Tool& tool) -> bool;

class Workplace {
 public:
  Workplace();
  Workplace(const Workplace&) = delete;
  auto operator=(const Workplace&) -> Workplace& = delete;
  ~Workplace();

  [[nodiscard]] auto Path(const std::string& name) const -> std::string { return folder_ + "/" + name; }
  // Runs kerf in this process; what it says about mistakes, "" if all went well.
  static auto Kerf(const std::vector<std::string>& arguments) -> std::string;
  // Translates with these arguments and runs; what went wrong, or "". The result is in `table`.
  auto Run(const Tool& tool, std::vector<std::string> arguments, Table& table) -> std::string;

 private:
  std::string folder_;
};

}  // namespace kerf::targets_test
