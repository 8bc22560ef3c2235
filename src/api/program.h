// Combined programs, and what remains of their runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/result.h"
#include "api/session.h"
#include "combined/engine.h"
#include "process/program.h"

namespace kerf::api {

// What kerf_program_load gives. A run changes the program that it is made of, so each run reads the texts
// again.
struct Program {
  Setup setup;
  session::Request request;
  // The model that the program is a process of.
  std::optional<session::Request> main;
  std::string name;
  // Cells of variables, and what they are.
  std::vector<uint32_t> cells;
  std::vector<ProgramSignal> variables;
};

// Nothing after messages.
auto TryReadProgram(const Program& program, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<process::Program>;

// What stands in the rows of runs, and where.
struct RowLayout {
  std::vector<ProgramSignal> signals;
  std::vector<uint32_t> columns;
};
auto LayoutOf(const process::Program& program) -> RowLayout;
// Of rows that hold every cell, as those of CROSSPLOT do.
auto LayoutOfAll(const process::Program& program) -> RowLayout;
auto ResultOf(const RowLayout& layout, const std::vector<std::vector<double>>& rows)
    -> std::unique_ptr<kerf_result>;

struct ExperimentRun {
  combined::RunRecord record;
  std::string given;
  std::unique_ptr<kerf_result> result;
  // Of the variables of the program, in their order.
  std::vector<double> final_values;
};

}  // namespace kerf::api

struct kerf_program {
  std::shared_ptr<const kerf::api::Program> program;
};

struct kerf_experiment {
  std::vector<kerf::api::ExperimentRun> runs;
  std::vector<kerf::combined::ReplicatedMean> means;
  std::unique_ptr<kerf_result> cross;
  std::vector<kerf::api::Message> messages;
};
