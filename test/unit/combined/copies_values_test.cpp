// What copies take from the system, give to it, and keep: against closed forms, under several solvers.
#include <gtest/gtest.h>

#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

class CopyValues : public testing::TestWithParam<const char*> {
 protected:
  static auto Run(const std::string& text) -> std::unique_ptr<Ran> {
    Options options;
    options.solver = GetParam();
    auto ran = RunText(text, options);
    EXPECT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
    return ran;
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, CopyValues,
                         testing::Values("cvode", "adams", "radau", "dopri5", "england", "rks"));

// An ALGEBR that no derivative of the system uses: Q = X², a sum of it, and an element of an array.
TEST_P(CopyValues, TakeWhatNoDerivativeOfTheSystemUses) {
  for (const auto& [q, y] : std::vector<std::pair<std::string, double>>{
           {"X*X", 8.0 / 3}, {"SIN(X)", 1 - std::cos(2.0)}, {"P[2] + 1.0", 8.0 / 3 + 2}}) {
    const auto ran = Run(fmt::format(R"(PROGRAM TAKE;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
VAR FILE OF 100 CR: CF; PROCESS CELL FILE = CF; STATE X; ALGEBR Q; ARRAY [2] OF ALGEBR P; REAL SEEN; INTEGER NEW;
CONTINUOUS PROCESS CELL (<- ALGEBR Q; VAR REAL SEEN; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 100 CR: CF;
  BEGIN
    INITIAL Y := 0.0 END;
    CONTINUOUS Y' = Q END;
    TERMINAL SEEN := Y END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL X := 0.0; CREATE CELL[NEW] END;
  CONTINUOUS X' = 1.0; P[1] = TIME; P[2] = P[1]*X; Q = {}; CELL (<- Q, SEEN, CF) END;
  TERMINAL DELETE CELL[1] END
END
END .
)",
                                     q));
    EXPECT_NEAR(ran->Value(0, "SEEN"), y, 1e-7) << q;
  }
}

// A condition of a copy on such a variable is met where it becomes true.
TEST_P(CopyValues, ConditionsOnWhatTheSystemComputes) {
  const auto ran = Run(R"(PROGRAM WATCH;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HIGH END;
VAR FILE OF 100 CR: CF; PROCESS CELL FILE = CF; STATE X; ALGEBR Q; REAL SEEN; INTEGER NEW;
CONTINUOUS PROCESS CELL (<- ALGEBR Q; VAR REAL SEEN; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HIGH END;
  VAR FILE OF 100 CR: CF;
  BEGIN
    INITIAL Y := 0.0 END;
    CONTINUOUS Y' = 1.0; CONDIT HIGH: Q CROSSES 2.0 POS TOL = 1.0E-9 END END;
    DISCRETE HIGH: SEEN := Y END END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 3.0 COMINT = 1.0 END;
SYSTEM
  INITIAL X := 0.0; CREATE CELL[NEW] END;
  CONTINUOUS X' = 1.0; Q = X*X; CELL (<- Q, SEEN, CF) END
END
END .
)");
  EXPECT_NEAR(ran->Value(0, "SEEN"), std::sqrt(2.0), 1e-7);
}

// Sums end with the copies: two stages of different length push, and then nothing does.
TEST_P(CopyValues, SumsEndWithTheirCopies) {
  for (const std::string end : {"DELETE STAGE[2]", "SUSPEND STAGE[2]"}) {
    const auto ran = Run(fmt::format(R"(PROGRAM ROCKET;
TYPE SR = RECORD INTEGER NR, ST, PO; STATE FUEL; SEVENT BURNT END;
VAR FILE OF 10 SR: SF; PROCESS STAGE FILE = SF; ALGEBR PUSH, TWICE; STATE V; INTEGER NEW; TEVENT LAST; REAL BEFORE, IT;
STORE V, PUSH, TWICE;
CONTINUOUS PROCESS STAGE (ALGEBR PUSH <- VAR FILE SF);
  TYPE SR = RECORD INTEGER NR, ST, PO; STATE FUEL; SEVENT BURNT END;
  VAR FILE OF 10 SR: SF;
  BEGIN
    INITIAL FUEL := 1.0 END;
    CONTINUOUS FUEL' = -1.0; PUSH = 2.0 + FUEL;
      CONDIT BURNT: FUEL CROSSES 0.0 NEG TOL = 1.0E-9 END END;
    DISCRETE BURNT: IF NR = 1 THEN DELETE SF.NR END END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 5.0 COMINT = 0.25 END;
SYSTEM
  INITIAL V := 0.0; CREATE STAGE[NEW]; CREATE STAGE[NEW]; SCHEDULE LAST AT 1.5 END;
  CONTINUOUS V' = PUSH; TWICE = 2.0*PUSH; STAGE (PUSH <- SF) END;
  DISCRETE EVENTS LAST: BEFORE := PUSH; {} END END END;
  TERMINAL IT := PUSH + TWICE END
END
END .
)",
                                     end));
    // Of the first 2.5 in one second; of the second as much and 0.875 in half a second more.
    EXPECT_NEAR(ran->Value(0, "V"), 2.5 + 2.5 + 0.875, 1e-7) << end;
    EXPECT_NEAR(ran->Value(0, "BEFORE"), 1.5, 1e-7) << end;
    EXPECT_EQ(ran->Value(0, "IT"), 0) << end;
    EXPECT_EQ(ran->engine->runs()[0].rows.back()[2], 0) << end;
  }
}

// Also where the run ends with them.
TEST_P(CopyValues, SumsEndWithTheRun) {
  const auto ran = Run(R"(PROGRAM LAST;
TYPE SR = RECORD INTEGER NR, ST, PO; STATE FUEL; SEVENT BURNT END;
VAR FILE OF 10 SR: SF; PROCESS STAGE FILE = SF; ALGEBR PUSH; INTEGER NEW; REAL IT;
STORE PUSH;
CONTINUOUS PROCESS STAGE (ALGEBR PUSH <- VAR FILE SF);
  TYPE SR = RECORD INTEGER NR, ST, PO; STATE FUEL; SEVENT BURNT END;
  VAR FILE OF 10 SR: SF;
  BEGIN
    INITIAL FUEL := 1.0 END;
    CONTINUOUS FUEL' = -1.0; PUSH = 2.0 + FUEL; CONDIT BURNT: FUEL CROSSES 0.0 NEG TOL = 1.0E-9 END END;
    DISCRETE BURNT: DELETE SF.NR; FINISH END END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO FINISH COMINT = 0.25 END;
SYSTEM
  INITIAL CREATE STAGE[NEW] END;
  CONTINUOUS STAGE (PUSH <- SF) END;
  TERMINAL IT := PUSH END
END
END .
)");
  EXPECT_NEAR(ran->engine->runs()[0].end, 1, 1e-7);
  EXPECT_EQ(ran->Value(0, "IT"), 0);
  // No equation of the system uses it, and it is stored nevertheless.
  EXPECT_NEAR(ran->engine->runs()[0].rows[1][1], 2.75, 1e-7);
}

// A copy that stays is not moved by others that come, reach their conditions and go.
TEST_P(CopyValues, SurvivorsStayWhereTheyAre) {
  const auto ran = Run(R"(PROGRAM STAY;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HALF END;
VAR FILE OF 100 CR: CF; PROCESS CELL FILE = CF; REAL SEEN; INTEGER NEW; TEVENT MORE;
CONTINUOUS PROCESS CELL (<- VAR REAL SEEN; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HALF END;
  VAR FILE OF 100 CR: CF;
  BEGIN
    INITIAL Y := 1.0; IF NR = 1 THEN Y := 0.4 END;
    CONTINUOUS Y' = -Y; CONDIT HALF: Y CROSSES 0.5 NEG TOL = 1.0E-6 END END;
    DISCRETE HALF: DELETE CF.NR END END;
    TERMINAL SEEN := Y END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL CREATE CELL[NEW]; SCHEDULE MORE AT 0.1 END;
  CONTINUOUS CELL (<- SEEN, CF) END;
  DISCRETE EVENTS MORE: CREATE CELL[NEW]; IF TIME < 1.0 THEN SCHEDULE MORE AT TIME + 0.1 END END END;
  TERMINAL DELETE CELL[1] END
END
END .
)");
  EXPECT_NEAR(ran->Value(0, "SEEN"), 0.4 * std::exp(-2.0), 2e-9);
}

// One sum may depend on another through the system: A gives F, the system makes G of it, B makes H of G.
TEST_P(CopyValues, SumsMayDependOnOthers) {
  const std::string text = R"(PROGRAM CHAIN;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
VAR FILE OF 9 CR: AF; FILE OF 9 CR: BF; PROCESS PA FILE = AF; PROCESS PB FILE = BF; ALGEBR F, G, H; STATE V; INTEGER NEW;
CONTINUOUS PROCESS PA (ALGEBR F <- VAR FILE AF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 9 CR: AF;
  BEGIN INITIAL Y := 0.0 END; CONTINUOUS Y' = 1.0; F = 3.0*Y END END;
CONTINUOUS PROCESS PB (ALGEBR H <- ALGEBR G; VAR FILE BF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 9 CR: BF;
  BEGIN INITIAL Y := 0.0 END; CONTINUOUS Y' = 1.0; H = 5.0*G END END;
EXPERIMENT SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL V := 0.0; CREATE PA[NEW]; CREATE PA[NEW]; CREATE PB[NEW] END;
  CONTINUOUS V' = H; G = 2.0*F; PA (F <- AF); PB (H <- G, BF) END
END
END .
)";
  const auto ran = Run(text);
  // H = 5·2·(3t + 3t).
  EXPECT_NEAR(ran->Value(0, "V"), 120, 1e-6);
  EXPECT_NEAR(ran->Value(0, "H"), 120, 1e-6);
}

// Variables of a process that are no fields: each copy has its own, and its statements find and set them.
TEST_P(CopyValues, LocalsAreEachCopysOwn) {
  const auto ran = Run(R"(PROGRAM LOCALS;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
VAR FILE OF 9 CR: CF; PROCESS CELL FILE = CF; REAL SEEN; INTEGER NEW; TEVENT MORE;
CONTINUOUS PROCESS CELL (<- VAR REAL SEEN; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 9 CR: CF; ALGEBR T; STATE Z;
  BEGIN
    INITIAL Y := 0.0; Z := 10.0*NR END;
    CONTINUOUS Y' = 1.0; T = 2.0*Y; Z' = T END;
    TERMINAL SEEN := SEEN + T + Z END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 3.0 END;
SYSTEM
  INITIAL SEEN := 0.0; CREATE CELL[NEW]; SCHEDULE MORE AT 1.0 END;
  CONTINUOUS CELL (<- SEEN, CF) END;
  DISCRETE EVENTS MORE: CREATE CELL[NEW] END END END;
  TERMINAL DELETE CELL[1]; DELETE CELL[2] END
END
END .
)");
  // T + Z at ages 3 and 2: 6 + 10 + 9 and 4 + 20 + 4.
  EXPECT_NEAR(ran->Value(0, "SEEN"), 53, 1e-7);
}

// Where no branch gives a value, the last one is kept, in copies too; and statements may set it.
TEST_P(CopyValues, KeepTheirValueWithoutBranch) {
  const auto ran = Run(R"(PROGRAM KEEP;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; INTEGER M; ALGEBR Q; SEVENT ONE END;
VAR FILE OF 9 CR: CF; PROCESS CELL FILE = CF; ALGEBR SUM, R; STATE V; INTEGER NEW, MODE; TEVENT SET;
CONTINUOUS PROCESS CELL (ALGEBR SUM <- VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; INTEGER M; ALGEBR Q; SEVENT ONE END;
  VAR FILE OF 9 CR: CF;
  BEGIN
    INITIAL Y := 0.0; M := 1 END;
    CONTINUOUS Y' = 1.0; SUM = Q; CONDIT ONE: Y CROSSES 1.0 POS TOL = 1.0E-9 END;
      CASE M OF 1: Q = 3.0*Y END; 2: END END END;
    DISCRETE ONE: M := 2 END END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 3.0 END;
SYSTEM
  INITIAL V := 0.0; MODE := 2; R := 7.0; CREATE CELL[NEW]; SCHEDULE SET AT 2.0 END;
  CONTINUOUS V' = R; CASE MODE OF 1: R = 1.0 END; 2: END END; CELL (SUM <- CF) END;
  DISCRETE EVENTS SET: R := 11.0 END END END
END
END .
)");
  EXPECT_NEAR(ran->Value(0, "SUM"), 3, 1e-7);
  EXPECT_NEAR(ran->Value(0, "V"), 2 * 7 + 11, 1e-7);
}

// A sum that depends on itself is no sum that could be computed.
TEST(Copies, SumsMustNotDependOnThemselves) {
  const auto ran = RunText(R"(PROGRAM LOOP;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
VAR FILE OF 9 CR: CF; PROCESS CELL FILE = CF; ALGEBR F, G; STATE V; INTEGER NEW;
CONTINUOUS PROCESS CELL (ALGEBR F <- ALGEBR G; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 9 CR: CF;
  BEGIN INITIAL Y := 0.0 END; CONTINUOUS Y' = 1.0; F = 1.0 + 0.5*G END END;
EXPERIMENT SIMULATE FROM 0.0 TO 2.0 END;
SYSTEM
  INITIAL V := 0.0; CREATE CELL[NEW] END;
  CONTINUOUS V' = F; G = F + 1.0; CELL (F <- G, CF) END
END
END .
)");
  EXPECT_FALSE(ran->ok);
}

}  // namespace

}  // namespace kerf::combined
