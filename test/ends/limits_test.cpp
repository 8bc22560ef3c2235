// Limits of time, memory and events: the command ends with a message that says which, and a run keeps its
// results.
#include <gtest/gtest.h>

#include "program.h"
#include "results/read_result.h"

namespace kerf::ends {

namespace {

void ExpectLimit(const Ended& ended, const std::string& words) {
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find(words), std::string::npos) << ended.output;
}

TEST(Limits, TimeOfARun) {
  const Folder folder;
  folder.Write("m.dym", "model m\n  local x\n  x' = 1\nend\n");
  const Ended ended =
      RunKerf(folder, {"simulate", "m.dym", "--init", "x=0", "--stop", "1e9", "--solver", "euler", "--step",
                       "0.001", "--intervals", "1000000", "--max-time", "1.5", "--output", "run.csv"});
  ExpectLimit(ended, "the run was stopped: --max-time of 1.5 s is used up");
  EXPECT_NE(ended.output.find("steps  "), std::string::npos) << ended.output;
  EXPECT_EQ(results::ReadResult(folder.Path("run.csv")).error, "");
}

// An endless loop in a function of the model, as machine code and interpreted, before and during the run.
TEST(Limits, TimeOfEndlessFunctions) {
  const Folder folder;
  const std::string function =
      "  function f\n    input Real x;\n    output Real y;\n  algorithm\n    y := 0;\n"
      "    while x > 0.5 loop y := y + 1; end while;\n  end f;\n";
  folder.Write("run.mo",
               "model M\n" + function +
                   "  Real x(start = 0, fixed = true);\n  Real y = f(x);\nequation\n  der(x) = 1;\nend M;\n");
  for (const char* engine : {"--interpret", "--every-step"}) {
    const Ended ended =
        RunKerf(folder, {"simulate", "run.mo", engine, "--max-time", "3", "--output", "run.csv"});
    ExpectLimit(ended, "--max-time of 3 s is used up");
    EXPECT_GE(results::ReadResult(folder.Path("run.csv")).table.columns[0].size(), 200U);
  }
  folder.Write("before.mo",
               "model M\n" + function + "  parameter Real p = f(1);\n  Real y = p*time;\nend M;\n");
  ExpectLimit(RunKerf(folder, {"simulate", "before.mo", "--max-time", "1"}),
              "--max-time of 1 s is used up, during the phase ");
  // Without a limit of the user's there is one of steps, and it names the function.
  const Ended ended = RunKerf(folder, {"check", "before.mo", "--max-time", "1"});
  ExpectLimit(ended, "--max-time of 1 s is used up, during the phase ");
}

TEST(Limits, StepsOfAFunctionThatGivesASize) {
  const Folder folder;
  folder.Write("m.mo",
               "model M\n  function f\n    output Integer y;\n  algorithm\n    y := 0;\n"
               "    while true loop y := y + 1; end while;\n  end f;\n  Real x[f()];\nend M;\n");
  const Ended ended = RunKerf(folder, {"check", "m.mo"});
  ExpectLimit(ended, "function `M.f` takes more than 30000000 steps");
  EXPECT_NE(ended.output.find("m.mo:6:"), std::string::npos) << ended.output;
}

TEST(Limits, MemoryOfAFunctionThatGivesASize) {
  const Folder folder;
  folder.Write("m.mo",
               "model M\n  function f\n    output Integer y;\n  protected\n    Real a[10000000];\n    Real "
               "b[10000000];\n"
               "    Real c[9000000];\n  algorithm\n    a := fill(1.0, 10000000);\n    b := 2*a;\n    c := "
               "fill(3.0, 9000000);\n"
               "    y := integer(a[1] + b[2] + c[3]);\n  end f;\n  Real x[f()];\nend M;\n");
  const Ended ended = RunKerf(folder, {"check", "m.mo", "--max-memory", "300M"});
  ExpectLimit(ended, "--max-memory of 300 MB is used up, during the phase flatten");
}

TEST(Limits, Events) {
  const Folder folder;
  folder.Write(
      "m.mo",
      "model M\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\nequation\n"
      "  der(x) = 1;\n  when sample(0.1, 0.1) then\n    n = pre(n) + 1;\n  end when;\nend M;\n");
  const Ended ended =
      RunKerf(folder, {"simulate", "m.mo", "--stop", "10", "--max-events", "7", "--output", "run.mat"});
  ExpectLimit(ended, "--max-events 7 is reached");
  const results::Loaded loaded = results::ReadResult(folder.Path("run.mat"));
  ASSERT_EQ(loaded.error, "");
  EXPECT_EQ(results::FindColumn(loaded.table, "n")->back(), 7);
  // Enough is enough for a run that needs no more.
  EXPECT_EQ(RunKerf(folder, {"simulate", "m.mo", "--stop", "0.65", "--max-events", "7"}).exit_code, 0);
}

TEST(Limits, EventsOfPrograms) {
  const Folder folder;
  for (const char* name : {"bank", "barbershop-process", "soaking-pit", "cars"}) {
    const std::string file = std::string(KERF_SOURCE_DIR) + "/examples/cosy/" + name + ".cosy";
    const Ended ended = RunKerf(folder, {"simulate", file, "--max-events", "3"});
    ExpectLimit(ended, "--max-events 3 is reached");
  }
}

// Loops over long ranges need no memory for the range.
TEST(Limits, LongRanges) {
  const Folder folder;
  const std::string loop = "for i in 1:1000000000 loop y := y + 1; if y > 5 then break; end if; end for;";
  folder.Write(
      "function.mo",
      "model M\n  function f\n    input Real x;\n    output Real y;\n  algorithm\n    y := 0;\n    " + loop +
          "\n  end f;\n  parameter Real p = f(1);\n  Real z = p + f(time);\nend M;\n");
  folder.Write("algorithm.mo", "model M\n  Real y;\nalgorithm\n  y := time;\n  " + loop + "\nend M;\n");
  folder.Write("literal.mo", "model M\n  Real y;\nalgorithm\n  y := 0;\n  " + loop + "\nend M;\n");
  folder.Write("sum.mo", "model M\n  Real y = sum(time for i in 1:1000000000);\nend M;\n");
  folder.Write(
      "empty.mo",
      "model M\n  Real y;\nalgorithm\n  y := time;\n  for i in 1:1000000000 loop end for;\nend M;\n");
  const Ended function = RunKerf(folder, {"simulate", "function.mo", "--json", "--max-memory", "1G"});
  EXPECT_EQ(function.exit_code, 0) << function.output;
  EXPECT_NE(function.output.find("\"z\": 12.0"), std::string::npos) << function.output;
  const Ended literal = RunKerf(folder, {"simulate", "literal.mo", "--json", "--max-memory", "1G"});
  EXPECT_EQ(literal.exit_code, 0) << literal.output;
  EXPECT_NE(literal.output.find("\"y\": 6.0"), std::string::npos) << literal.output;
  const Ended empty = RunKerf(folder, {"simulate", "empty.mo", "--max-memory", "1G"});
  EXPECT_EQ(empty.exit_code, 0) << empty.output;
  // What cannot be expanded is refused, and says so.
  for (const char* file : {"algorithm.mo", "sum.mo"}) {
    const Ended ended = RunKerf(folder, {"simulate", file, "--max-memory", "3G"});
    EXPECT_EQ(ended.output.find("--max-memory"), std::string::npos) << file << ended.output;
    EXPECT_EQ(ended.signal, 0);
    EXPECT_TRUE(ended.exit_code == 1 && ended.output.find(file) != std::string::npos) << file << ended.output;
  }
}

}  // namespace

}  // namespace kerf::ends
