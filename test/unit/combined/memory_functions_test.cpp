// Discontinuous functions in the continuous part against their closed forms. Integrals of their outputs tell
// whether every hidden event was met.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "run_program.h"

namespace kerf::combined {

namespace {

constexpr double kPi = std::numbers::pi;

// The output Y of a function and its integral S, with X = 3 sin t, U = sin t, until the end.
auto Integrated(const std::string& function, double end = 5, const std::string& more = {})
    -> std::unique_ptr<Ran> {
  return RunText(fmt::format(R"(PROGRAM P;
VAR ALGEBR X, U, Y; STATE S; REAL IC;
EXPERIMENT SIMULATE FROM 0.0 TO {:.1f} END;
SYSTEM
  INITIAL IC := 0.5 END;
  CONTINUOUS
    X = 3.0*SIN(TIME); U = SIN(TIME); {}
    Y = {}; S' = Y
  END
END
END .
)",
                             end, more, function));
}

void ExpectIntegral(const std::string& function, double expected, double tolerance = 1e-7) {
  const auto ran = Integrated(function);
  ASSERT_TRUE(ran->ok) << function << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "S"), expected, tolerance) << function;
}

// The integral of sin between two instants.
auto Sine(double a, double b) -> double { return std::cos(a) - std::cos(b); }

TEST(MemoryFunctions, SwitchesLimitsAndSources) {
  const double a = std::asin(1.0 / 3);
  const double b = std::asin(2.0 / 3);
  ExpectIntegral("INSW(X, 2.0, 5.0)", 5 * kPi + 2 * (5 - kPi));
  ExpectIntegral("GINSW(X - 2.0, 10.0, 20.0)", 50 + 10 * (kPi - 2 * b));
  ExpectIntegral("FCNSW(X - 1.0, -7.0, 0.0, 7.0)", 7 * (kPi - 2 * a) - 7 * (5 - kPi + 2 * a));
  const double beyond = 3 * Sine(b, kPi - b) - 2 * (kPi - 2 * b) + 3 * Sine(kPi + a, 5) + (5 - kPi - a);
  ExpectIntegral("DEADSP(-1.0, 2.0, X)", beyond);
  ExpectIntegral("LIMIT(-1.0, 2.0, X)", 3 * Sine(0, 5) - beyond);
  ExpectIntegral("COMPAR(X, 2.0)", kPi - 2 * b);
  ExpectIntegral("STEP(1.5)", 3.5);
  ExpectIntegral("RAMP(1.5)", 3.5 * 3.5 / 2);
  // Between its points the past is interpolated.
  ExpectIntegral("DELAY(U, 1.0)", Sine(0, 4), 2e-6);
  double levels = 0;
  for (const double level : {0.5, 1.5, 2.5}) {
    const double at = std::asin(level / 3);
    levels += (kPi - 2 * at) - (5 - kPi - at);
  }
  ExpectIntegral("QNTZR(1.0, X)", levels);
}

TEST(MemoryFunctions, Backlash) {
  // At rest, pulled up, at rest, pulled down, at rest.
  const double a = std::asin(0.25);
  const double expected = Sine(a, kPi / 2) - 0.25 * (kPi / 2 - a) + 0.75 * (5 * kPi / 6 - kPi / 2) +
                          Sine(5 * kPi / 6, 3 * kPi / 2) + 0.25 * (3 * kPi / 2 - 5 * kPi / 6) -
                          0.75 * (5 - 3 * kPi / 2);
  ExpectIntegral("HSTRS(U, 0.0, -0.25, 0.25)", expected);
  // Outside of the band from the start, with a start that the program computes.
  const auto ran = Integrated("HSTRS(COS(TIME), -IC - 1.0, -0.25, 0.25)", 1);
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "S"), 0.75, 1e-7);
}

// A jump takes the output along, also if the input has turned back already.
TEST(MemoryFunctions, BacklashOfJumps) {
  const auto up = Integrated("HSTRS(2.0*STEP(1.0), 0.0, -0.25, 0.25)", 3);
  ASSERT_TRUE(up->ok) << testing::PrintToString(up->lines);
  EXPECT_NEAR(up->Value(0, "S"), 2 * 1.75, 1e-7);
  const auto turned = Integrated("HSTRS(2.0*STEP(1.0) - 0.1*RAMP(0.0), 0.0, -0.25, 0.25)", 3);
  ASSERT_TRUE(turned->ok) << testing::PrintToString(turned->lines);
  EXPECT_NEAR(turned->Value(0, "Y"), 2 - 0.1 - 0.25, 1e-7);
}

