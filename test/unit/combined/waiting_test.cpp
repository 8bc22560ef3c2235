// Waiting with patience, for several signals, for conditions and for entries of files: closed forms of
// queueing theory, and what happens first at one instant.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "run_program.h"

namespace kerf::combined {

namespace {

// Customers come at rate `rate` to a storage of `servers` at rate 1 each and wait WITHIN PATIENCE.
auto Impatient(double rate, int servers, const std::string& patience) -> std::unique_ptr<Ran> {
  return RunText(fmt::format(R"(PROGRAM P;
TYPE CR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
VAR FILE OF 1000 CR: F; PROCESS LIFE FILE = F; RANDOM GAP, WORK, PATIENCE; REAL WAITED, SEEN, BUSY; INTEGER NR, LOST, ALL;
DISCRETE PROCESS LIFE (VAR RANDOM GAP, WORK, PATIENCE; VAR REAL COLLECT WAITED, SEEN, BUSY; VAR INTEGER LOST, ALL; VAR FILE F);
  TYPE CR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
  VAR FILE OF 1000 CR: F; STORAGE DESKS({1}); INTEGER NR;
  BEGIN
    GENERATE NR FOR LIFE AT TIME + GAP;
    ALL := ALL + 1; SEEN := ENTRYNBR(DESKS); BUSY := INUSE(DESKS) + 0.0*FREEUNITS(DESKS);
    ENTER DESKS WITHIN {2} ELSE BEGIN LOST := LOST + 1; TERMINATE END;
    WAITED := TIME - F.TRANSNBR.GENTIM;
    ADVANCE WORK;
    LEAVE DESKS
  END;
EXPERIMENT
  COLLECT WAITED; SEEN; BUSY END;
  RANDOMGEN GAP: EXPOND AVTIM = {0} SEED = 1; WORK: EXPOND AVTIM = 1.0 SEED = 2; PATIENCE: EXPOND AVTIM = 2.0 SEED = 3 END;
  SIMULATE FROM 0.0 TO 60000.0
END;
SYSTEM
  INITIAL LOST := 0; ALL := 0; GENERATE NR FOR LIFE AT GAP END;
  DISCRETE PROCESSES LIFE (GAP, WORK, PATIENCE, WAITED, SEEN, BUSY, LOST, ALL, F) END END
END
END .
)",
                             1 / rate, servers, patience));
}

auto MeanOf(const Ran& ran, const std::string& name) -> double {
  for (const CollectRecord& one : ran.engine->runs()[0].collects) {
    if (one.name == name) return one.values.mean;
  }
  return NAN;
}

// M/M/c+M: a birth and death process, in which each of those who wait leaves at rate 0.5.
void ExpectErlangA(double rate, int servers) {
  std::vector<double> p = {1};
  double sum = 1;
  for (int n = 1; n < 400; ++n) {
    p.push_back(p.back() * rate / (std::min(n, servers) + 0.5 * std::max(0, n - servers)));
    sum += p.back();
  }
  double waiting = 0;
  double inside = 0;
  double busy = 0;
  for (int n = 0; n < 400; ++n) {
    waiting += std::max(0, n - servers) * p[n] / sum;
    inside += n * p[n] / sum;
    busy += std::min(n, servers) * p[n] / sum;
  }
  const auto ran = Impatient(rate, servers, "PATIENCE");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  const RunRecord& run = ran->engine->runs()[0];
  EXPECT_NEAR(ran->Value(0, "LOST") / ran->Value(0, "ALL"), 0.5 * waiting / rate, 0.006);
  EXPECT_NEAR(run.files[0].mean_length, inside, 0.02 * inside);
  EXPECT_NEAR(run.resources[0].mean_use, busy, 0.01 * busy);
  // What arrivals see is what there is on average.
  EXPECT_NEAR(MeanOf(*ran, "SEEN"), waiting, 0.03 * waiting + 0.01);
  EXPECT_NEAR(MeanOf(*ran, "BUSY"), busy, 0.02 * busy);
}

TEST(Waiting, ErlangA) {
  ExpectErlangA(2.5, 2);
  ExpectErlangA(0.9, 1);
  ExpectErlangA(4, 6);
}

// M/M/1+D: the density of the work ahead is known piece by piece.
TEST(Waiting, ConstantPatience) {
  constexpr double kRate = 0.8;
  constexpr double kPatience = 1.5;
  const double beyond = kRate * std::exp((kRate - 1) * kPatience);
  const double p0 = 1 / (1 + kRate * (1 - std::exp((kRate - 1) * kPatience)) / (1 - kRate) + beyond);
  const auto ran = Impatient(kRate, 1, "1.5");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "LOST") / ran->Value(0, "ALL"), p0 * beyond, 0.006);
  EXPECT_LE(ran->engine->runs()[0].collects[0].values.max, kPatience);
}

