// The language server on two file descriptors.
#pragma once

#include "lsp/server.h"

namespace kerf::lsp {

struct RunOptions {
  ServerOptions server;
  // Texts are checked when nothing has come for so long [ms].
  int pause = 300;
};

// Serves until `exit` or the end of the input; gives the exit code.
auto Run(int in, int out, const RunOptions& options) -> int;

}  // namespace kerf::lsp
