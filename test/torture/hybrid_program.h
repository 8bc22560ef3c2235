// A model as a program in C, translated, compiled and run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kind.h"

namespace kerf::torture {

struct ProgramRun {
  bool ok = false;
  std::string messages;
  std::vector<double> times;
  std::map<std::string, double> final_values;
};

// Whether there is a compiler.
auto HasCompiler() -> bool;
auto RunProgram(const ModelText& model, double stop, int intervals, double tolerance) -> ProgramRun;

}  // namespace kerf::torture