// M/M/3 with all patience of the world, by Erlang's formula C. The file counts those who are there, not the
// next one who is on his way.
TEST(Waiting, QueueLengthsAsValues) {
  constexpr double kRate = 2.4;
  const double a = kRate;
  const double tail = a * a * a / 6 / (1 - a / 3);
  const double waits = tail / (1 + a + a * a / 2 + tail);
  const double waiting = waits * (a / 3) / (1 - a / 3);
  const auto ran = Impatient(kRate, 3, "1.0E6");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_EQ(ran->Value(0, "LOST"), 0);
  EXPECT_NEAR(MeanOf(*ran, "SEEN"), waiting, 0.1 * waiting);
  EXPECT_NEAR(MeanOf(*ran, "WAITED"), waiting / kRate, 0.1 * waiting / kRate);
  EXPECT_NEAR(ran->engine->runs()[0].files[0].mean_length, waiting + a, 0.04 * (waiting + a));
}

// Parts of two colors in one box, a machine for each color: two queues M/M/1 that do not know of each other.
TEST(Waiting, EntriesByTheirKind) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE MR = RECORD INTEGER TRANSNBR, OWN END; PR = RECORD INTEGER COLOR; REAL SINCE END;
VAR FILE OF 5 MR: MF; PROCESS MACHINE FILE = MF; FILE OF 10000 PR: BOX;
    RANDOM GAP, WORK, WHICH; REAL STAY; INTEGER NR, WRONG; TEVENT ARRIVAL; SIGNAL DONE;
FUNCTABLE SHARES = (1.0,0.4)(2.0,0.6);
DISCRETE PROCESS MACHINE (VAR RANDOM WORK; VAR REAL COLLECT STAY; VAR INTEGER WRONG; VAR FILE MF, BOX);
  TYPE MR = RECORD INTEGER TRANSNBR, OWN END;
  VAR FILE OF 5 MR: MF;
  BEGIN
    WHILE TRUE DO BEGIN
      TAKE BOX WHEN COLOR = OWN;
      STAY := TIME - SINCE;
      IF COLOR <> OWN THEN WRONG := WRONG + 1;
      ADVANCE WORK
    END
  END;
EXPERIMENT
  COLLECT STAY END;
  RANDOMGEN GAP: EXPOND AVTIM = 0.8 SEED = 1; WORK: EXPOND AVTIM = 1.0 SEED = 2; WHICH: DISCRETED TABLE = SHARES SEED = 3 END;
  SIMULATE FROM 0.0 TO 100000.0
END;
SYSTEM
  INITIAL WRONG := 0; SCHEDULE ARRIVAL AT GAP;
    GENERATE NR FOR MACHINE AT 0.0 WHERE OWN := 1 END; GENERATE NR FOR MACHINE AT 0.0 WHERE OWN := 2 END END;
  DISCRETE
    EVENTS ARRIVAL: INSERT BOX WHERE COLOR := WHICH; SINCE := TIME END; SCHEDULE ARRIVAL AT TIME + GAP END END;
    PROCESSES MACHINE (WORK, STAY, WRONG, MF, BOX) END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_EQ(ran->Value(0, "WRONG"), 0);
  // 0.5 and 0.75 of the time at work.
  const double waiting = 0.25 / 0.5 + 0.5625 / 0.25;
  EXPECT_NEAR(ran->engine->runs()[0].files[1].mean_length, waiting, 0.08 * waiting);
  EXPECT_NEAR(MeanOf(*ran, "STAY"), waiting / 1.25, 0.08 * waiting / 1.25);
}

