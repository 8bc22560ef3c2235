// EXTERNAL PROCESS, and the text in which one is defined.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// EXTERNAL PROCESS name [FROM text] [STATES = n] [DSTATES = n] [HISTORY = n]
auto Parser::ReadExternal() -> bool {
  External external;
  Take();
  Take();
  external.span = Peek().span();
  if (!ExpectName(external.name)) return false;
  if (AcceptWord("from")) {
    if (!Is(Tok::Text)) return Unexpected("the name of a file as a text");
    external.file = program_.names.lower[Take().name];
  }
  if (!ReadOption("states", external.states) || !ReadOption("dstates", external.difference_states) ||
      !ReadOption("history", external.histories))
    return false;
  program_.externals.push_back(std::move(external));
  return true;
}

// Processes, and functions and procedures that they call.
void Parser::RunExternal() {
  while (!Is(Tok::End)) {
    if (Accept(Tok::Semicolon)) continue;
    const bool is_continuous = Is(Tok::Continuous);
    if ((is_continuous || Is(Tok::Discrete)) && Peek(1).kind == Tok::Process) {
      Take();
      Take();
      ReadProcess(is_continuous);
      program_.processes.back().is_external = true;
    } else if (IsRoutine() || (is_continuous && IsRoutine(1))) {
      ReadRoutine();
      program_.routines.back().is_external = true;
    } else {
      Unexpected("a process, function or procedure");
      return;
    }
  }
}

}  // namespace kerf::cosy
