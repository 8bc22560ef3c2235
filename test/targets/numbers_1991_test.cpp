// The reference numbers of the programs of 1991, from every way that leads to them: the DYMOLA source, the
// generated ACSL program through the reader, and the generated C, Fortran and Octave programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "run_program.h"

namespace kerf::targets_test {
namespace {

struct Number {
  double time;
  std::string name;
  // Its name in the ACSL program, which shortens names.
  std::string acsl;
  double value;
};

struct Example {
  std::string name;
  double stop;
  int intervals;
  // Options that stand for the control file, for targets other than ACSL.
  std::vector<std::string> options;
  std::vector<Number> numbers;
  // The last digit that is printed.
  double digit = 1e-6;
};

auto Examples() -> const std::vector<Example>& {
  static const std::vector<Example> kExamples = {{"rlcb",
                                                  2e-5,
                                                  100,
                                                  {"--input", "u=10"},
                                                  {{2e-6, "y1", "y1", 1.164676},
                                                   {5e-6, "y2", "y2", 0.0791844},
                                                   {1e-5, "y1", "y1", 1.662535},
                                                   {2e-5, "y1", "y1", 1.666656},
                                                   {2e-5, "L1.f", "l1xf", 0.633333}}},
                                                 {"network",
                                                  5e-5,
                                                  1000,
                                                  {"--input", "u=10"},
                                                  {{5e-6, "y1", "y1", 0.269346},
                                                   {5e-6, "y2", "y2", 0.004868},
                                                   {2e-5, "y1", "y1", 0.342271},
                                                   {5e-5, "y1", "y1", 0.487556},
                                                   {5e-5, "y2", "y2", 0.004830},
                                                   {5e-5, "L.f", "lxf", 0.098431}}},
                                                 {"hydraulic",
                                                  0.2,
                                                  100,
                                                  {"--input", "thset=1"},
                                                  {{0.02, "thetam", "thetam", 0.156553},
                                                   {0.06, "thetam", "thetam", 1.109528},
                                                   {0.1, "thetam", "thetam", 0.905855},
                                                   {0.2, "thetam", "thetam", 0.938762}}},
                                                 {"cabsys",
                                                  2000,
                                                  2000,
                                                  {"--input", "Vdes=15", "--input", "Fext=100"},
                                                  {{1, "radius", "radius", 1.199986},
                                                   {10, "veloc", "veloc", 3.056810},
                                                   {500, "veloc", "veloc", 13.794069},
                                                   {2000, "omega", "omega", 18.862106}}}};
  return kExamples;
}

auto Source(const Example& example, const std::string& extension) -> std::string {
  return std::string(KERF_SOURCE_DIR) + "/test/acceptance/dymola1991/" + example.name + extension;
}

auto Lower(std::string text) -> std::string {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// Case does not count: a generated program may spell names in another way.
auto Column(const Table& table, const std::string& name) -> const std::vector<double>* {
  for (const auto& [known, values] : table.columns) {
    if (Lower(known) == Lower(name)) return &values;
  }
  return nullptr;
}

void Expect(const Table& table, const Example& example, const std::string& way) {
  const std::vector<double>* times = Column(table, "time");
  ASSERT_NE(times, nullptr) << way;
  for (const Number& number : example.numbers) {
    const std::vector<double>* values = Column(table, way == "acsl" ? number.acsl : number.name);
    ASSERT_NE(values, nullptr) << way << ": " << number.name;
    const auto is_there = [&](double t) { return std::abs(t - number.time) < 1e-9 * example.stop; };
    const auto at = std::find_if(times->begin(), times->end(), is_there);
    ASSERT_NE(at, times->end()) << way << ": " << number.time;
    const double value = (*values)[static_cast<size_t>(at - times->begin())];
    EXPECT_NEAR(value, number.value, example.digit * std::max(1.0, std::abs(number.value)))
        << way << ": " << number.name << " at " << number.time;
  }
}

class Numbers1991 : public testing::TestWithParam<size_t> {
 protected:
  [[nodiscard]] static auto example() -> const Example& { return Examples()[GetParam()]; }
};

TEST_P(Numbers1991, FromTheSource) {
  Workplace workplace;
  std::vector<std::string> arguments = {"simulate",     Source(example(), ".dym"),
                                        "--experiment", Source(example(), ".act"),
                                        "--tolerance",  "1e-10",
                                        "--output",     workplace.Path("r.csv")};
  ASSERT_EQ(Workplace::Kerf(arguments), "");
  Expect(ReadTable(workplace.Path("r.csv")), example(), "source");
}

TEST_P(Numbers1991, FromTheAcslProgram) {
  Workplace workplace;
  ASSERT_EQ(Workplace::Kerf({"translate", Source(example(), ".dym"), "--to", "acsl", "--experiment",
                             Source(example(), ".act"), "-o", workplace.Path("program.csl")}),
            "");
  ASSERT_EQ(Workplace::Kerf({"simulate", workplace.Path("program.csl"), "--tolerance", "1e-10", "--output",
                             workplace.Path("r.csv")}),
            "");
  Expect(ReadTable(workplace.Path("r.csv")), example(), "acsl");
}

void FromProgram(const Example& example, const std::string& target) {
  const auto& tools = Tools();
  const auto tool = std::ranges::find(tools, target, &Tool::target);
  if (!IsThere(*tool)) GTEST_SKIP() << tool->program << " is not installed";
  Workplace workplace;
  // Octave's programs are interpreted: as precise as the numbers ask for, and no more.
  std::vector<std::string> arguments = {
      Source(example, ".dym"),           "--stop",      fmt::format("{}", example.stop),      "--intervals",
      std::to_string(example.intervals), "--tolerance", target == "octave" ? "1e-8" : "1e-10"};
  arguments.insert(arguments.end(), example.options.begin(), example.options.end());
  Table table;
  ASSERT_EQ(workplace.Run(*tool, arguments, table), "");
  Expect(table, example, target);
}

TEST_P(Numbers1991, FromTheCProgram) { FromProgram(example(), "c"); }
TEST_P(Numbers1991, FromTheFortranProgram) { FromProgram(example(), "fortran"); }
TEST_P(Numbers1991, FromTheOctaveProgram) { FromProgram(example(), "octave"); }

INSTANTIATE_TEST_SUITE_P(All, Numbers1991, testing::Range(size_t{0}, Examples().size()),
                         [](const auto& parameter) { return Examples()[parameter.param].name; });

}  // namespace
}  // namespace kerf::targets_test