// A server who begins when three wait and goes on until nobody is left: r/(1 - r) + (3 - 1)/2 are there.
TEST(Waiting, ServerWhoWaitsForThree) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE SR = RECORD INTEGER TRANSNBR END; CR = RECORD REAL SINCE END;
VAR FILE OF 5 SR: SF; PROCESS SERVER FILE = SF; FILE OF 10000 CR: LINE; RANDOM GAP, WORK; INTEGER NR; TEVENT ARRIVAL;
DISCRETE PROCESS SERVER (VAR RANDOM WORK; VAR FILE SF, LINE);
  BEGIN
    WHILE TRUE DO BEGIN
      WAIT UNTIL ENTRYNBR(LINE) >= 3;
      WHILE ENTRYNBR(LINE) > 0 DO BEGIN ADVANCE WORK; REMOVE LINE END
    END
  END;
EXPERIMENT
  RANDOMGEN GAP: EXPOND AVTIM = 2.0 SEED = 1; WORK: EXPOND AVTIM = 1.0 SEED = 2 END;
  SIMULATE FROM 0.0 TO 100000.0
END;
SYSTEM
  INITIAL SCHEDULE ARRIVAL AT GAP; GENERATE NR FOR SERVER AT 0.0 END;
  DISCRETE EVENTS ARRIVAL: INSERT LINE WHERE SINCE := TIME END; SCHEDULE ARRIVAL AT TIME + GAP END END;
    PROCESSES SERVER (WORK, SF, LINE) END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->engine->runs()[0].files[1].mean_length, 2, 0.06);
}

// Transactions 1, 2, 3 … are born at 1 and do what their branch says; LOG shows who did what when.
auto Scene(const std::string& branches, int n, const std::string& events = "") -> std::vector<std::string> {
  const auto ran =
      RunText(fmt::format(R"(PROGRAM P;
TYPE TR = RECORD INTEGER TRANSNBR; REAL GENTIM END; IR = RECORD INTEGER KIND, WEIGHT END;
VAR FILE OF 10 TR: F; PROCESS LIFE FILE = F; FILE OF 2 IR: BOX; INTEGER NR, I, LEVEL; SIGNAL A, B, C; FACILITY DESK; GATE DOOR;
    TEVENT E3, E5;
DISCRETE PROCESS LIFE (VAR INTEGER LEVEL; VAR FILE F, BOX);
  TYPE TR = RECORD INTEGER TRANSNBR; REAL GENTIM END;
  VAR FILE OF 10 TR: F;
  BEGIN CASE TRANSNBR OF {} END END;
EXPERIMENT SIMULATE FROM 0.0 TO 100.0 END;
SYSTEM
  INITIAL LEVEL := 0; FOR I := 1 TO {} DO GENERATE NR FOR LIFE AT 1.0; SCHEDULE E3 AT 3.0; SCHEDULE E5 AT 5.0 END;
  DISCRETE EVENTS {} END; PROCESSES LIFE (LEVEL, F, BOX) END END
END
END .
)",
                          branches, n, events.empty() ? "E3: LEVEL := 3 END; E5: LEVEL := 5 END" : events));
  for (std::string& line : ran->lines) {
    constexpr std::string_view kMark = "diagnostic: ";
    if (line.starts_with(kMark)) line.erase(0, kMark.size());
  }
  return ran->lines;
}

using Lines = std::vector<std::string>;
#define WRITES(word) "FORTRAN WRITE (*,*) '" word "', TRANSNBR, TIME END"

