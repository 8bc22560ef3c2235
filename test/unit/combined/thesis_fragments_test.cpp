// The smaller examples of Cellier's thesis (chapters V to VII), as programs with numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "run_program.h"

namespace kerf::combined {

namespace {

// Equations and what belongs to them, run from 0 to `end`.
auto RunParts(const std::string& declarations, const std::string& system, const std::string& experiment)
    -> std::unique_ptr<Ran> {
  auto ran = RunText(fmt::format("PROGRAM P;\n{}\nEXPERIMENT {} END;\nSYSTEM {} END END .\n", declarations,
                                 experiment, system));
  EXPECT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  return ran;
}

// x = 3y - 5u, y = -2x + 3u: x = 4u/7, y = 13u/7, solved before the run.
TEST(ThesisFragments, LinearLoop) {
  const auto ran = RunParts("VAR ALGEBR X, Y, U; STATE S;",
                            "CONTINUOUS U = 7.0 + TIME; X = 3.0*Y - 5.0*U; Y = -2.0*X + 3.0*U; S' = X END",
                            "SIMULATE FROM 0.0 TO 2.0");
  EXPECT_NEAR(ran->Value(0, "X"), 4.0 * 9 / 7, 1e-12);
  EXPECT_NEAR(ran->Value(0, "Y"), 13.0 * 9 / 7, 1e-12);
  EXPECT_NEAR(ran->Value(0, "S"), 4.0 / 7 * (14 + 2), 1e-8);
}

TEST(ThesisFragments, ImplicitLoop) {
  const auto ran =
      RunParts("VAR ALGEBR X, Y; STATE S;",
               "CONTINUOUS IMPLICIT (X, Y <- ; MAX = 30); TOLERANCE X = 0.01, Y = 1.0E-3; START Y = 1.0; "
               "BEGIN X = COS(Y); Y = 0.5*SIN(X) + 0.3 END; S' = X END",
               "SIMULATE FROM 0.0 TO 1.0");
  const double x = ran->Value(0, "X");
  const double y = ran->Value(0, "Y");
  EXPECT_NEAR(x, std::cos(y), 1e-9);
  EXPECT_NEAR(y, 0.5 * std::sin(x) + 0.3, 1e-9);
  EXPECT_NEAR(ran->Value(0, "S"), x, 1e-9);
}

// The eigenvectors of the heat equation on a grid decay with their eigenvalues.
TEST(ThesisFragments, HeatMacro) {
  for (const int n : {3, 10}) {
    const auto ran = RunText(fmt::format(R"(PROGRAM P;
MACRO HEAT (U <- SIGMA, UUL, UUR, CONST NR);
  MACVAR ARRAY [vNRv] OF STATE U;
  MACCONTIN
    U[1]' = SIGMA*(U[2] - 2.0*U[1] + UUL);
    MACFOR I := 2 TO NR-1 DO U[vIv]' = SIGMA*(U[vI+1v] - 2.0*U[vIv] + U[vI-1v]); MACEND;
    U[vNRv]' = SIGMA*(UUR - 2.0*U[vNRv] + U[vNR-1v])
  MACEND
MACEND;
CONST REAL PI = 3.14159265358979;
VAR REAL SIGMA, UUL, UUR; INTEGER I;
EXPERIMENT SIMULATE FROM 0.0 TO 0.5 END;
SYSTEM
  INITIAL SIGMA := 2.0; UUL := 0.0; UUR := 0.0; FOR I := 1 TO {0} DO U[I] := SIN(PI*I/({0} + 1.0)) END;
  CONTINUOUS HEAT (U <- SIGMA, UUL, UUR, {0}) END
END
END .
)",
                                         n));
    ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
    const double half = std::sin(std::numbers::pi / (2.0 * (n + 1)));
    const double decay = std::exp(-2.0 * 4 * half * half * 0.5);
    for (int i = 1; i <= n; ++i)
      EXPECT_NEAR(ran->Value(0, "U", static_cast<size_t>(i - 1)),
                  decay * std::sin(std::numbers::pi * i / (n + 1)), 1e-8);
  }
}

// The motor approaches 2000 and is loaded at 1500, whereupon it approaches 1000.
TEST(ThesisFragments, MotorLoadedAtSpeed) {
  const auto ran = RunParts("VAR STATE OMEGA; REAL TL; SEVENT EV1;",
                            "INITIAL OMEGA := 0.0; TL := 0.0 END;"
                            "CONTINUOUS OMEGA' = 2.0*(2000.0 - OMEGA) - 10.0*TL;"
                            "  CONDIT EV1: OMEGA CROSSES 1500.0 POS TOL = 1.0E-3 END END;"
                            "DISCRETE EVENTS EV1: TL := 200.0 END END END",
                            "SIMULATE FROM 0.0 TO 3.0");
  const double crossing = std::log(4.0) / 2;
  ASSERT_EQ(ran->EventTimes(0).size(), 1U);
  EXPECT_NEAR(ran->EventTimes(0)[0], crossing, 1e-8);
  EXPECT_NEAR(ran->Value(0, "OMEGA"), 1000 + 500 * std::exp(-2 * (3 - crossing)), 1e-5);
}

TEST(ThesisFragments, SomeOfManyCars) {
  const auto ran = RunExample("cars");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  // The first two leave the road after 1 and 2, the others begin at 3, 4 and 5.
  const std::vector<double> ways = {10, 40, 30 * 7, 40 * 6, 50 * 5};
  for (size_t k = 0; k < ways.size(); ++k) EXPECT_NEAR(ran->Value(0, "S", k), ways[k], 1e-7) << k;
}

// Constants in declarations, ranked files with records, an array of states.
TEST(ThesisFragments, DataDefinitions) {
  const auto ran = RunText(R"(PROGRAM P;
CONST INTEGER MAXENT = 10, MAXSTOR = 20, ARRDIM = 25;
TYPE ENTRY = RECORD REAL EVTIME; INTEGER EVCODE, REACTNBR; REAL ACCBPROCT, LSTARTT END;
     INFO = RECORD INTEGER DUMMY, CODE; REAL STORTIM END;
VAR FILE OF MAXENT ENTRY: EVENTFILE; FILE OF MAXSTOR INFO RANKED LVF ON STORTIM: PRIOQUEUE;
    FILE OF MAXSTOR INFO RANKED FIFO: WAITQUEUE; ARRAY [ARRDIM] OF STATE CONC; INTEGER I, FIRST, RANKED;
EXPERIMENT SIMULATE FROM 0.0 TO 1.0 END;
SYSTEM
  INITIAL
    FOR I := 1 TO ARRDIM DO CONC[I] := I;
    FOR I := 1 TO 3 DO
    BEGIN
      INSERT PRIOQUEUE WHERE CODE := I; STORTIM := 10.0 - I END;
      INSERT WAITQUEUE WHERE CODE := I; STORTIM := 10.0 - I END
    END;
    REMOVE PRIOQUEUE; RANKED := CODE; REMOVE WAITQUEUE; FIRST := CODE
  END;
  CONTINUOUS FOR I := 1 TO ARRDIM DO CONC[I]' = -CONC[I] END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_EQ(ran->Value(0, "RANKED"), 3);
  EXPECT_EQ(ran->Value(0, "FIRST"), 1);
  for (size_t k = 0; k < 25; ++k)
    EXPECT_NEAR(ran->Value(0, "CONC", k), static_cast<double>(k + 1) * std::exp(-1), 1e-7);
}

// All ways of finding a crossing find the same; their iterations differ.
TEST(ThesisFragments, WaysOfLocation) {
  std::map<std::string, uint64_t> evaluations;
  for (const std::string method : {"BISECT", "RFALSI", "IHERMITE", "INTERPOL"}) {
    const auto ran = RunParts("VAR STATE X, V; INTEGER N; SEVENT UP;",
                              "INITIAL X := 0.0; V := 1.0; N := 0 END;"
                              "CONTINUOUS X' = V; V' = -X; CONDIT UP: " +
                                  method +
                                  " X - 0.5 POS TOL = 1.0E-10 END END;"
                                  "DISCRETE EVENTS UP: N := N + 1 END END END",
                              "INTEGRAT METHOD RKF5; SIMULATE FROM 0.0 TO 20.0");
    const double first = std::asin(0.5);
    ASSERT_EQ(ran->EventTimes(0).size(), 4U) << method;
    for (size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(ran->EventTimes(0)[k], first + 2 * std::numbers::pi * static_cast<double>(k), 1e-7)
          << method;
    evaluations[method] = ran->engine->runs()[0].statistics.rhs_evaluations;
  }
  EXPECT_LT(evaluations["IHERMITE"], evaluations["RFALSI"]);
  EXPECT_LT(evaluations["RFALSI"], evaluations["BISECT"]);
}

// u_t = u_xx by Euler with lambda = dt/dx^2: stable up to 0.5, and at any lambda if it is implicit.
TEST(ThesisFragments, StabilityOfTheHeatEquation) {
  const auto largest = [](const std::string& method, double lambda) {
    const auto ran = RunText(fmt::format(R"(PROGRAM P;
CONST INTEGER N = 21; REAL DX = 0.05;
VAR ARRAY [N] OF STATE U; INTEGER I; REAL DT;
EXPERIMENT DT := {}*DX*DX; INTEGRAT METHOD {} STEP = DT; SIMULATE FROM 0.0 TO 1000.0*DT COMINT = 1000.0*DT END;
SYSTEM
  INITIAL FOR I := 1 TO N DO U[I] := 0.0; U[11] := 1.0 END;
  CONTINUOUS
    U[1]' = 0.0; U[N]' = 0.0;
    FOR I := 2 TO N-1 DO U[I]' = (U[I-1] - 2.0*U[I] + U[I+1])/(DX*DX)
  END
END
END .
)",
                                         lambda, method));
    EXPECT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
    double most = 0;
    for (size_t k = 0; k < 21; ++k) most = std::max(most, std::abs(ran->Value(0, "U", k)));
    return most;
  };
  EXPECT_LT(largest("EULER", 0.5), 1e-3);
  // The fastest mode grows by 4 lambda sin^2 - 1 = 1.0279 in each step: 1.0279^1000 > 10^11.
  EXPECT_GT(largest("EULER", 0.51), 1e6);
  EXPECT_LT(largest("IEULER", 50), 1e-3);
}

// A current that jumps at one end of a wire: the jump arrives as it left, where formulas across it swing.
TEST(ThesisFragments, TravellingJump) {
  const auto errors = [](const std::string& text) {
    const auto ran = RunText(text);
    EXPECT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
    double worst = 0;
    for (size_t k = 0; k < 41; ++k) {
      const double x = static_cast<double>(k) / 40;
      const double ago = 0.9 - 0.2 - x;
      // The point on the jump itself belongs to either side.
      if (std::abs(ago) < 1e-6) continue;
      const double exact = ago > 0 ? 1 + 0.3 * std::sin(6 * ago) : 0;
      worst = std::max(worst, std::abs(ran->Value(0, "U", k) - exact));
    }
    return worst;
  };
  std::string text = ExampleText("wire");
  EXPECT_LT(errors(text), 0.04);
  text.replace(text.find("SPLIT = P"), 9, "");
  EXPECT_GT(errors(text), 0.4);
}

// Without noise a tenth of the steps is no longer than H; with noise the deviation is that of the theory.
TEST(ThesisFragments, NoiseRecipe) {
  const auto ran = RunExample("noise");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  ASSERT_EQ(ran->engine->runs().size(), 2U);
  const double h = ran->Value(1, "H");
  EXPECT_GT(h, 1e-3);
  EXPECT_LT(h, 0.2);
  const double a = std::exp(-h);
  const RunRecord& noisy = ran->engine->runs()[1];
  EXPECT_NEAR(noisy.collects[0].values.std(), 0.5 * std::sqrt((1 - a) / (1 + a)), 2e-3);
  EXPECT_NEAR(static_cast<double>(noisy.statistics.steps), 2000 / h, 2);
}

}  // namespace

}  // namespace kerf::combined
