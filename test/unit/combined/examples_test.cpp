// The worked examples of Cellier's thesis with the numbers that independent computations give for them.
#include <gtest/gtest.h>

#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

void ExpectNear(double value, double expected, double relative) {
  EXPECT_NEAR(value, expected, relative * std::max(1.0, std::abs(expected)));
}

auto Replace(std::string text, const std::string& what, const std::string& by) -> std::string {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

TEST(Examples, Chopper) {
  const auto ran = RunExample("chopper");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  const std::vector<double> times = ran->EventTimes(0);
  ASSERT_EQ(times.size(), 164U);
  const std::vector<double> first = {0.440446164, 0.447605015, 0.472149905, 0.479597811, 0.501485897};
  for (size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(times[k], first[k], 1e-9);
  EXPECT_NEAR(times.back(), 2.993567156, 1e-9);
  ExpectNear(ran->Value(0, "IL"), 1946.350254, 1e-8);
  ExpectNear(ran->Value(0, "ISP"), -5625.175386, 1e-8);
  ExpectNear(ran->Value(0, "UC"), 1781.896024, 1e-8);
  ExpectNear(ran->Value(0, "UZ"), 1184.522785, 1e-8);
  double gap = 1;
  for (size_t k = 1; k < times.size(); ++k) gap = std::min(gap, times[k] - times[k - 1]);
  EXPECT_NEAR(gap, 0.0059917, 1e-7);
}

// Inverse Hermite interpolation needs a third of the evaluations at most.
TEST(Examples, ChopperByBisection) {
  Options options;
  options.tolerance = 1e-3;
  const auto hermite = RunExample("chopper", options);
  const auto bisection = RunText(Replace(ExampleText("chopper"), "IHERMITE", "BISECT"), options);
  ASSERT_TRUE(hermite->ok && bisection->ok);
  EXPECT_EQ(hermite->EventTimes(0).size(), 164U);
  EXPECT_EQ(bisection->EventTimes(0).size(), 164U);
  const auto evaluations = [](const Ran& ran) { return ran.engine->runs()[0].statistics.rhs_evaluations; };
  EXPECT_LE(3 * evaluations(*hermite), evaluations(*bisection));
}

TEST(Examples, VanDerPol) {
  const auto ran = RunExample("van-der-pol");
  ASSERT_TRUE(ran->ok);
  const std::vector<std::pair<double, double>> ends = {
      {0.61244690, -1.24526676}, {-1.07050627, 2.10910665}, {1.83371041, 1.16545289},
      {0.90381001, 4.16142754},  {0.85201931, 7.56970607},  {-1.48137919, -3.37043863},
      {-1.92514279, 0.03931084}, {-1.79571483, 0.90623967}, {-1.41298317, 1.19198140},
      {-1.15956862, 1.29804335}, {-1.60989696, 1.10453908}};
  ASSERT_EQ(ran->engine->runs().size(), ends.size());
  for (size_t k = 0; k < ends.size(); ++k) {
    EXPECT_NEAR(ran->Value(k, "X1"), ends[k].first, 2e-6) << k;
    EXPECT_NEAR(ran->Value(k, "X2"), ends[k].second, 2e-6) << k;
  }
}

TEST(Examples, BarbershopBothWays) {
  const auto events = RunExample("barbershop-events");
  const auto process = RunExample("barbershop-process");
  ASSERT_TRUE(events->ok && process->ok);
  const RunRecord& a = events->engine->runs()[0];
  const RunRecord& b = process->engine->runs()[0];
  EXPECT_EQ(a.end, b.end);
  for (size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(a.collects[k].values.mean, b.collects[k].values.mean);
    EXPECT_EQ(a.collects[k].values.n, 100U);
  }
  EXPECT_EQ(a.time_values[0].mean, b.time_values[0].mean);
}

// Expectations over many replications, from an independent program.
TEST(Examples, BarbershopInTheMean) {
  Options options;
  options.n_replications = 1000;
  const auto ran = RunExample("barbershop-process", options);
  ASSERT_TRUE(ran->ok);
  const std::vector<std::pair<std::string, double>> means = {
      {"TIQUE", 70.5}, {"TISYS", 85.5}, {"BUSY", 0.926}, {"end time", 1625}};
  for (const auto& [name, mean] : means) {
    const auto found = std::ranges::find(ran->engine->estimates(), name, &ReplicatedMean::name);
    ASSERT_NE(found, ran->engine->estimates().end());
    EXPECT_TRUE(found->interval.Contains(mean))
        << name << " " << found->values.mean << " ± " << found->interval.half_width;
  }
}

TEST(Examples, Ejection) {
  const auto ran = RunExample("ejection");
  ASSERT_TRUE(ran->ok);
  const std::vector<double> heights = {0,     0,     0,     150,   3300,  5550,  7650, 9450,
                                       10950, 12150, 13200, 14100, 15000, 15750, 16500};
  const auto& rows = ran->engine->cross_rows();
  ASSERT_EQ(rows.size(), heights.size());
  const auto cell = [&](const std::string& name) {
    return std::ranges::find(ran->program.variables, name, &process::Variable::name)->first;
  };
  for (size_t k = 0; k < heights.size(); ++k) {
    EXPECT_EQ(rows[k][cell("VA")], 30 + 15.0 * static_cast<double>(k));
    EXPECT_EQ(rows[k][cell("H")], heights[k]);
  }
  // 126 runs of the search, the one that ends it, and the last with storing on.
  EXPECT_EQ(ran->engine->runs().size(), 128U);
  EXPECT_NEAR(ran->EventTimes(0)[0], 0.103528, 1e-6);
  EXPECT_NEAR(ran->engine->runs()[0].end, 1.531768, 1e-6);
  EXPECT_NEAR(ran->Value(0, "Y"), 6.630715, 2e-5);
  EXPECT_TRUE(ran->engine->runs()[0].rows.empty());
  EXPECT_FALSE(ran->engine->runs().back().rows.empty());
}

TEST(Examples, DryFriction) {
  const auto ran = RunExample("dry-friction");
  ASSERT_TRUE(ran->ok);
  const std::vector<double> times = {0.64350111, 3.70984628, 3.78509376, 6.85143894,
                                     6.92668642, 9.99303159, 10.06827907};
  const std::vector<double> found = ran->EventTimes(0);
  ASSERT_EQ(found.size(), times.size());
  for (size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(found[k], times[k], 1e-7);
}

TEST(Examples, OneModuleInBothCausalities) {
  const auto ran = RunExample("rlc-modules");
  ASSERT_TRUE(ran->ok);
  EXPECT_NEAR(ran->Value(0, "UQ"), ran->Value(0, "UQ2"), 1e-9);
  EXPECT_NEAR(ran->Value(0, "UL"), ran->Value(0, "UL2"), 1e-9);
}

TEST(Examples, Heating) {
  const auto ran = RunExample("heating");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  const std::vector<double> times = {1,        2.38762, 10.53785, 11.17142, 13,
                                     16.87232, 25,      25.98121, 34.04401, 34.67555};
  const std::vector<double> found = ran->EventTimes(0);
  ASSERT_EQ(found.size(), times.size());
  for (size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(found[k], times[k], 1e-5) << k;
  EXPECT_NEAR(ran->Value(0, "U", 0), 25.5756, 1e-4);
  EXPECT_NEAR(ran->Value(0, "U", 10), 24.4240, 1e-4);
}

// More points and better formulas: the numbers of 33 points.
TEST(Examples, HeatingOnAFinerGrid) {
  const auto ran = RunText(Replace(ExampleText("heating"), "N = 11", "N = 33"));
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  const std::vector<double> times = {1,        2.38733, 10.52668, 11.16152, 13,
                                     16.85747, 25,      25.98208, 34.03447, 34.66728};
  const std::vector<double> found = ran->EventTimes(0);
  ASSERT_EQ(found.size(), times.size());
  for (size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(found[k], times[k], 1e-5) << k;
}

auto DominoAt(double distance) -> double {
  std::string text = ExampleText("domino");
  const size_t begin = text.find("  MINIMIZE");
  const size_t end = text.find("  D := (Z/PI)*ATAN(DMOD) + Z/2.0 + X; V := 1.0/PIEVA;");
  text.replace(begin, end - begin,
               "  DMOD := TAN((D - Z/2.0 - X)*PI/Z);\n  SIMULATE FROM 0.0 TO FINISH;\n PIEVA := 1.0/V;\n");
  text.insert(begin, fmt::format("D := {:.17g};\n", distance));
  const auto ran = RunText(text);
  EXPECT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  return ran->ok ? ran->Value(0, "V") : 0;
}

TEST(Examples, Domino) {
  EXPECT_NEAR(DominoAt(0.02147), 0.627692, 1e-6);
  EXPECT_NEAR(DominoAt(0.010), 0.449733, 1e-6);
  EXPECT_NEAR(DominoAt(0.050), 0.328889, 1e-6);
  const auto best = RunExample("domino");
  ASSERT_TRUE(best->ok);
  const RunRecord& last = best->engine->runs().back();
  EXPECT_NEAR(best->Value(best->engine->runs().size() - 1, "V"), 0.628488, 2e-6);
  EXPECT_NEAR(best->Value(best->engine->runs().size() - 1, "D"), 0.020414, 2e-5);
  EXPECT_EQ(last.n_events, 110U);
}

}  // namespace

}  // namespace kerf::combined