// Given up at 3, when the desk is free at 3: served, whoever was first to schedule.
TEST(Waiting, ServedAtTheLastInstant) {
  EXPECT_EQ(Scene("1: SEIZE DESK; ADVANCE 2.0; RELEASE DESK; " WRITES(
                      "out") " END;"
                             "2: SEIZE DESK WITHIN 2.0 ELSE " WRITES("lost") "; " WRITES(
                                 "has it") "; ADVANCE 1.0; RELEASE DESK END;"
                                           "3: SEIZE DESK WITHIN 2.0 ELSE BEGIN " WRITES(
                                               "lost") "; TERMINATE END; RELEASE DESK END",
                  3),
            (Lines{"out 1 3", "has it 2 3", "lost 3 3"}));
  // An item and the end of patience at one instant.
  EXPECT_EQ(Scene("1: TAKE BOX WITHIN 2.0 ELSE " WRITES("lost") "; " WRITES(
                      "on") " END;"
                            "2: TAKE BOX WITHIN 2.0 ELSE " WRITES("lost") "; " WRITES(
                                "on") " END;"
                                      "3: ADVANCE 2.0; PUT BOX WHERE KIND := 1 END; " WRITES("put") " END",
                  3),
            (Lines{"put 3 3", "on 1 3", "lost 2 3", "on 2 3"}));
  // Those who give up at one instant do so one after the other, and the first one's signal reaches the
  // second.
  EXPECT_EQ(Scene("1: WAITSIG A WITHIN 2.0 ELSE SENDSIG B; " WRITES(
                      "on") " END;"
                            "2: WAITSIG B WITHIN 2.0 ELSE " WRITES("late") "; " WRITES(
                                "on") " END;"
                                      "3: WAITSIG C WITHIN 2.0 ELSE " WRITES("late") "; " WRITES("on") " END",
                  3),
            (Lines{"on 1 3", "on 2 3", "late 3 3", "on 3 3"}));
  EXPECT_EQ(Scene("1: GATE DOOR WITHIN 2.0; " WRITES(
                      "on") " END; 2: ADVANCE 2.0; OPEN DOOR END; 3: GATE DOOR WITHIN "
                            "1.0 ELSE " WRITES("late") " END",
                  3),
            (Lines{"late 3 2", "on 1 3"}));
}

TEST(Waiting, NoPatienceAtAll) {
  EXPECT_EQ(Scene("1: SEIZE DESK WITHIN 0.0 ELSE " WRITES(
                      "lost") "; ADVANCE 1.0; RELEASE DESK END;"
                              "2: SEIZE DESK WITHIN 0.0 ELSE BEGIN " WRITES(
                                  "lost") "; TERMINATE END END;"
                                          "3: TAKE BOX WITHIN 0.0 ELSE " WRITES("none") " END",
                  3),
            (Lines{"lost 2 1", "none 3 1"}));
  EXPECT_EQ(Scene("1: SEIZE DESK WITHIN -1.0 ELSE TERMINATE; RELEASE DESK END", 1),
            (Lines{"time 1: LIFE 1 is to wait WITHIN -1, which is no delay"}));
}

// Who preempts takes the desk from one who waits elsewhere; his patience goes on, and he goes on with the
// desk.
TEST(Waiting, PreemptedWhileWaiting) {
  EXPECT_EQ(Scene("1: SEIZE DESK; WAITSIG A WITHIN 1.5 ELSE " WRITES("late") "; " WRITES(
                      "on") "; RELEASE DESK END;"
                            "2: PRIORITY 5; ADVANCE 1.0; PREEMPT DESK; " WRITES(
                                "took") "; ADVANCE 3.0; RELEASE DESK END;"
                                        "3: ADVANCE 1.25; PREEMPT DESK WITHIN 1.0 ELSE BEGIN " WRITES(
                                            "lost") "; TERMINATE END END",
                  3),
            (Lines{"took 2 2", "lost 3 3.25", "late 1 5", "on 1 5"}));
}

TEST(Waiting, TerminatedWhileWaiting) {
  EXPECT_EQ(
      Scene(
          "1: SEIZE DESK; ADVANCE 4.0; RELEASE DESK; " WRITES(
              "out") " END;"
                     "2: SEIZE DESK WITHIN 9.0 ELSE " WRITES("lost") "; " WRITES(
                         "wrong") " END;"
                                  "3: SEIZE DESK WITHIN 9.0 ELSE " WRITES("lost") "; " WRITES(
                                      "has it") "; RELEASE DESK END;"
                                                "4: WAIT UNTIL LEVEL = 9 WITHIN 5.0 ELSE " WRITES(
                                                    "wrong") " END;"
                                                             "5: WAITSIG ALL (A, B) WITHIN 5.0 ELSE " WRITES(
                                                                 "wrong") " END",
          5,
          "E3: TERMINATE 2 OF LIFE; TERMINATE 4 OF LIFE; TERMINATE 5 OF LIFE END; E5: SENDSIG A; LEVEL := 9 "
          "END"),
      (Lines{"out 1 5", "has it 3 5"}));
}

