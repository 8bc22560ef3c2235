// By default every example is right to plotting accuracy: 0.2 % of the range of each variable, compared with
// a run of another method whose tolerance is 1e-10. accuracy.csv lists the runs and the solvers that claim
// their class: `stiff` those for stiff models, `states` those that integrate states, `all`, or names. The
// folder of a run may be a golden file: then the models are the files in it. (The methods of Fehlberg
// overlook kinks within their steps, such as those of the force of a floor that does not pull.)
// KERF_ACCURACY=all in the environment also does the slow ones.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "../own_path.h"
#include "driver/io.h"
#include "results/compare.h"
#include "results/read_result.h"

namespace kerf::driver {
namespace {

struct AccuracyCase {
  std::string folder, arguments, solvers, speed;
};

// GoogleTest would print addresses, and ctest take them for part of the name.
void PrintTo(const AccuracyCase& one, std::ostream* out) { *out << one.arguments; }

auto AccuracyCases() -> std::vector<AccuracyCase> {
  std::vector<AccuracyCase> cases;
  std::ifstream file(KERF_SOURCE_DIR "/test/acceptance/accuracy.csv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    AccuracyCase one;
    std::getline(fields, one.folder, ';');
    std::getline(fields, one.arguments, ';');
    std::getline(fields, one.solvers, ';');
    std::getline(fields, one.speed, ';');
    cases.push_back(one);
  }
  return cases;
}

auto SolversOf(const std::string& kind) -> std::vector<std::string> {
  if (kind.find(' ') != std::string::npos) {
    std::istringstream names(kind);
    return {std::istream_iterator<std::string>(names), {}};
  }
  if (kind == "stiff") return {"cvode", "ida", "radau", "auto"};
  std::vector<std::string> solvers = {"cvode",      "adams",      "dopri5", "rks", "england",
                                      "fehlberg56", "fehlberg89", "radau",  "auto"};
  if (kind == "all") solvers.emplace_back("ida");
  return solvers;
}

// The first variable of a model that runs with `arguments`; what the program says goes to `said`.
auto RunCase(const std::string& arguments, const std::string& solver, const std::string& tolerance,
             const std::string& output, std::string& said) -> bool {
  std::vector<std::string> words = {"simulate"};
  std::istringstream rest(arguments);
  for (std::string word; rest >> word;) words.push_back(word);
  for (const std::string& word : {std::string("--solver"), solver, std::string("--tolerance"), tolerance,
                                  std::string("--output"), output})
    words.push_back(word);
  Io io;
  io.out = [](std::string_view) {};
  io.err = [&](std::string_view text) { said += text; };
  return Main(words, io) == 0;
}

// Derivatives follow from the rest, constants and the rounding errors of constants have no range; sizes of
// steps are the solver's own.
auto IsCompared(const std::string& name, const std::vector<double>& column, double& least, double& range)
    -> bool {
  constexpr double kNothing = 1e-3;
  const auto [low, high] = std::ranges::minmax(column);
  least = low;
  range = high - low;
  const double size = std::max(std::abs(low), std::abs(high));
  return name.find("der") == std::string::npos && name != "DT" && range > kNothing * size && size > 1e-9;
}

// The worst difference beyond 0.2 % of the range, away from events.
auto Differences(const results::Table& tested, const results::Table& reference) -> std::string {
  std::string differences;
  for (size_t k = 1; k < reference.names.size(); ++k) {
    const auto* column = results::FindSignal(tested, reference.names[k]);
    double least = 0;
    double range = 0;
    if (column == nullptr || !IsCompared(reference.names[k], reference.columns[k], least, range)) continue;
    const auto in_ranges = [&](std::vector<double> values) {
      for (double& value : values) value = (value - least) / range;
      return values;
    };
    const results::Table one{{"time", "x"}, {tested.columns[0], in_ranges(*column)}};
    const results::Table other{{"time", "x"}, {reference.columns[0], in_ranges(reference.columns[k])}};
    const results::Comparison comparison = results::CompareTables(one, other);
    if (comparison.pass) continue;
    differences += reference.names[k] + ": " + comparison.error;
    for (const results::SignalVerdict& verdict : comparison.signals)
      differences +=
          std::to_string(100 * verdict.worst_excess) + " % at " + std::to_string(verdict.worst_time);
    differences += "\n";
  }
  return differences;
}

// Writes the files that a golden file has into the folder.
void ExtractFiles(const std::filesystem::path& golden, const std::filesystem::path& folder) {
  std::ifstream file(golden);
  std::ofstream out;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("--- ")) {
      if (out.is_open()) out << line << "\n";
      continue;
    }
    out.close();
    constexpr std::string_view kFile = "--- file ";
    if (line.starts_with(kFile)) out.open(folder / line.substr(kFile.size()));
  }
}

class Accuracy : public testing::TestWithParam<AccuracyCase> {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    out_ = OwnPath("accuracy");
    std::filesystem::create_directories(out_);
    const std::filesystem::path folder = std::filesystem::path(KERF_SOURCE_DIR) / GetParam().folder;
    const bool is_golden = folder.extension() == ".golden";
    if (is_golden) ExtractFiles(folder, out_);
    std::filesystem::current_path(is_golden ? out_ : folder);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(out_);
  }

  auto Table(const std::string& solver, const std::string& tolerance) -> results::Table {
    const std::string file = (out_ / (solver + tolerance + ".csv")).string();
    std::string said;
    EXPECT_TRUE(RunCase(GetParam().arguments, solver, tolerance, file, said)) << solver << ": " << said;
    return results::ReadResult(file).table;
  }

  std::filesystem::path before_, out_;
};

TEST_P(Accuracy, DefaultIsRightToPlottingAccuracy) {
  const char* extent = std::getenv("KERF_ACCURACY");
  if (GetParam().speed == "slow" && (extent == nullptr || std::string_view(extent) != "all"))
    GTEST_SKIP() << "slow; KERF_ACCURACY=all runs it";
  const results::Table by_radau = Table("radau", "1e-10");
  const results::Table by_cvode = Table("cvode", "1e-10");
  for (const std::string& solver : SolversOf(GetParam().solvers)) {
    const results::Table& reference = solver == "radau" ? by_cvode : by_radau;
    EXPECT_EQ(Differences(Table(solver, "1e-6"), reference), "") << solver;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Accuracy, testing::ValuesIn(AccuracyCases()), [](const auto& one) {
  std::string name = one.param.arguments.substr(0, one.param.arguments.find('.'));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name + one.param.arguments.substr(name.size() + 1, 3);
});

}  // namespace
}  // namespace kerf::driver
