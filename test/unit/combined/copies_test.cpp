// Copies of continuous processes: many of them, one after the other and at a time.
#include <gtest/gtest.h>

#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

// Copies that decay from 1 to 0.5 and then make way for the next; `n` in all, `together` at a time.
auto Decays(int n, int together) -> std::string {
  return fmt::format(R"(PROGRAM DECAYS;
CONST INTEGER ALL = {}, TOGETHER = {};
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HALF END;
VAR FILE OF 100000 CR: CF; PROCESS CELL FILE = CF; REAL RATE; INTEGER MADE, K, NEW;
CONTINUOUS PROCESS CELL (<- REAL RATE; VAR INTEGER MADE, ALL; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y; SEVENT HALF END;
  VAR FILE OF 100000 CR: CF; INTEGER NEW;
  BEGIN
    INITIAL Y := 1.0; MADE := MADE + 1 END;
    CONTINUOUS Y' = -RATE*Y; CONDIT HALF: Y CROSSES 0.5 NEG TOL = 1.0E-9 END END;
    DISCRETE HALF: IF MADE < ALL THEN CREATE CELL[NEW]; DELETE CF.NR END END;
    TERMINAL IF ENTRYNBR(CF) <= 2 THEN FINISH END
  END;
EXPERIMENT RATE := 1.0; SIMULATE FROM 0.0 TO FINISH END;
SYSTEM
  INITIAL MADE := 0; FOR K := 1 TO TOGETHER DO CREATE CELL[NEW] END;
  CONTINUOUS CELL (<- RATE, MADE, ALL, CF) END
END
END .
)",
                     n, together);
}

TEST(Copies, OneAfterTheOther) {
  const auto ran = RunText(Decays(1000, 1));
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->engine->runs()[0].end, 1000 * std::log(2.0), 1e-5);
  EXPECT_EQ(ran->Value(0, "MADE"), 1000);
  EXPECT_EQ(ran->engine->world().entities.n_alive(), 0U);
}

// The work for each copy does not grow with how many there have been.
TEST(Copies, CostIsConstant) {
  const auto evaluations = [](int n) {
    const auto ran = RunText(Decays(n, 1));
    return static_cast<double>(ran->engine->runs()[0].statistics.rhs_evaluations) / n;
  };
  EXPECT_NEAR(evaluations(400), evaluations(100), 0.05 * evaluations(100));
}

TEST(Copies, ManyTogether) {
  const auto ran = RunText(Decays(300, 100));
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_EQ(ran->Value(0, "MADE"), 300);
}

// An event may set a state of the system and create a copy at once, also where there are copies already.
TEST(Copies, EventsThatCreateSetStatesToo) {
  const auto ran = RunText(R"(PROGRAM FURNACE;
TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
VAR FILE OF 100 CR: CF; PROCESS CELL FILE = CF; STATE F; INTEGER NEW; TEVENT LOAD;
CONTINUOUS PROCESS CELL (<- REAL F; VAR FILE CF);
  TYPE CR = RECORD INTEGER NR, ST, PO; STATE Y END;
  VAR FILE OF 100 CR: CF;
  BEGIN
    INITIAL Y := 0.0 END;
    CONTINUOUS Y' = F END
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 4.5 END;
SYSTEM
  INITIAL F := 100.0; SCHEDULE LOAD AT 1.0 END;
  CONTINUOUS F' = 1.0; CELL (<- F, CF) END;
  DISCRETE EVENTS LOAD: CREATE CELL[NEW]; F := F - 10.0; SCHEDULE LOAD AT TIME + 1.0 END END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "F"), 100 + 4.5 - 4 * 10, 1e-9);
}

// What copies give is summed: two taps fill a tank.
TEST(Copies, GiveSums) {
  const auto ran = RunText(R"(PROGRAM TAPS;
TYPE TR = RECORD INTEGER NR, ST, PO; STATE S END;
VAR FILE OF 10 TR: TF; PROCESS TAP FILE = TF; ALGEBR FLOW, LEAK; STATE H; INTEGER NEW; TEVENT SECOND, STOP;
CONTINUOUS PROCESS TAP (ALGEBR FLOW <- STATE H; VAR FILE TF);
  TYPE TR = RECORD INTEGER NR, ST, PO; STATE S END;
  VAR FILE OF 10 TR: TF;
  BEGIN
    INITIAL S := 0.0 END;
    CONTINUOUS FLOW = 1.0; S' = FLOW + 0.0*H END
  END;
EXPERIMENT INITCOND H = 0.0; SIMULATE FROM 0.0 TO 3.0 END;
SYSTEM
  INITIAL CREATE TAP[NEW]; SCHEDULE SECOND AT 1.0; SCHEDULE STOP AT 2.0 END;
  CONTINUOUS H' = FLOW - LEAK; LEAK = 0.0; TAP (FLOW <- H, TF) END;
  DISCRETE EVENTS SECOND: CREATE TAP[NEW] END; STOP: SUSPEND TAP[1] END END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  // 1 for one second, 2 for one second, 1 for one second.
  EXPECT_NEAR(ran->Value(0, "H"), 4, 1e-8);
}

}  // namespace

}  // namespace kerf::combined