TEST(MemoryFunctions, RelayAndFlipFlop) {
  ExpectIntegral("RELAY(U, -0.5, 0.5, -1.0, 3.0)", -kPi / 6 + 3 * kPi - (5 - 7 * kPi / 6));
  ExpectIntegral("RST(U < -0.9, U > 0.9, 0.0)", kPi);
  // Each rise of the trigger turns it round: at 0, at 2 pi.
  ExpectIntegral("RST(0.0, 0.0, TIME - 1.0)", 4);
  ExpectIntegral("RST(0.0, 0.0, SIN(2.0*TIME) - 0.5)", kPi);
}

TEST(MemoryFunctions, Holds) {
  ExpectIntegral("ZHOLD(U > 0.5, U, 7.0)",
                 7 * kPi / 6 + Sine(kPi / 6, 5 * kPi / 6) + 0.5 * (5 - 5 * kPi / 6));
  double sampled = 0.25 * 0.3;
  for (double t = 0.3; t < 5; t += 0.7) sampled += std::sin(t) * std::min(0.7, 5 - t);
  ExpectIntegral("ZOH(U, 0.25, 0.3, 0.7)", sampled);
  ExpectIntegral("PULSE(0.5, 1.0, 0.25)", 1.25);
}

TEST(MemoryFunctions, StatesOfTheirOwn) {
  const double expected = 0.5 * kPi / 6 + Sine(0, kPi / 6) + (kPi / 2 - kPi / 6) + Sine(kPi / 2, 5);
  ExpectIntegral("LIMINT(COS(TIME), IC, -1.0, 1.0)", expected);
  ExpectIntegral("REALPL(1.0, IC, 2.0)", 5 - (1 - std::exp(-2.5)));
}

// Each use remembers on its own, also in modules that are used twice.
TEST(MemoryFunctions, InModules) {
  const auto ran = RunText(R"(PROGRAM P;
MODULE GEAR (X, Y, GAP); CONTINUOUS Y = HSTRS(X, 0.0, -GAP, GAP) END END;
VAR ALGEBR X, Y1, Y2; REAL G1, G2; STATE S1, S2;
EXPERIMENT SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL G1 := 0.1; G2 := 0.4 END;
  CONTINUOUS
    X = SIN(TIME); GEAR (Y1 = Y <- X, G1 = GAP); GEAR (Y2 = Y <- X, G2 = GAP); S1' = Y1; S2' = Y2
  END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "Y1"), 0.9, 1e-9);
  EXPECT_NEAR(ran->Value(0, "Y2"), 0.6, 1e-9);
}

// The chopper with the continuous modelling technique of the thesis: no event is declared, all are found.
void ExpectChopper(const std::string& switching) {
  std::string text = ExampleText("chopper");
  const auto cut = [&](const std::string& from, const std::string& to, const std::string& by) {
    const size_t begin = text.find(from);
    const size_t end = text.find(to, begin);
    ASSERT_TRUE(begin != std::string::npos && end != std::string::npos) << from;
    text.replace(begin, end - begin, by);
  };
  cut("SS5' =", "COMMUNIC", fmt::format("SS5' = ILDOT - YP*COS(W*TIME); AZ = {}; ", switching));
  cut("DISCRETE", "OUTPUT", "END; ");
  cut("SEVENT", ";", "INTEGER UNUSED");
  const auto ran = RunText(text);
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "IL"), 1946.350254, 1e-4) << switching;
  EXPECT_NEAR(ran->Value(0, "UZ"), 1184.522785, 1e-5) << switching;
}

TEST(MemoryFunctions, ChopperWithHiddenEvents) {
  ExpectChopper("RELAY(IL - YP*SIN(W*TIME), -BT, BT, 0.0, 1.0)");
  // The output of the backlash rests where the switch is, up to rounding errors.
  ExpectChopper("GINSW(HSTRS(IL - YP*SIN(W*TIME), -BT/2.0, -BT, BT), 0.0, 1.0)");
  ExpectChopper("FCNSW(HSTRS(SS5, -BT/2.0, -BT, BT), 0.0, 1.0, 1.0)");
}

