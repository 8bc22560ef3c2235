// Programs run from their text or from examples/cosy.
#pragma once

#include <memory>
#include <string>

#include "combined/engine.h"
#include "diag/consumers.h"

namespace kerf::combined {

struct Ran {
  source::Buffers buffers;
  diag::CollectingConsumer mistakes;
  process::Program program;
  std::unique_ptr<Engine> engine;
  bool ok = false;
  std::vector<std::string> lines;
  // A line for each event; empty with replications.
  std::vector<std::string> trace;

  // The value of a variable at the end of run k, from 0 on; of an array its element.
  [[nodiscard]] auto Value(size_t run, const std::string& name, size_t element = 0) const -> double;
  [[nodiscard]] auto EventTimes(size_t run) const -> std::vector<double>;
};

// Runs with routines as machine code from the first on, and once more with the interpreter: both must give
// the same, to the last bit.
auto RunText(const std::string& text, const Options& options = {}) -> std::unique_ptr<Ran>;
auto RunExample(const std::string& name, const Options& options = {}) -> std::unique_ptr<Ran>;
// Runs once, as the options say.
auto RunOnce(const std::string& text, Options options) -> std::unique_ptr<Ran>;
// All that a program has left, numbers with all their bits.
auto ReportOf(const Ran& ran) -> std::string;
auto ExampleText(const std::string& name) -> std::string;

}  // namespace kerf::combined
