// NOSORT sections, continuous routines, runs backwards and what INTEGRAT says, against closed forms and
// against the same program written in another way.
#include <gtest/gtest.h>

#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

// A spring that is stiffer on one side: equations of it in the ways that there are.
auto Spring(const std::string& routine, const std::string& equations) -> std::string {
  return "PROGRAM SPRING;\nVAR STATE X, V; ALGEBR F, S; REAL K, X0;\n" + routine +
         "EXPERIMENT INITCOND X = 1.0; SIMULATE FROM 0.0 TO 20.0 COMINT = 0.1 END;\n"
         "SYSTEM INITIAL K := 4.0; X0 := 0.25 END; CONTINUOUS X' = V; " +
         equations + " END END\nEND .\n";
}

TEST(ContinuousSide, FourWaysToTheSameJumps) {
  const std::string with_function = Spring("", "S = X0 - X; F = INSW(S, 1.0, 3.0); V' = F*K*S");
  const std::string with_section =
      Spring("", "NOSORT S := X0; S := S - X; IF S >= 0.0 THEN F := 3.0 ELSE F := 1.0; V' := F*K*S END");
  const std::string with_routine = Spring(
      "CONTINUOUS FUNCTION SIDE (REAL S): REAL;\n  BEGIN SIDE := 3.0; IF S < 0.0 THEN SIDE := SIDE/3.0 "
      "END;\n",
      "S = X0 - X; F = SIDE(S); V' = F*K*S");
  const std::string with_subroutine = Spring(
      "CONTINUOUS SUBROUTINE SIDE (REAL F, S <- REAL X0, X);\n"
      "  BEGIN S := X0 - X; IF S >= 0.0 THEN F := 3.0 ELSE F := 1.0 END;\n",
      "SIDE (F, S <- X0, X); V' = F*K*S");
  const auto first = RunText(with_function);
  ASSERT_TRUE(first->ok);
  const auto& wanted = first->engine->runs()[0];
  EXPECT_GT(wanted.statistics.state_events, 3);
  for (const std::string& text : {with_section, with_routine, with_subroutine}) {
    const auto ran = RunText(text);
    ASSERT_TRUE(ran->ok) << text;
    EXPECT_TRUE(ran->mistakes.all.empty()) << ran->mistakes.all[0].text;
    EXPECT_EQ(ran->engine->runs()[0].statistics.state_events, wanted.statistics.state_events) << text;
    EXPECT_NEAR(ran->Value(0, "X"), first->Value(0, "X"), 1e-8);
    EXPECT_NEAR(ran->Value(0, "V"), first->Value(0, "V"), 1e-8);
    EXPECT_NEAR(ran->Value(0, "F"), first->Value(0, "F"), 1e-8);
  }
}

// A use in a branch that is not at work demands nothing, and keeps its events for itself.
TEST(ContinuousSide, BranchesAreAsked) {
  const auto ran = RunText(
      "PROGRAM P;\nVAR STATE X; ALGEBR Y; INTEGER MODE; TEVENT T;\n"
      "CONTINUOUS FUNCTION ROOT (REAL X): REAL; VAR REAL A RANGE 0.0..10.0; BEGIN A := X; ROOT := SQRT(A) "
      "END;\n"
      "EXPERIMENT INITCOND X = -1.0; SIMULATE FROM 0.0 TO 2.0 END;\n"
      "SYSTEM INITIAL MODE := 1; SCHEDULE T AT 1.5 END;\n"
      "CONTINUOUS X' = 1.0; CASE MODE OF 1: Y = 0.0 END; 2: Y = ROOT(X) END END END;\n"
      "DISCRETE EVENTS T: MODE := 2 END END END\nEND\nEND .\n");
  ASSERT_TRUE(ran->ok);
  EXPECT_NEAR(ran->Value(0, "Y"), 1, 1e-9);
}

TEST(ContinuousSide, BackwardsIsForwardsTurned) {
  const auto text = [](double from, double to) {
    return fmt::format(
        "PROGRAM P;\nVAR STATE X, V; REAL SUM, D; INTEGER N; SEVENT UP; TEVENT T;\n"
        "EXPERIMENT INITCOND X = {}, V = {}; SIMULATE FROM {} TO {} END;\n"
        "SYSTEM INITIAL N := 0; SUM := 0.0; D := {}; SCHEDULE T AT TIME + D END;\n"
        "CONTINUOUS X' = V; V' = -X; CONDIT UP: X CROSSES 0.0 END END;\n"
        "DISCRETE EVENTS UP: N := N + 1 END; T: SUM := SUM + X; SCHEDULE T AT TIME + D END END END\nEND\nEND "
        ".\n",
        std::sin(from), std::cos(from), from, to, to < from ? -0.25 : 0.25);
  };
  const auto forward = RunText(text(0.125, 9.125));
  const auto backward = RunText(text(9.125, 0.125));
  ASSERT_TRUE(forward->ok && backward->ok);
  EXPECT_NEAR(backward->Value(0, "X"), std::sin(0.125), 1e-8);
  EXPECT_EQ(backward->Value(0, "N"), forward->Value(0, "N"));
  // Both add the same points but for the ends, which the one has and the other not.
  EXPECT_NEAR(forward->Value(0, "SUM") - std::sin(9.125), backward->Value(0, "SUM") - std::sin(0.125), 1e-7);
  std::vector<double> times = forward->EventTimes(0);
  EXPECT_EQ(times.size(), backward->EventTimes(0).size());
  EXPECT_EQ(backward->engine->runs()[0].start, 9.125);
  EXPECT_EQ(backward->engine->runs()[0].end, 0.125);
  for (size_t k = 1; k < backward->EventTimes(0).size(); ++k)
    EXPECT_LE(backward->EventTimes(0)[k], backward->EventTimes(0)[k - 1]);
}