TEST(Waiting, SignalsTogether) {
  EXPECT_EQ(
      Scene(
          "1: WAITSIG ANY (A, B); IF GOTSIG(B) THEN " WRITES("b") "; IF GOTSIG(A) THEN " WRITES(
              "a") " END;"
                   "2: WAITSIG ALL (A, B); " WRITES(
                       "both") " END;"
                               "3: WAITSIG ALL (B, C) WITHIN 4.0 ELSE " WRITES(
                                   "late") "; IF GOTSIG(B) THEN " WRITES("b") " END;"
                                                                              "4: WAITSIG B WITHIN 9.0; IF "
                                                                              "GOTSIG(B) AND NOT GOTSIG(A) "
                                                                              "THEN " WRITES("only b") " END",
          4, "E3: SENDSIG B; SENDSIG B END; E5: SENDSIG A END"),
      (Lines{"b 1 3", "only b 4 3", "both 2 5", "late 3 5", "b 3 5"}));
}

// The condition holds when one goes on, also if the one before has changed it again.
TEST(Waiting, Conditions) {
  EXPECT_EQ(Scene("1: WAIT UNTIL LEVEL > 2; " WRITES(
                      "first") "; LEVEL := 0 END;"
                               "2: WAIT UNTIL LEVEL > 2; " WRITES(
                                   "second") " END;"
                                             "3: PRIORITY 1; WAIT UNTIL (LEVEL = 3) OR (LEVEL = 7) WITHIN "
                                             "50.0 ELSE " WRITES("late") "; " WRITES(
                                                 "third") " END;"
                                                          "4: WAIT UNTIL 4.0; " WRITES("at") " END",
                  4),
            (Lines{"third 3 3", "first 1 3", "at 4 4", "second 2 5"}));
  EXPECT_EQ(Scene("1: ADVANCE 0.5; WAIT UNTIL 1.0 END", 1),
            (Lines{"time 1.5: LIFE 1 waits until the time 1, which is over"}));
  EXPECT_EQ(Scene("1: ADVANCE 5.0; WAIT UNTIL LEVEL > 2; " WRITES("at once") " END", 1),
            (Lines{"at once 1 6"}));
}

TEST(Waiting, EntriesOfFiles) {
  // The box holds two; what is put later waits, in order.
  EXPECT_EQ(
      Scene("1: PUT BOX WHERE KIND := 1; WEIGHT := 10 END; PUT BOX WHERE KIND := 2; WEIGHT := 20 END; "
            "PUT BOX WHERE KIND := 3; WEIGHT := 30 END; " WRITES(
                "third") "; PUT BOX WHERE KIND := 4 END WITHIN 1.0 "
                         "ELSE BEGIN " WRITES("full") "; FORTRAN WRITE (*,*) ENTRYNBR(BOX) END END END;"
                                                      "2: ADVANCE 1.0; TAKE BOX WHEN KIND > 1; FORTRAN WRITE "
                                                      "(*,*) 'took', KIND, WEIGHT END END;"
                                                      "3: ADVANCE 5.0; REMOVE BOX WHEN WEIGHT = 30; FORTRAN "
                                                      "WRITE (*,*) 'has', KIND END; REMOVE BOX WHEN "
                                                      "WEIGHT = 99 ELSE " WRITES("none") " END",
            3),
      (Lines{"took 2 20", "third 1 2", "full 1 3", "2", "has 3", "none 3 6"}));
  EXPECT_EQ(Scene("1: REMOVE BOX WHEN KIND = 1 END", 1),
            (Lines{"time 1: no entry of `BOX` satisfies the condition"}));
  // What was at work before a search that finds nothing is at work afterwards.
  EXPECT_EQ(Scene("1: INSERT BOX WHERE KIND := 5; WEIGHT := 6 END; INSERT BOX WHERE KIND := 7; WEIGHT := 8 "
                  "END; REMOVE BOX; "
                  "REMOVE BOX WHEN KIND = 9 ELSE FORTRAN WRITE (*,*) KIND, WEIGHT END END",
                  1),
            (Lines{"5 6"}));
}

TEST(Waiting, Deadlock) {
  const Lines lines = Scene("1: WAIT UNTIL LEVEL = 9 END; 2: WAITSIG ALL (A, C) END; 3: TAKE BOX END", 3);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0],
            "time 5: nothing is scheduled, but entities wait:\nLIFE 1 waits for a condition\nLIFE 2 waits "
            "for each of "
            "the signals A, C\nLIFE 3 waits for a condition\n");
}

}  // namespace

#undef WRITES

}  // namespace kerf::combined