// What rests on a boundary is not decided anew when copies come: a gear whose output stops a little above or
// below 0 counts as that.
TEST(MemoryFunctions, RestsOnTheBoundaryWhileCopiesCome) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
VAR FILE OF 100 CR: CF; PROCESS CELL FILE = CF; INTEGER N; TEVENT MORE; STATE X, S; ALGEBR U;
CONTINUOUS PROCESS CELL (<- VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 100 CR: CF;
  BEGIN CONTINUOUS Y' = -Y END END;
EXPERIMENT INITCOND X = 0.0, S = 0.0; SIMULATE FROM 0.0 TO 10.0 END;
SYSTEM
  INITIAL SCHEDULE MORE AT 0.05 END;
  CONTINUOUS
    U = GINSW(HSTRS(X, -0.5, -1.0, 1.0), 0.0, 1.0); X' = 1.7 - 3.1*U; S' = U; CELL (<- CF)
  END;
  DISCRETE EVENTS MORE: CREATE CELL[N]; SCHEDULE MORE AT TIME + 0.12 END END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  // Up from 0 to 1, then down and up between 1 and -1.
  const double down = 2 / 1.4;
  const double up = 2 / 1.7;
  double t = 1 / 1.7;
  double on = 0;
  for (; t < 10; t += down + up) on += std::min(down, 10 - t);
  EXPECT_NEAR(ran->Value(0, "S"), on, 1e-6);
}

// At the start a function on its boundary has the value there, just after it the one to which it goes; large
// steps of a method without error control would show if it were later.
TEST(MemoryFunctions, OnTheBoundaryAtTheStart) {
  const auto ran = RunText(R"(PROGRAM P;
VAR STATE X, S, R; ALGEBR Y, Q; SEVENT UP, DOWN; REAL N, M, AT;
STORE Y;
EXPERIMENT INITCOND X = 0.0, S = 0.0, R = 0.0; INTEGRAT METHOD RK4 STEP = 0.5; SIMULATE FROM 0.0 TO 2.0 COMINT = 0.5 END;
SYSTEM
  INITIAL N := 0.0; M := 0.0; AT := -1.0 END;
  CONTINUOUS
    X' = 1.0; Y = FCNSW(X, -1.0, 100.0, 1.0); S' = Y; Q = INSW(-SIN(TIME), 2.0, 50.0); R' = Q;
    CONDIT UP: X CROSSES 0.0 POS TOL = 1.0E-9 END;
    CONDIT DOWN: X CROSSES 0.0 NEG TOL = 1.0E-9 END
  END;
  DISCRETE EVENTS UP: N := N + 1.0; AT := TIME END; DOWN: M := M + 1.0 END END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "S"), 2, 1e-12);
  EXPECT_NEAR(ran->Value(0, "R"), 4, 1e-12);
  EXPECT_EQ(ran->Value(0, "N"), 1);
  EXPECT_EQ(ran->Value(0, "AT"), 0);
  EXPECT_EQ(ran->Value(0, "M"), 0);
}

// Copies remember for themselves, also when others come and go.
TEST(MemoryFunctions, InCopies) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE S; REAL SHIFT; SEVENT OVER END;
VAR FILE OF 10 CR: CF; PROCESS CELL FILE = CF; REAL A, B; INTEGER N; TEVENT MORE;
CONTINUOUS PROCESS CELL (<- VAR REAL A, B; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE S; REAL SHIFT; SEVENT OVER END;
  VAR FILE OF 10 CR: CF;
  BEGIN
    INITIAL S := 0.0 END;
    CONTINUOUS
      S' = RELAY(SIN(TIME - SHIFT), -0.5, 0.5, 0.0, 1.0) + ZOH(TIME, 0.0, 0.0, 1.0);
      CONDIT OVER: TIME CROSSES 6.0 POS TOL = 1.0E-9 END
    END;
    DISCRETE OVER: IF NR = 1 THEN A := S ELSE B := S; DELETE CF.NR END END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 7.0 END;
SYSTEM
  INITIAL CREATE CELL[N] WHERE SHIFT := 0.0 END; SCHEDULE MORE AT 2.5 END;
  CONTINUOUS CELL (<- A, B, CF) END;
  DISCRETE EVENTS MORE: CREATE CELL[N] WHERE SHIFT := 2.0 END END END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "A"), kPi + (0 + 1 + 2 + 3 + 4 + 5), 1e-7);
  // On from 2 + pi/6 until 2 + 7 pi/6; the first sample at 3.
  EXPECT_NEAR(ran->Value(0, "B"), kPi + (3 + 4 + 5), 1e-7);
}

