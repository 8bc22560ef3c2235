// Runs a golden file in a folder of its own.
#pragma once

#include <string>

#include "golden_file.h"

namespace kerf::golden {

struct Outcome {
  // Empty if everything is as expected, else what differs.
  std::string report;
  // The same for what `--update` cannot put right: closed forms, and flat models that are not read back.
  std::string values_report;
  // The file with the texts that would hold. Closed forms are never rewritten.
  GoldenFile updated;
  bool has_failing_run = false;
};

auto RunGolden(const GoldenFile& file) -> Outcome;

}  // namespace kerf::golden
