// Compiles a model text and simulates it, as `kerf simulate` does.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kind.h"
#include "sim/simulate.h"
#include "transform/work.h"

namespace kerf::torture {

struct TextRun {
  // Compiled and run to the end.
  bool ok = false;
  // Messages of the compiler and of the run, one a line.
  std::string messages;
  bool has_warnings = false;
  // What goes with the messages, one a line.
  std::string notes;
  // Values of all variables at the end, by full name, aliases included.
  std::map<std::string, double> final_values;
  sim::Outcome outcome;
  // What of the flat model the results do not satisfy (flat_check.h); empty if all is well.
  std::string flat_problem;
};

struct TextRequest {
  ModelText model;
  sim::Settings settings;
  std::vector<transform::GivenValue> starts;
  std::vector<transform::GivenValue> values;
  // Check the results against the equations of the flat model; needs settings.keep_all.
  bool checks_flat = false;
  // At the start as well, with the equations that hold there only.
  bool checks_start = false;
  // Not a run but the equations at its start, with other variables known and sought, as `kerf steady` and
  // `kerf solve` do. Only `final_values` come of it.
  transform::Problem problem = transform::Problem::Simulation;
  std::vector<std::string> known, unknown;
};

auto RunText(const TextRequest& request) -> TextRun;
// A variable at a time of the table, or not a number.
auto ValueAt(const TextRun& run, const std::string& name, double time) -> double;

}  // namespace kerf::torture
