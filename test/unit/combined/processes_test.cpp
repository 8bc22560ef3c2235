// Transactions that end others, distributions from tables, antithetic replications and seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "run_program.h"

namespace kerf::combined {

namespace {

// Three customers want one clerk for 10; at time 5 `statement` happens. Who left the clerk is in A, B, C.
auto Shop(const std::string& statement) -> std::unique_ptr<Ran> {
  return RunText(fmt::format(R"(PROGRAM P;
TYPE CR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
VAR FILE OF 10 CR: F; PROCESS LIFE FILE = F; ARRAY [3] OF REAL LEFT; INTEGER NR, I; TEVENT FIRE;
DISCRETE PROCESS LIFE (VAR REAL LEFT; VAR FILE F);
  TYPE CR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
  VAR FILE OF 10 CR: F; FACILITY CLERK;
  BEGIN
    SEIZE CLERK; ADVANCE 10.0; RELEASE CLERK; LEFT[TRANSNBR] := TIME
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 100.0 END;
SYSTEM
  INITIAL
    FOR I := 1 TO 3 DO LEFT[I] := 0.0;
    FOR I := 1 TO 3 DO GENERATE NR FOR LIFE AT 1.0*I;
    SCHEDULE FIRE AT 5.0
  END;
  DISCRETE EVENTS FIRE: {} END END; PROCESSES LIFE (LEFT, F) END END
END
END .
)",
                             statement));
}

void ExpectLeft(const Ran& ran, const std::vector<double>& left) {
  ASSERT_TRUE(ran.ok) << testing::PrintToString(ran.lines);
  for (size_t k = 0; k < left.size(); ++k) EXPECT_EQ(ran.Value(0, "LEFT", k), left[k]) << k;
  EXPECT_EQ(ran.engine->world().entities.n_alive(), 0U);
}

TEST(Processes, TerminateOthers) {
  ExpectLeft(*Shop("I := 0"), {11, 21, 31});
  // The one who holds the clerk: the next gets him at once.
  ExpectLeft(*Shop("TERMINATE 1 OF LIFE"), {0, 15, 25});
  // One who waits: the others do not notice.
  ExpectLeft(*Shop("TERMINATE 2 OF LIFE"), {11, 0, 21});
  ExpectLeft(*Shop("FOR I := 1 TO 3 DO TERMINATE I OF LIFE"), {0, 0, 0});
}

// Its own number ends a transaction like coming to the end.
TEST(Processes, TerminateOneself) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE CR = RECORD INTEGER TRANSNBR END;
VAR FILE OF 10 CR: F; PROCESS LIFE FILE = F; INTEGER NR, I, N;
DISCRETE PROCESS LIFE (VAR INTEGER N; VAR FILE F);
  TYPE CR = RECORD INTEGER TRANSNBR END;
  VAR FILE OF 10 CR: F;
  BEGIN ADVANCE 1.0; IF TRANSNBR = 2 THEN TERMINATE TRANSNBR; N := N + TRANSNBR END;
EXPERIMENT SIMULATE FROM 0.0 TO 100.0 END;
SYSTEM
  INITIAL N := 0; FOR I := 1 TO 3 DO GENERATE NR FOR LIFE AT 1.0*I END;
  DISCRETE PROCESSES LIFE (N, F) END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_EQ(ran->Value(0, "N"), 4);
  EXPECT_EQ(ran->engine->world().entities.n_alive(), 0U);
}

TEST(Processes, TerminateWhoIsNotThere) {
  const auto ran = Shop("TERMINATE 7 OF LIFE");
  EXPECT_FALSE(ran->ok);
  ASSERT_EQ(ran->mistakes.all.size(), 1U);
  EXPECT_EQ(ran->mistakes.all[0].text, "time 5: there is no transaction 7 of `LIFE`");
}

// Means and standard deviations of 20 000 draws; `table` is a FUNCTABLE, if the distribution wants one.
void ExpectDrawn(const std::string& distribution, double mean, double deviation) {
  const auto ran = RunText(fmt::format(R"(PROGRAM P;
VAR RANDOM R; REAL X; INTEGER I;
FUNCTABLE WEIGHTS = (1.0,5.0)(2.0,3.0)(5.0,2.0);
FUNCTABLE CDF = (0.0,0.0)(1.0,0.5)(4.0,1.0);
EXPERIMENT COLLECT X END; RANDOMGEN R: {} SEED = 11 END; SIMULATE FROM 0.0 TO 1.0 END;
SYSTEM INITIAL FOR I := 1 TO 20000 DO X := R END; DISCRETE END END
END .
)",
                                       distribution));
  ASSERT_TRUE(ran->ok) << distribution << testing::PrintToString(ran->lines);
  const events::Collect& values = ran->engine->runs()[0].collects[0].values;
  EXPECT_NEAR(values.mean, mean, 4 * deviation / std::sqrt(20000.0)) << distribution;
  EXPECT_NEAR(values.std(), deviation, 0.05 * deviation) << distribution;
}