// Before it began a copy was as it was then, also if others come and go meanwhile, and if what is delayed is
// delayed itself.
TEST(MemoryFunctions, DelaysInCopies) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y, S, T; REAL LAG; SEVENT OVER END;
VAR FILE OF 10 CR: CF; PROCESS CELL FILE = CF; REAL A, B, AT, BT; INTEGER N; TEVENT MORE, LESS, NONE;
CONTINUOUS PROCESS CELL (<- VAR REAL A, B, AT, BT; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y, S, T; REAL LAG; SEVENT OVER END;
  VAR FILE OF 10 CR: CF; ALGEBR D;
  BEGIN
    INITIAL Y := 5.0 + NR; S := 0.0; T := 0.0 END;
    CONTINUOUS
      Y' = NR; D = DELAY(Y, LAG); S' = D; T' = DELAY(2.0*D, LAG);
      CONDIT OVER: TIME CROSSES 6.0 POS TOL = 1.0E-9 END
    END;
    DISCRETE OVER: IF NR = 1 THEN BEGIN A := S; AT := T END ELSE IF NR = 2 THEN BEGIN B := S; BT := T END END END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 7.0 END;
SYSTEM
  INITIAL
    CREATE CELL[N] WHERE LAG := 2.0 END; SCHEDULE MORE AT 2.5; SCHEDULE NONE AT 3.0; SCHEDULE LESS AT 4.0
  END;
  CONTINUOUS CELL (<- A, B, AT, BT, CF) END;
  DISCRETE EVENTS
    MORE: CREATE CELL[N] WHERE LAG := 1.0 END END;
    NONE: CREATE CELL[N] WHERE LAG := 0.5 END END;
    LESS: DELETE CELL[N] END
  END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  // The integral of a value that stands at `begin` until the lag is over and then rises.
  const auto delayed = [](double begin, double rate, double lag, double span) {
    return begin * span + rate * (span - lag) * (span - lag) / 2;
  };
  EXPECT_NEAR(ran->Value(0, "A"), delayed(6, 1, 2, 6), 1e-6);
  EXPECT_NEAR(ran->Value(0, "AT"), 2 * delayed(6, 1, 4, 6), 1e-6);
  EXPECT_NEAR(ran->Value(0, "B"), delayed(7, 2, 1, 3.5), 1e-6);
  EXPECT_NEAR(ran->Value(0, "BT"), 2 * delayed(7, 2, 2, 3.5), 1e-6);
}

// The value of the start counts for all time before, whoever gives it.
TEST(MemoryFunctions, DelayOfWhatDoesNotBeginWithZero) {
  const auto ran = RunText(R"(PROGRAM P;
VAR STATE X, S; ALGEBR Y; REAL A;
EXPERIMENT INITCOND X = 5.0; SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL A := 3.0 END;
  CONTINUOUS X' = 1.0; Y = A*X + TIME; S' = DELAY(Y, 1.0) END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "S"), 15 + 15 + 4.0 / 2, 1e-7);
}

// A run that goes on has not forgotten.
TEST(MemoryFunctions, ContinuedRun) {
  const auto ran = RunText(R"(PROGRAM P;
VAR ALGEBR Y; STATE S; INTEGER N;
EXPERIMENT N := 0; SIMULATE FROM 0.0 TO 1.0 END;
SYSTEM
  CONTINUOUS Y = RELAY(SIN(TIME), -0.5, 0.9, 0.0, 1.0); S' = Y END;
  TERMINAL N := N + 1; IF N < 3 THEN CONTN END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  ASSERT_EQ(ran->engine->runs().size(), 3U);
  EXPECT_NEAR(ran->Value(2, "S"), 3 - std::asin(0.9), 1e-7);
}

}  // namespace

}  // namespace kerf::combined
