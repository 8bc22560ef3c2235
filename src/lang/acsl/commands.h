// Run-time commands of ACSL: SET, PREPARE, OUTPUT, START, CONTIN, DISPLAY, RANGE, PRINT, PLOT, PROCED, STOP.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diag/diag.h"
#include "source/buffers.h"

namespace kerf::acsl {

enum class CommandKind : uint8_t { Set, Prepare, Output, Start, Contin, Display, Range, Print, Plot, Stop };

struct Command {
  CommandKind kind = CommandKind::Stop;
  diag::Span span;
  // Variables, as written; `x(2)` is `x[2]`.
  std::vector<std::string> names;
  // SET x = 2.5 and options such as 'NCIOUT' = 10, in lower case.
  std::vector<std::pair<std::string, double>> values;
  // SET TITLE = 'text'.
  std::string title;
  // PREPARE 'CLEAR' and PREPARE 'ALL'.
  bool clears = false;
  bool takes_all = false;
};

// The commands in the order in which they are to be done: the names of PROCEDs stand for their contents.
// Nothing after mistakes, which are emitted.
auto ReadCommands(source::BufferId buffer, const source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<std::vector<Command>>;

}  // namespace kerf::acsl
