// The program `kerf`.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "base/guarded_call.h"
#include "base/terminal_text.h"
#include "driver/io.h"
#include "results/open_files.h"

auto main(int argc, char** argv) -> int {
  kerf::driver::Io io;
  const auto print = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  io.out = print;
  // What goes to files and other programs stays as it is.
  if (isatty(STDOUT_FILENO) != 0)
    io.out = [print](std::string_view text) { print(kerf::base::ForTerminal(text)); };
  io.err = [](std::string_view text) {
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);
  };
  io.in = &std::cin;
  io.is_interactive = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  io.has_terminal = isatty(STDERR_FILENO) != 0;
  // Results are kept whatever happens, and a file that gets too large is a failure to write like others.
  kerf::base::SetLastAct(kerf::results::FlushOpenFiles);
  std::signal(SIGXFSZ, SIG_IGN);
  int code = 1;
  try {
    code = kerf::driver::Main({argv + 1, argv + argc}, io);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "kerf: the memory is used up\n");
  } catch (const std::exception&) {
    // What libraries say of themselves helps nobody who reads it.
    std::fprintf(stderr, "kerf: internal error; please report the command and the model\n");
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "kerf: standard output cannot be written\n");
    return code == 0 ? 1 : code;
  }
  return code;
}
