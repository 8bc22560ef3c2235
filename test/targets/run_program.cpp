// Tools are called by the shell; their messages are part of what a failing test says.
#include "run_program.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver/io.h"

namespace kerf::targets_test {

namespace {

void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

auto ReadAll(const std::string& file) -> std::string {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

}  // namespace

auto Tools() -> const std::vector<Tool>& {
  static const std::vector<Tool> kTools = {
      {"c", "c", "gcc", "gcc -std=c99 -Wall -Wextra -pedantic -Werror -O1 SOURCE -o EXE -lm && EXE > RESULT"},
      {"fortran", "f90", "gfortran",
       "gfortran -std=f2008 -Wall -Wno-zerotrip -Werror -O1 SOURCE -o EXE && EXE > RESULT"},
      {"fortran77", "f", "gfortran", "gfortran -std=legacy -O1 SOURCE -o EXE && EXE > RESULT"},
      {"octave", "m", "octave-cli", "octave-cli --norc SOURCE > RESULT"}};
  return kTools;
}

auto IsThere(const Tool& tool) -> bool {
  return std::system(("command -v " + tool.program + " > /dev/null 2>&1").c_str()) == 0;
}

Workplace::Workplace() {
  std::string name = (std::filesystem::temp_directory_path() / "kerf-targets-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) folder_ = name;
}

Workplace::~Workplace() {
  std::error_code error;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, error);
}

auto Workplace::Kerf(const std::vector<std::string>& arguments) -> std::string {
  std::string errors;
  std::istringstream in;
  driver::Io io;
  io.out = [](std::string_view) {};
  io.err = [&](std::string_view text) { errors += text; };
  io.in = &in;
  const int code = driver::Main(arguments, io);
  return code == 0 ? "" : "kerf: " + errors;
}

auto Workplace::Run(const Tool& tool, std::vector<std::string> arguments, Table& table) -> std::string {
  const std::string source = Path("program." + tool.extension);
  arguments.insert(arguments.begin(), "translate");
  arguments.insert(arguments.end(), {"--to", tool.target, "-o", source});
  if (std::string errors = Kerf(arguments); !errors.empty()) return errors;
  std::string command = "(" + tool.command + ") 2> MESSAGES";
  ReplaceAll(command, "SOURCE", source);
  ReplaceAll(command, "EXE", Path("program.exe"));
  ReplaceAll(command, "RESULT", Path(tool.target + ".csv"));
  ReplaceAll(command, "MESSAGES", Path("messages"));
  if (std::system(command.c_str()) != 0) return command + ": " + ReadAll(Path("messages"));
  table = ReadTable(Path(tool.target + ".csv"));
  return "";
}

}  // namespace kerf::targets_test
