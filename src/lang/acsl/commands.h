// Run-time commands of ACSL: SET, PREPARE, OUTPUT, START, CONTIN, DISPLAY, RANGE, PRINT, PLOT, ACTION, SAVE,
// RESTOR, REINIT, ANALYZ, SPARE, MERROR, XERROR, PROCED, STOP.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diag/diag.h"
#include "source/buffers.h"

namespace kerf::acsl {

enum class CommandKind : uint8_t {
  Set,
  Prepare,
  Output,
  Start,
  Contin,
  Display,
  Range,
  Print,
  Plot,
  // ACTION 'VAR' = time, 'VAL' = value, 'LOC' = name
  Action,
  // What is known of the program and its last run, under a name.
  Save,
  Restore,
  // The states as they are begin the next run.
  Reinit,
  // 'JACOBIAN', 'EIGEN', 'TRIM'
  Analyse,
  // Processor time since the last one.
  Spare,
  // Relative and absolute limits of errors.
  RelativeError,
  AbsoluteError,
  Stop
};

struct Command {
  CommandKind kind = CommandKind::Stop;
  diag::Span span;
  // Variables, as written; `x(2)` is `x[2]`.
  std::vector<std::string> names;
  // SET x = 2.5 and options such as 'NCIOUT' = 10, in lower case.
  std::vector<std::pair<std::string, double>> values;
  // SET TITLE = 'text'.
  std::string title;
  // 'LOC' = name and the like, and texts alone, in lower case.
  std::vector<std::pair<std::string, std::string>> words;
  std::vector<std::string> options;
  // PREPARE 'CLEAR' and PREPARE 'ALL'.
  bool clears = false;
  bool takes_all = false;
};

// The commands in the order in which they are to be done: the names of PROCEDs stand for their contents.
// Commands that nobody knows, and those with mistakes, are told and left out; nothing if no sense can be made
// of the rest.
auto ReadCommands(source::BufferId buffer, const source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<std::vector<Command>>;

}  // namespace kerf::acsl
