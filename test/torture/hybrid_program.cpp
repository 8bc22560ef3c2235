// The program is compiled without optimisation, which takes longer than its run.
#include "hybrid_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver/io.h"

namespace kerf::torture {

namespace {

auto Contents(const std::filesystem::path& path) -> std::string {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

auto Cells(const std::string& line) -> std::vector<std::string> {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) {
    std::erase(cell, '"');
    cells.push_back(cell);
  }
  return cells;
}

void ReadResults(const std::filesystem::path& path, ProgramRun& run) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = Cells(line);
  std::vector<std::string> last;
  while (std::getline(in, line)) {
    last = Cells(line);
    if (last.size() == names.size()) run.times.push_back(std::strtod(last.front().c_str(), nullptr));
  }
  for (size_t k = 0; k < names.size() && k < last.size(); ++k)
    run.final_values[names[k]] = std::strtod(last[k].c_str(), nullptr);
}

}  // namespace

auto HasCompiler() -> bool {
  static const bool kHas = std::system("command -v cc > /dev/null 2>&1") == 0;
  return kHas;
}

auto RunProgram(const ModelText& model, double stop, int intervals, double tolerance) -> ProgramRun {
  ProgramRun run;
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("kerf_torture_program_{}", getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / model.name) << model.text;
  std::istringstream in;
  driver::Io io;
  io.out = [](std::string_view) {};
  io.err = [&](std::string_view text) { run.messages += text; };
  io.in = &in;
  const std::string base = (folder / "program").string();
  const int code = driver::Main({"translate", (folder / model.name).string(), "--to", "c", "-o", base + ".c",
                                 "--stop", fmt::format("{}", stop), "--intervals", std::to_string(intervals),
                                 "--tolerance", fmt::format("{}", tolerance)},
                                io);
  const std::string command =
      fmt::format("(cc -O0 -w {0}.c -o {0}.exe -lm && timeout 60 {0}.exe > {0}.csv) 2> {0}.txt", base);
  if (code == 0) {
    run.ok = std::system(command.c_str()) == 0;
    run.messages += Contents(base + ".txt");
    ReadResults(base + ".csv", run);
  }
  std::filesystem::remove_all(folder);
  return run;
}

}  // namespace kerf::torture
