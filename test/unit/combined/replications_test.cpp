// Replications: the same numbers in any number of processes, and as many as the precision asks for.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "combined/replica.h"
#include "combined/workers.h"
#include "events/confidence.h"
#include "run_program.h"

namespace kerf::combined {

namespace {

// M/M/1 with all that a run can leave behind: lines, cross rows, saved rows, histograms, events, runs asked
// for again, variables that nobody sets anew.
auto Office(const std::string& wish, const std::string& more = "") -> std::string {
  return fmt::format(R"(PROGRAM P;
TYPE CR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
VAR FILE OF 1000 CR: F; PROCESS LIFE FILE = F; RANDOM GAP, WORK; REAL STAY, BUSY, RATE; INTEGER NR, N, SUM; TEVENT TICK;
STORE STAY, N;
DISCRETE PROCESS LIFE (VAR RANDOM GAP, WORK; VAR REAL COLLECT HISTOGRAM STAY; VAR REAL TIMEPERS BUSY; VAR REAL RATE; VAR INTEGER N; VAR FILE F);
  TYPE CR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
  VAR FILE OF 1000 CR: F; FACILITY CLERK; INTEGER NR;
  BEGIN
    GENERATE NR FOR LIFE AT TIME + GAP/RATE;
    SEIZE CLERK WITHIN 50.0 ELSE TERMINATE; BUSY := 1.0;
    ADVANCE WORK;
    RELEASE CLERK; IF ENTRYNBR(CLERK) = 0 THEN BUSY := 0.0;
    STAY := TIME - F.TRANSNBR.GENTIM; N := N + 1
  END;
EXPERIMENT
  COLLECT STAY END; TIMEPERS BUSY START = 0.0 END; HISTOGRAM STAY: 10 CELLS WIDTH = 0.5 FUPLIM = 0.0 END;
  RANDOMGEN GAP: EXPOND AVTIM = 1.0 SEED = 1; WORK: EXPOND AVTIM = 0.5 SEED = 2 END;
  PARAMETER RATE = (1.0, 1.2);
  {}
  SIMULATE FROM 0.0 TO 100.0
END;
SYSTEM
  INITIAL BUSY := 0.0; SUM := SUM + 1; GENERATE NR FOR LIFE AT GAP; SCHEDULE TICK AT 7.0 END;
  DISCRETE EVENTS TICK: SCHEDULE TICK AT TIME + 30.0 END END; PROCESSES LIFE (GAP, WORK, STAY, BUSY, RATE, N, F) END END;
  TERMINAL CROSSPLOT; FORTRAN WRITE (*,*) N, SUM END; {} END
END
END .
)",
                     wish, more);
}

auto In(const std::string& text, uint32_t n_workers, Options options = {}) -> std::unique_ptr<Ran> {
  options.n_workers = n_workers;
  return RunText(text, options);
}

void ExpectSame(const std::string& text, const Options& options = {}) {
  const auto alone = In(text, 1, options);
  for (const uint32_t n_workers : {2U, 3U, 7U}) {
    const auto together = In(text, n_workers, options);
    EXPECT_EQ(together->ok, alone->ok);
    EXPECT_EQ(ReportOf(*together), ReportOf(*alone)) << n_workers;
    EXPECT_EQ(together->lines, alone->lines) << n_workers;
    ASSERT_EQ(together->mistakes.all.size(), alone->mistakes.all.size());
    for (size_t k = 0; k < alone->mistakes.all.size(); ++k) {
      EXPECT_EQ(together->mistakes.all[k].text, alone->mistakes.all[k].text);
      EXPECT_EQ(together->mistakes.all[k].code, alone->mistakes.all[k].code);
      EXPECT_EQ(together->mistakes.all[k].span, alone->mistakes.all[k].span);
    }
  }
}

TEST(Replications, SameNumbersInAnyNumberOfProcesses) {
  ExpectSame(Office("REPLICATE 6;"));
  ExpectSame(Office("REPLICATE 7 ANTITHETIC;"));
  ExpectSame(Office("REPLICATE 5;", "IF SUM = 1 THEN RERUN"));
  ExpectSame(Office("REPLICATE 5;", "SAVE; STOREOFF; IF N < 150 THEN CONTN"));
  ExpectSame(Office("REPLICATE 3 UNTIL STAY WITHIN 0.12 RELATIVE MAX = 40;"));
  ExpectSame(Office("REPLICATE 3 UNTIL STAY WITHIN 0.001 MAX = 8;"));
  Options runs;
  size_t n_rows = 0;
  runs.take_run = [&](const RunRecord& run, size_t) { n_rows += run.rows.size(); };
  ExpectSame(Office("REPLICATE 3;"), runs);
  // Each way has taken all rows: twice as often as there are ways, since RunText runs twice.
  EXPECT_GT(n_rows, 0U);
  EXPECT_EQ(n_rows % 8, 0U);
}

// Nothing of one replication is left in the next.
TEST(Replications, EachBeginsAsTheFirst) {
  const auto ran = In(Office("REPLICATE 4;"), 1);
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  ASSERT_EQ(ran->engine->runs().size(), 8U);
  for (size_t k = 0; k < 4; ++k) EXPECT_EQ(ran->Value(k, "SUM"), 1) << k;
  for (size_t k = 4; k < 8; ++k) EXPECT_EQ(ran->Value(k, "SUM"), 2) << k;
}

TEST(Replications, ContinuousParts) {
  ExpectSame(R"(PROGRAM P;
VAR STATE X; REAL RATE, PEAK; RANDOM R; SEVENT LOW;
STORE X;
EXPERIMENT COLLECT PEAK END; RANDOMGEN R: UNIFORMD MIN = 0.5 MAX = 2.0 SEED = 5 END; REPLICATE 5; SIMULATE FROM 0.0 TO 5.0 COMINT = 0.5 END;
SYSTEM
  INITIAL X := 1.0; RATE := R END;
  CONTINUOUS X' = -RATE*X; CONDIT LOW: X CROSSES 0.3 NEG TOL = 1.0E-6 END END;
  DISCRETE EVENTS LOW: X := X + R; RATE := R; PEAK := X END END END
END
END .
)");
}

// A mistake in the fourth replication: what came before is kept, and the message is the same.
TEST(Replications, Mistakes) {
  const std::string text = Office("REPLICATE 9;", "IF N > 108 THEN ERROREXIT 3 'TOO MANY'");
  const auto alone = In(text, 1);
  EXPECT_FALSE(alone->ok);
  EXPECT_GT(alone->engine->runs().size(), 1U);
  ExpectSame(text);
  // In the last one, which is done first where there are several processes.
  ExpectSame(Office("REPLICATE 2;", "IF N > 98 THEN ERROREXIT 3 'TOO MANY'"));
}

TEST(Replications, UntilTheMeanIsSure) {
  const auto half_width = [](const Ran& ran, size_t set) {
    for (const ReplicatedMean& mean : ran.engine->estimates()) {
      if (mean.name == "STAY" && mean.set == set + 1) return std::pair{mean.interval.half_width, mean.values};
    }
    return std::pair{0.0, events::Collect{}};
  };
  const auto ran = In(Office("REPLICATE 4 UNTIL STAY WITHIN 0.05 RELATIVE MAX = 400;"), 0);
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_TRUE(ran->mistakes.all.empty());
  for (const size_t set : {0U, 1U}) {
    const auto [width, values] = half_width(*ran, set);
    EXPECT_LE(width, 0.05 * values.mean);
    EXPECT_GE(values.n, 4U);
    EXPECT_LT(values.n, 400U);
    // One less would not have been enough.
    const auto shorter = In(Office(fmt::format("REPLICATE {};", values.n - 1)), 0);
    const auto [wide, fewer] = half_width(*shorter, set);
    EXPECT_GT(wide, 0.05 * fewer.mean);
  }
  const auto pairs = In(Office("REPLICATE 4 ANTITHETIC UNTIL STAY WITHIN 0.2 MAX = 200;"), 0);
  ASSERT_TRUE(pairs->ok);
  EXPECT_EQ(pairs->engine->runs().size() % 2, 0U);
  EXPECT_LE(half_width(*pairs, 0).first, 0.2);
}

TEST(Replications, NotSureEnough) {
  const auto ran = In(Office("REPLICATE 3 UNTIL STAY WITHIN 1.0E-6 MAX = 5;"), 0);
  EXPECT_TRUE(ran->ok);
  EXPECT_EQ(ran->engine->runs().size(), 10U);
  ASSERT_EQ(ran->mistakes.all.size(), 2U);
  EXPECT_EQ(ran->mistakes.all[0].code, "mean-not-sure");
  for (const char* wish :
       {"REPLICATE 1 UNTIL STAY WITHIN 0.1;", "REPLICATE 9 UNTIL STAY WITHIN 0.1 MAX = 8;",
        "REPLICATE 9 UNTIL STAY WITHIN 0.0;", "REPLICATE 3 ANTITHETIC UNTIL STAY WITHIN 0.1;"})
    EXPECT_FALSE(In(Office(wish), 0)->ok) << wish;
}

TEST(Workers, AnswersInOrder) {
  const auto work = [](uint32_t task) { return std::string(task * 50'000, static_cast<char>('a' + task)); };
  Workers workers(3, 8, work);
  for (uint32_t task = 0; task < 8; ++task) EXPECT_EQ(workers.Take(task), work(task));
  EXPECT_EQ(workers.Take(8), std::nullopt);
}

TEST(Workers, OneThatDies) {
  Workers workers(2, 6, [](uint32_t task) -> std::string {
    if (task == 3) _exit(3);
    return fmt::format("{}", task);
  });
  EXPECT_EQ(workers.Take(0), "0");
  EXPECT_EQ(workers.Take(1), "1");
  EXPECT_EQ(workers.Take(3), std::nullopt);
  EXPECT_EQ(workers.Take(2), "2");
  EXPECT_EQ(workers.Take(5), std::nullopt);
  EXPECT_EQ(workers.Take(4), "4");
}

// What has come in part is not taken for a replication.
TEST(Replications, DamagedBytes) {
  Replica replica;
  replica.records.resize(2);
  replica.records[1].events = {{1.5, "E"}};
  replica.records[1].histograms.emplace_back("H", events::Histogram(3, 1, 0));
  replica.lines = {{true, "line"}};
  const std::string bytes = Pack(replica);
  const auto again = Unpack(bytes);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->records[1].events[0].name, "E");
  EXPECT_EQ(again->records[1].histograms[0].second.counts().size(), 5U);
  for (size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(Unpack(bytes.substr(0, n)).has_value()) << n;
}

}  // namespace

}  // namespace kerf::combined