// A run that goes on keeps its direction.
TEST(ContinuousSide, BackwardsItGoesOn) {
  const auto ran = RunText(
      "PROGRAM P;\nVAR STATE X; INTEGER N;\n"
      "EXPERIMENT INITCOND X = 1.0; SIMULATE FROM 1.0 TO 0.0 END;\n"
      "SYSTEM INITIAL N := 0 END; CONTINUOUS X' = X END;\n"
      "TERMINAL N := N + 1; IF N < 3 THEN CONTN END\nEND\nEND .\n");
  ASSERT_TRUE(ran->ok);
  ASSERT_EQ(ran->engine->runs().size(), 3);
  EXPECT_NEAR(ran->Value(2, "X"), std::exp(-3), 1e-9);
  EXPECT_EQ(ran->engine->runs()[2].end, -2);
}

TEST(ContinuousSide, RiccatiCostsWhatItPromises) {
  const auto ran = RunExample("riccati");
  ASSERT_TRUE(ran->ok);
  const double root = std::sqrt(2.0);
  const double p0 = std::sinh(2 * root) / (root * std::cosh(2 * root) - std::sinh(2 * root));
  EXPECT_NEAR(ran->Value(0, "P"), p0, 1e-7);
  EXPECT_NEAR(ran->Value(1, "COST"), 9 * p0, 1e-4);
  EXPECT_GE(ran->Value(1, "COST"), 9 * p0 - 1e-7);
}

// The command line goes before the program.
TEST(ContinuousSide, WhoSaysHowExact) {
  const std::string text =
      "PROGRAM P;\nVAR STATE X, V; REAL LONGEST;\n"
      "EXPERIMENT INTEGRAT METHOD RKF5 RRERR = 1.0E-3 AAERR = 1.0E-3 DTMAX = 0.25; INITCOND X = 1.0;\n"
      "SIMULATE FROM 0.0 TO 10.0; LONGEST := STEPLEVEL(1.0) END;\n"
      "SYSTEM CONTINUOUS X' = V; V' = -X END END\nEND .\n";
  const auto error = [&](const Options& options) {
    const auto ran = RunOnce(text, options);
    return std::abs(ran->engine->runs()[0].cells[ran->program.variables[0].first] - std::cos(10.0));
  };
  const auto n_steps = [&](const Options& options) {
    const auto ran = RunOnce(text, options);
    return ran->engine->runs()[0].statistics.steps;
  };
  Options exact;
  exact.tolerance = 1e-11;
  exact.absolute_tolerance = 1e-11;
  EXPECT_GT(error({}), 1e-7);
  EXPECT_LT(error(exact), 1e-8);
  Options short_steps;
  short_steps.largest_step = 0.01;
  EXPECT_GE(n_steps({}), 40);
  EXPECT_GE(n_steps(short_steps), 1000);
  Options free;
  free.largest_step = 0.0;
  EXPECT_LT(n_steps(free), 40);
}

TEST(ContinuousSide, AlarmsAreMeasured) {
  const std::string text =
      "PROGRAM P;\nVAR STATE X, Y;\n"
      "EXPERIMENT FRAME INTEGRAT ALARMS RRERR = 1.0E-4; INITCOND X = 1.0; SIMULATE FROM 0.0 TO 5.0 END;\n"
      "FRAME SIMULATE FROM 0.0 TO 5.0 END END;\n"
      "SYSTEM CONTINUOUS X' = X; Y' = -Y END END\nEND .\n";
  const auto measured = RunOnce(text, {});
  ASSERT_TRUE(measured->ok);
  ASSERT_TRUE(measured->engine->runs()[0].alarms.has_value());
  EXPECT_NEAR(measured->engine->runs()[0].alarms->reliability.ff5, 1, 1e-6);
  EXPECT_FALSE(measured->engine->runs()[1].alarms.has_value());
}

}  // namespace

}  // namespace kerf::combined
