// The façade for numbers: compile to machine code, run, and record. Tools call this.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "model/compiled_model.h"
#include "model/section_rate.h"
#include "model/tuned_start.h"
#include "results/signals.h"
#include "results/table.h"
#include "runtime/run_options.h"
#include "sim/executable.h"
#include "sim/functions.h"

namespace kerf::sim {

// The solver of models whose parts are integrated apart, each by the method and step of its own.
inline constexpr std::string_view kSectionsApart = "multirate";

using model::VariableValue;

struct Settings {
  runtime::RunOptions run;
  std::string solver = "cvode";
  // The parts of a model for kSectionsApart.
  std::vector<model::SectionRate> sections;
  Engine engine = Engine::Jit;
  // Files .csv or .mat to which all variables are streamed.
  std::vector<std::string> outputs;
  // Patterns of the variables that are recorded (base/name_pattern.h); none: all. Those kept are recorded
  // too.
  std::vector<std::string> variables;
  // Variables to keep in memory, by full name.
  std::vector<std::string> kept;
  // Keep all variables in memory.
  bool keep_all = false;
  // Values of variables, by number, from which the run begins in place of the problem of the start; none:
  // from that. Variables beyond the end of the list are 0.
  std::vector<double> start_values;
  // Values of parameters that can be tuned (model/tuned_start.h), in place of those of the model.
  std::vector<VariableValue> tuned;
  // What the problem of the start takes as given, in place of what the model says.
  std::vector<VariableValue> given;
  // Called after a run that succeeded with the model and its slots as they are at the end. A run that has to
  // be done again calls it again.
  std::function<void(const KerfModel& model, const double* w)> at_end;
  // Runs again with a tenth of the tolerance where that is cheap, and warns if the results move visibly.
  bool checks_tolerance = false;
  // What functions of the model print belongs to its output; otherwise each line becomes a note.
  bool keeps_printed = false;
  // Events after which the run ends; 0: no limit.
  uint64_t max_events = 0;
  // Protected variables of the model are recorded, too.
  bool has_protected = true;
  // Asked at each step.
  std::function<bool()> should_stop;
  // What made it so, for the message.
  std::function<std::string()> why_stopped;
  std::function<void(double fraction)> progress;
};

// An event of a run.
struct EventRecord {
  double time = 0;
  // Number of the point, among those kept, that shows the model after the event.
  size_t point = 0;
  bool is_time_event = false;
  // Conditions that caused it, by number in the model; none: what happened does not depend on one.
  std::vector<uint32_t> relations;
};

// What became of a function that the model calls: compiled or interpreted, and why, or what of it is left to
// the interpreter.
struct FunctionOutcome {
  std::string name;
  bool is_compiled = false;
  std::string reason;
};

struct Outcome {
  bool ok = false;
  runtime::RunResult run;
  // The model has asked for the end of the run when its start was found.
  bool ends_at_start = false;
  codegen::CompileStatistics compile;
  // Functions that the tape calls, and those that they call.
  std::vector<FunctionOutcome> functions;
  codegen::FunctionStatistics function_statistics;
  // What was kept, with `time` as first column; also after a failure, up to the last point.
  results::Table table;
  // Those of the run at once or step by step; they are kept where all variables are.
  std::vector<EventRecord> events;
  size_t n_points = 0;
  // Time of the last point.
  double last_time = 0;
  size_t n_signals = 0;
  // Of each result file, whether all points are in it.
  std::vector<bool> is_written;
  // Lines that the model printed.
  std::vector<std::string> printed;
  // Wall time [s].
  double compile_seconds = 0;
  // Of the functions, apart from the equations.
  double functions_seconds = 0;
  double run_seconds = 0;
  // Written by the executive at the end: the value of each variable of the model.
  std::vector<double> final_values;
};

// What can be recorded of a model: all variables, parameters as constants. Aliases share columns.
struct Recording {
  results::Layout layout;
  // Slot of each column; column 0 is time.
  std::vector<uint32_t> slots;
  // Slot of each constant; the values are known once the run has begun.
  std::vector<uint32_t> constant_slots;
};
// Which variables results have, by number.
auto RecordedVariables(const model::CompiledModel& compiled, bool has_protected) -> std::vector<bool>;
// Time alone if the settings ask for nothing: the names of a million variables cost as much as their
// equations.
auto MakeRecording(const model::CompiledModel& compiled, const Settings& settings) -> Recording;

// Runs a simulation. Everything that goes wrong is reported with the equations and source lines concerned.
auto Simulate(const model::CompiledModel& compiled, Functions& functions, const Settings& settings,
              diag::Emitter& emitter) -> Outcome;

// After a run with tuned parameters: whether the equations may be wrong for their values. A compilation that
// sees the values may solve them in another way.
auto MayNeedCompilation(const Settings& settings, const Outcome& outcome) -> bool;

// Solves the equations once, at time `time`: for steady states, initial values and design.
auto SolveOnce(const model::CompiledModel& compiled, Functions& functions, double time, Engine engine,
               diag::Emitter& emitter) -> Outcome;

// Reports a failed run in terms of the model.
void ReportFailure(const model::CompiledModel& compiled, const ModelFunctions& functions,
                   const runtime::Failure& failure, const double* w, diag::Emitter& emitter);

}  // namespace kerf::sim
