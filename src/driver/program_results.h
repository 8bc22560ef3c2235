// Result files of the runs of a combined program, and reports of what it has gathered.
#pragma once

#include <string>
#include <vector>

#include "combined/engine.h"
#include "driver/io.h"

namespace kerf::driver {

// Writes what a run stored, with the points before and after events. Where there are several runs each has a
// file of its own: r.csv, r-2.csv, r-3.csv ….
class ProgramResults {
 public:
  ProgramResults(const process::Program& program, const std::vector<std::string>& files,
                 diag::Emitter& emitter)
      : program_(program), files_(files), emitter_(emitter) {}
  void Take(const combined::RunRecord& run, size_t number);
  // Says what was written. False if something could not be, which is emitted.
  auto Finish(const Io& io) -> bool;

 private:
  const process::Program& program_;
  const std::vector<std::string>& files_;
  diag::Emitter& emitter_;
  size_t n_rows_ = 0;
  size_t n_runs_ = 0;
  bool is_good_ = true;
};

// Graphs of these variables behind those that the program asks for itself. False if one is not there.
auto AddPanels(process::Program& program, const std::vector<std::string>& panels, diag::Emitter& emitter)
    -> bool;

auto CheckReportFiles(const std::vector<std::string>& files, diag::Emitter& emitter) -> bool;
// Statistics, histograms and time plots of the last run, .html, .json or .txt.
auto WriteReports(const process::Program& program, const combined::Engine& engine,
                  const std::vector<std::string>& files, const Io& io, diag::Emitter& emitter) -> bool;

}  // namespace kerf::driver
