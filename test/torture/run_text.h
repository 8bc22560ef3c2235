// Compiles a model text and simulates it, as `kerf simulate` does.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kind.h"
#include "sim/simulate.h"

namespace kerf::torture {

struct TextRun {
  // Compiled and run to the end.
  bool ok = false;
  // Messages of the compiler and of the run, one a line.
  std::string messages;
  bool has_warnings = false;
  // Values of all variables at the end, by full name, aliases included.
  std::map<std::string, double> final_values;
  sim::Outcome outcome;
};

struct TextRequest {
  ModelText model;
  sim::Settings settings;
  std::vector<transform::GivenValue> starts;
  std::vector<transform::GivenValue> values;
};

auto RunText(const TextRequest& request) -> TextRun;

}  // namespace kerf::torture
