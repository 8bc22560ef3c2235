// Rows at communication points and at the end; some programs are started by run-time commands, which list
// what they are asked for.
#include "acsl.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "acsl_interpreter.h"
#include "acsl_model.h"
#include "driver/io.h"
#include "run_program.h"

namespace kerf::torture {

namespace {

using targets_test::ReadTable;
using targets_test::Table;
using targets_test::Workplace;

constexpr double kAcslTolerance = 3e-5;
// DISPLAY has six digits.
constexpr double kDisplayTolerance = 2e-4;

auto IsClose(double a, double b, double tolerance) -> bool {
  return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

class Acsl : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "acsl"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} rows and {} values by commands compared, {} not judged", n_rows_, n_displayed_,
                       n_skipped_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    const AcslProgram program = RandomAcsl(rng);
    by_commands_ = rng.Chance(0.2);
    const char* const solvers[] = {"cvode", "cvode", "dopri5", "radau", "auto"};
    solver_ = solvers[rng.Below(5)];
    if (ProblemOf(program, true).empty()) return std::nullopt;
    AcslProgram smaller = program;
    smaller.parts = Minimise<AcslPart>(program.parts, [&](const std::vector<AcslPart>& parts) {
      AcslProgram fewer = program;
      fewer.parts = parts;
      return !ProblemOf(fewer, false).empty();
    });
    return Disagreement{{{"m.csl", TextOf(smaller)}}, ProblemOf(smaller, false)};
  }

 private:
  static auto GivenOf(const AcslProgram& program) -> std::map<std::string, double> {
    std::map<std::string, double> given = program.given;
    std::erase_if(given, [&](const auto& value) {
      return std::ranges::none_of(program.parts, [&](const AcslPart& part) {
        return value.first == fmt::format("p{}", part.number);
      });
    });
    return given;
  }

  auto ProblemOf(const AcslProgram& program, bool is_counted) -> std::string {
    if (program.parts.empty()) return "";
    const std::string text = TextOf(program);
    const auto given = GivenOf(program);
    const InterpretedRun expected = interpreter_.Run(text, given);
    if (!expected.error.empty()) return "the interpreter: " + expected.error;
    Workplace workplace;
    std::ofstream(workplace.Path("m.csl")) << text;
    std::string problem = Compare(workplace, expected, given, is_counted, solver_);
    if (problem.empty() && by_commands_) problem = Commands(workplace, expected, given, is_counted);
    // A crossing that another method finds elsewhere, or at the end of the run, is not for this kind to
    // judge.
    const char* const other = solver_ == "radau" ? "cvode" : "radau";
    if (problem.empty() || by_commands_ || !Compare(workplace, expected, given, false, other).empty())
      return problem;
    if (is_counted) ++n_skipped_;
    return "";
  }

  auto Compare(const Workplace& workplace, const InterpretedRun& expected,
               const std::map<std::string, double>& given, bool is_counted, const std::string& solver)
      -> std::string {
    std::vector<std::string> arguments = {
        "simulate", workplace.Path("m.csl"), "--interpret", "--tolerance", "1e-9", "--solver", solver,
        "--output", workplace.Path("r.csv")};
    std::string command = fmt::format("kerf simulate m.csl --tolerance 1e-9 --solver {}", solver);
    for (const auto& [name, value] : given) {
      arguments.insert(arguments.end(), {"--set", fmt::format("{}={}", name, value)});
      command += fmt::format(" --set {}={}", name, value);
    }
    if (std::string error = Workplace::Kerf(arguments); !error.empty()) return command + "\n" + error;
    const Table table = ReadTable(workplace.Path("r.csv"));
    const std::string differences = Differences(expected, table, is_counted);
    return differences.empty() ? "" : command + "\n" + differences;
  }

  auto Differences(const InterpretedRun& expected, const Table& table, bool is_counted) -> std::string {
    const std::vector<double>& times = table.columns.at("time");
    const std::vector<double>& wanted_times = expected.columns.at("t");
    std::string found;
    if (times.empty() || !IsClose(times.back(), wanted_times.back(), kAcslTolerance))
      return fmt::format("the run ends at {} instead of {}", times.empty() ? NAN : times.back(),
                         wanted_times.back());
    for (size_t k = 0; k < wanted_times.size(); ++k) {
      size_t row = times.size();
      const bool is_end = k + 1 == wanted_times.size();
      for (size_t r = 0; r < times.size() && !is_end; ++r) {
        if (std::abs(times[r] - wanted_times[k]) <= 1e-9) row = r;
      }
      if (is_end) row = times.size() - 1;
      if (row == times.size()) return fmt::format("no row at {}", wanted_times[k]);
      n_rows_ += is_counted ? 1 : 0;
      for (const auto& [name, values] : expected.columns) {
        const auto column = table.columns.find(name);
        // Constants are no columns, and neither are counters of loops.
        if (column == table.columns.end()) continue;
        if (!IsClose(column->second[row], values[k], kAcslTolerance) && found.size() < 600)
          found += fmt::format("{} at {}: {} instead of {}\n", name, wanted_times[k], column->second[row],
                               values[k]);
      }
    }
    for (const auto& [name, values] : expected.columns) {
      if (name[0] == 'y' && !table.columns.contains(name)) found += name + " is not among the results\n";
    }
    return found;
  }

  auto Commands(const Workplace& workplace, const InterpretedRun& expected,
                const std::map<std::string, double>& given, bool is_counted) -> std::string {
    std::string commands;
    for (const auto& [name, value] : given) commands += fmt::format("SET {} = {}\n", name, value);
    commands += "PREPARE t\nSTART\nDISPLAY t";
    for (const auto& [name, values] : expected.columns) {
      if (name[0] == 'y' || name[0] == 'x') commands += ", " + name;
    }
    std::ofstream(workplace.Path("m.cmd")) << commands << "\n";
    std::string out;
    std::string errors;
    std::istringstream in;
    driver::Io io;
    io.out = [&](std::string_view text) { out += text; };
    io.err = [&](std::string_view text) { errors += text; };
    io.in = &in;
    const int code = driver::Main({"simulate", workplace.Path("m.csl"), "--interpret", "--tolerance", "1e-9",
                                   "--commands", workplace.Path("m.cmd")},
                                  io);
    if (code != 0) return commands + errors;
    std::istringstream lines(out);
    std::string name;
    std::string value;
    size_t n = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      if (!(words >> name >> value) || (words >> name)) continue;
      const auto wanted = expected.columns.find(name);
      if (wanted == expected.columns.end()) continue;
      ++n;
      if (!IsClose(std::stod(value), wanted->second.back(), kDisplayTolerance))
        return fmt::format("{}\n{} is {} instead of {}", commands, name, value, wanted->second.back());
    }
    n_displayed_ += is_counted ? n : 0;
    return n > 1 ? "" : commands + "nothing is displayed:\n" + out;
  }

  AcslInterpreter interpreter_;
  bool by_commands_ = false;
  std::string solver_ = "cvode";
  uint64_t n_rows_ = 0;
  uint64_t n_displayed_ = 0;
  uint64_t n_skipped_ = 0;
};

}  // namespace

auto MakeAcsl() -> std::unique_ptr<Kind> { return std::make_unique<Acsl>(); }

}  // namespace kerf::torture
