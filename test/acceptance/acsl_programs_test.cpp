// ACSL programs as their users wrote them, against second answers (acsl/check.py); and what `translate --to
// modelica` makes of them, against the programs.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/caseless_names.h"
#include "driver/io.h"

namespace {

namespace fs = std::filesystem;

auto Folder() -> fs::path { return fs::path(KERF_SOURCE_DIR) / "test/acceptance/acsl"; }

auto Programs() -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(Folder())) {
    if (entry.path().extension() == ".csl") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

// Final values and statistics of a run.
auto Simulated(const std::string& file, const std::vector<std::string>& more) -> nlohmann::json {
  std::string out;
  std::string err;
  kerf::driver::Io io;
  io.out = [&](std::string_view text) { out += text; };
  io.err = [&](std::string_view text) { err += text; };
  std::vector<std::string> words = {"simulate", file, "--json", "--tolerance", "1e-8"};
  words.insert(words.end(), more.begin(), more.end());
  EXPECT_EQ(kerf::driver::Main(words, io), 0) << err;
  return nlohmann::json::parse(out, nullptr, false);
}

struct Expected {
  std::string name;
  double value = 0;
  double tolerance = 0;
};

struct Answers {
  std::vector<Expected> program;
  // With all equations integrated together, where sections are integrated apart; otherwise the same.
  std::vector<Expected> together;
  // Of the first run, where TERMINAL asks for more: a Modelica model is one run.
  std::vector<Expected> first;
  // Of run-time commands in the file .cmd beside the program, displayed with six digits.
  std::vector<Expected> commands;
};

auto AnswersOf(const std::string& program) -> Answers {
  std::ifstream file(Folder() / (program + ".expected"));
  EXPECT_TRUE(file.good()) << "check.py has no answers for " << program;
  constexpr std::string_view kTogether = "together:";
  constexpr std::string_view kCommand = "command:";
  constexpr std::string_view kFirst = "first:";
  Answers answers;
  for (Expected one; file >> one.name >> one.value >> one.tolerance;) {
    const bool is_together = one.name.starts_with(kTogether);
    const bool is_command = one.name.starts_with(kCommand);
    if (is_together) one.name.erase(0, kTogether.size());
    if (is_command) one.name.erase(0, kCommand.size());
    const bool is_first = one.name.starts_with(kFirst);
    if (is_first) one.name.erase(0, kFirst.size());
    (is_together  ? answers.together
     : is_command ? answers.commands
     : is_first   ? answers.first
                  : answers.program)
        .push_back(one);
  }
  if (answers.together.empty()) answers.together = answers.program;
  return answers;
}

void Compare(const nlohmann::json& run, const std::vector<Expected>& expected, const std::string& what) {
  ASSERT_TRUE(run.contains("final")) << what;
  for (const Expected& one : expected) {
    double found = NAN;
    for (const auto& [name, value] : run["final"].items()) {
      const bool is_it = kerf::base::LowerCase(name) == kerf::base::LowerCase(one.name);
      if (is_it && value.is_number()) found = value.get<double>();
    }
    EXPECT_NEAR(found, one.value, one.tolerance * std::max(1.0, std::abs(one.value)))
        << what << ": " << one.name;
  }
}

// The first line of a listing that has the name, and its number.
auto Displayed(const std::string& listing, const std::string& name) -> double {
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    double value = NAN;
    if (words >> first && first == name && words >> value && !(words >> first)) return value;
  }
  return NAN;
}

TEST(AcslCommands, ShowTheirNumbers) {
  int n_programs = 0;
  for (const std::string& name : Programs()) {
    const std::string file = (Folder() / (name + ".csl")).string();
    if (!fs::exists(Folder() / (name + ".cmd"))) continue;
    ++n_programs;
    std::string out;
    std::string err;
    kerf::driver::Io io;
    io.out = [&](std::string_view text) { out += text; };
    io.err = [&](std::string_view text) { err += text; };
    EXPECT_EQ(kerf::driver::Main({"simulate", file, "--commands", "--tolerance", "1e-8"}, io), 0) << err;
    const Answers answers = AnswersOf(name);
    EXPECT_FALSE(answers.commands.empty());
    for (const Expected& one : answers.commands) {
      EXPECT_NEAR(Displayed(out, one.name), one.value, one.tolerance * std::max(1.0, std::abs(one.value)))
          << one.name << "\n"
          << out;
    }
  }
  EXPECT_GT(n_programs, 0);
}

class AcslPrograms : public testing::TestWithParam<std::string> {};

TEST_P(AcslPrograms, HaveTheirNumbers) {
  const std::string name = GetParam();
  const std::string file = (Folder() / (name + ".csl")).string();
  const Answers answers = AnswersOf(name);
  EXPECT_FALSE(answers.program.empty());
  const nlohmann::json run = Simulated(file, {});
  Compare(run, answers.program, name);
  if (run["solver"] == "multirate") Compare(Simulated(file, {"--solver", "cvode"}), answers.together, name);

  const fs::path text =
      fs::temp_directory_path() / ("kerf_" + std::to_string(getpid()) + "_acsl_" + name + ".mo");
  kerf::driver::Io io;
  io.out = [](std::string_view) {};
  std::string err;
  io.err = [&](std::string_view more) { err += more; };
  ASSERT_EQ(kerf::driver::Main({"translate", file, "--to", "modelica", "-o", text.string()}, io), 0) << err;
  const nlohmann::json model = Simulated(text.string(), {});
  fs::remove(text);
  if (run["final"].contains("run again")) return Compare(model, answers.first, name + ".mo");
  Compare(model, answers.together, name + ".mo");
  EXPECT_NEAR(model["time"].get<double>(), run["time"].get<double>(),
              1e-6 * std::max(1.0, std::abs(run["time"].get<double>())));
  EXPECT_EQ(model["statistics"]["time_events"], run["statistics"]["time_events"]);
}

INSTANTIATE_TEST_SUITE_P(All, AcslPrograms, testing::ValuesIn(Programs()),
                         [](const auto& program) { return program.param; });

}  // namespace
