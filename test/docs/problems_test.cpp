// The models of examples/problems reach the published values: problems.csv says how and how accurately.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "page.h"
#include "shell.h"

namespace kerf::docs {
namespace {

using Fields = std::vector<std::string>;

auto ReadTable(const std::string& name) -> std::vector<Fields> {
  std::vector<Fields> rows;
  std::istringstream lines(ReadFile(KERF_SOURCE_DIR "/examples/problems/" + name));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    Fields fields;
    std::istringstream rest(line);
    for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
    fields.resize(4);
    rows.push_back(std::move(fields));
  }
  return rows;
}

class ProblemTest : public testing::TestWithParam<Fields> {};

TEST_P(ProblemTest, ReachesThePublishedValues) {
  const Fields& problem = GetParam();
  const Workplace workplace;
  const Result result = RunScript("kerf simulate examples/problems/" + problem[0] + ".mo --no-units --json " +
                                  problem[3] + "\n");
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const auto json = nlohmann::json::parse(result.output.substr(result.output.find('{')));
  const double accuracy = std::stod(problem[2]);
  int n_compared = 0;
  for (const Fields& published : ReadTable("published.csv")) {
    if (published[0] != problem[0]) continue;
    const double value = std::stod(published[2]);
    const double ours = json["final"].at(published[1]);
    EXPECT_NEAR(ours, value, accuracy * (value == 0 ? 1 : std::abs(value))) << published[1];
    ++n_compared;
  }
  EXPECT_GT(n_compared, 0);
}

INSTANTIATE_TEST_SUITE_P(Examples, ProblemTest, testing::ValuesIn(ReadTable("problems.csv")),
                         [](const auto& problem) { return problem.param[0]; });

}  // namespace
}  // namespace kerf::docs