TEST(Processes, Distributions) {
  ExpectDrawn("DISCRETED TABLE = WEIGHTS", 2.1, std::sqrt(0.5 * 1.21 + 0.3 * 0.01 + 0.2 * 8.41));
  // Half of it uniform on 0 to 1, half on 1 to 4.
  ExpectDrawn("EMPIRID TABLE = CDF", 1.5, std::sqrt(0.5 / 3 + 0.5 * 7 - 2.25));
  ExpectDrawn("UNIFORMD MIN = 2.0 MAX = 4.0", 3, 1 / std::sqrt(3.0));
  ExpectDrawn("NORMALD MEAN = 1.0 STD = 2.0", 1, 2);
  ExpectDrawn("EXPOND AVTIM = 3.0", 3, 3);
  ExpectDrawn("ERLANGD MEAN = 4.0 PHASES = 4", 4, 2);
  ExpectDrawn("GAMMAD SHAPE = 2.0 SCALE = 3.0", 6, 3 * std::sqrt(2.0));
  ExpectDrawn("BETAD A = 2.0 B = 3.0", 0.4, 0.2);
  ExpectDrawn("TRIAGD MIN = 0.0 MODE = 1.0 MAX = 2.0", 1, std::sqrt(1.0 / 6));
  ExpectDrawn("LOGNORMD MEAN = 0.0 STD = 0.5", std::exp(0.125), std::sqrt(std::exp(0.5) - std::exp(0.25)));
  ExpectDrawn("WEIBULLD SHAPE = 2.0 SCALE = 1.0", std::sqrt(std::numbers::pi) / 2,
              std::sqrt(1 - std::numbers::pi / 4));
  ExpectDrawn("POISSOND MEAN = 5.0", 5, std::sqrt(5.0));
}

auto Replicated(const std::string& wish, const Options& options = {}) -> std::unique_ptr<Ran> {
  return RunText(
      "PROGRAM P;\nVAR RANDOM R; REAL X; INTEGER I;\nEXPERIMENT COLLECT X END; RANDOMGEN R: UNIFORMD "
      "MIN = 0.0 MAX = 2.0 SEED = 3 END; " +
          wish +
          " SIMULATE FROM 0.0 TO 1.0 END;\n"
          "SYSTEM INITIAL FOR I := 1 TO 10 DO X := R END; DISCRETE END END\nEND .\n",
      options);
}

TEST(Processes, ReplicationsInPairs) {
  const auto plain = Replicated("REPLICATE 20;");
  ASSERT_TRUE(plain->ok) << testing::PrintToString(plain->lines);
  ASSERT_EQ(plain->engine->runs().size(), 20U);
  EXPECT_EQ(plain->engine->estimates()[0].values.n, 20U);
  EXPECT_GT(plain->engine->estimates()[0].values.std(), 0.05);
  // u and 1 - u: the mean of each pair is exactly 1.
  const auto pairs = Replicated("REPLICATE 20 ANTITHETIC;");
  ASSERT_TRUE(pairs->ok) << testing::PrintToString(pairs->lines);
  EXPECT_EQ(pairs->engine->estimates()[0].values.n, 10U);
  EXPECT_NEAR(pairs->engine->estimates()[0].values.mean, 1, 1e-12);
  EXPECT_LT(pairs->engine->estimates()[0].values.std(), 1e-12);
}

TEST(Processes, SeedFromOutside) {
  Options other;
  other.seed = 4;
  EXPECT_EQ(Replicated("")->Value(0, "X"), Replicated("")->Value(0, "X"));
  EXPECT_NE(Replicated("")->Value(0, "X"), Replicated("", other)->Value(0, "X"));
}

// A queue that grows without end is told before the memory is full, with the place where it grows.
TEST(Processes, QueuesHaveAnEnd) {
  Options options;
  options.most_entities = 1000;
  const auto ran = RunText(R"(PROGRAM P;
TYPE CR = RECORD REAL SINCE END;
VAR FILE OF 99000000 CR: LINE; TEVENT E;
EXPERIMENT SIMULATE FROM 0.0 TO 10000.0 END;
SYSTEM
  INITIAL SCHEDULE E AT 1.0 END;
  DISCRETE EVENTS E: INSERT LINE WHERE SINCE := TIME END; SCHEDULE E AT TIME + 1.0 END END END
END
END .
)",
                           options);
  EXPECT_FALSE(ran->ok);
  ASSERT_EQ(ran->mistakes.all.size(), 1U);
  EXPECT_EQ(
      ran->mistakes.all[0].text,
      "time 1000: there are 1000 transactions and entries and 0 events, and no more can be kept; the longest "
      "queue is LINE with 1000 entries");
  EXPECT_EQ(ran->engine->runs()[0].files[0].n_now, 1000U);
}

}  // namespace

}  // namespace kerf::combined
