// Routines as machine code against the interpreter, on the programs of the golden files, on faults, on
// programs in the midst of which machine code takes over, and on programs at random.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>

#include "random_program.h"
#include "run_program.h"

namespace kerf::combined {

namespace {

constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

auto After(uint64_t n) -> Options {
  Options options;
  options.compile_after = n;
  return options;
}

// The files *.cosy that stand in a golden file.
auto ProgramsIn(const std::filesystem::path& golden) -> std::vector<std::string> {
  std::vector<std::string> programs;
  std::ifstream file(golden);
  bool is_program = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("--- ")) {
      is_program = line.starts_with("--- file ") && line.ends_with(".cosy");
      if (is_program) programs.emplace_back();
      continue;
    }
    if (is_program) programs.back() += line + "\n";
  }
  return programs;
}

TEST(Compiled, ProgramsOfGoldenFiles) {
  size_t n_run = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KERF_SOURCE_DIR) + "/test/golden/cosy")) {
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    // What is wrong with macros takes long to read, and never runs.
    if (name == "fail_macros.golden") continue;
    for (const std::string& program : ProgramsIn(entry.path())) {
      const auto ran = RunText(program);
      n_run += ran->engine != nullptr ? 1 : 0;
    }
  }
  EXPECT_GT(n_run, 10U);
}

// Frames go on with the interpreter around what is compiled meanwhile.
TEST(Compiled, TakesOverInTheMidst) {
  for (const char* name : {"barbershop-events", "barbershop-process", "ejection", "domino"}) {
    const std::string text = ExampleText(name);
    const std::string expected = ReportOf(*RunOnce(text, After(kNever)));
    for (const uint64_t n : {1, 2, 50}) {
      const auto ran = RunOnce(text, After(n));
      EXPECT_TRUE(ran->engine->routines().is_compiled());
      EXPECT_EQ(ReportOf(*ran), expected) << name << " " << n;
    }
  }
}

// A process with that body, which is entered at time 1.
auto Life(const std::string& body) -> std::string {
  return fmt::format(R"(PROGRAM P;
TYPE CU = RECORD INTEGER TRANSNBR; REAL SIZE END;
VAR FILE OF 3 CU: F; PROCESS Q FILE = F; INTEGER C; RANDOM RT;
DISCRETE PROCESS Q (VAR RANDOM RT; VAR FILE F);
  TYPE CU = RECORD INTEGER TRANSNBR; REAL SIZE END;
  VAR FACILITY JOE; INTEGER C; REAL X; ARRAY [4] OF REAL A; INTEGER R RANGE 1 .. 3;
  BEGIN {} END;
EXPERIMENT RANDOMGEN RT: EXPOND AVTIM = 1.0 END; SIMULATE FROM 0 TO 100 END;
SYSTEM
  INITIAL GENERATE C FOR Q AT 1 END;
  DISCRETE PROCESSES Q (RT, F) END END;
END
END .
)",
                     body);
}

struct Fault {
  const char* body;
  const char* message;
};

TEST(Compiled, FaultsAreToldAlike) {
  const auto faults = std::to_array<Fault>({
      {"X := 0.0; X := 1.0/X; ADVANCE X - X", "advances by"},
      {"X := 1.0; ADVANCE X - 2.0", "advances by -1"},
      {"RELEASE JOE", "has not seized"},
      {"SEIZE JOE; ADVANCE RT", "leaves holding"},
      {"SEIZE JOE UNITS = 2", "seizes 2"},
      {"GENERATE C FOR Q AT TIME - 1.0", "which is over"},
      {"TERMINATE 7", "no transaction 7"},
      {"WHILE C < 5 DO GENERATE C FOR Q AT TIME; ADVANCE 1.0", "is full"},
      {"X := 5.0; A[X] := 1.0", "element 5 of an array of 4"},
      {"X := 1.5; X := A[X]", "element 1.5 of an array of 4"},
      {"R := 3; R := R + 1", "outside of its range 1 to 3"},
      {"C := 4; CASE C OF 1: C := 2 END; 2: C := 1 END END", "no branch for the value 4"},
      {"ERROREXIT 3 'so it is'", "error 3"},
  });
  for (const Fault& fault : faults) {
    const auto ran = RunText(Life(fault.body));
    EXPECT_FALSE(ran->ok) << fault.body;
    const auto has_it = [&](const std::string& line) {
      return line.find(fault.message) != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(ran->lines, has_it))
        << fault.body << ": " << testing::PrintToString(ran->lines);
  }
}

TEST(Compiled, LoopsWithoutAnEnd) {
  Options options;
  options.most_rounds = 100'000;
  const auto ran = RunText(Life("X := 0.0; WHILE X >= 0.0 DO X := X + 1.0"), options);
  EXPECT_FALSE(ran->ok);
  ASSERT_EQ(ran->mistakes.all.size(), 1U);
  EXPECT_EQ(ran->mistakes.all[0].text, "time 1: a loop has gone round 131072 times without an end");
}

// Who wants to stop need not wait for the end of a loop.
TEST(Compiled, LoopsCanBeStopped) {
  for (const uint64_t n : {uint64_t{0}, kNever}) {
    Options options = After(n);
    options.should_stop = [asked = 0]() mutable { return ++asked > 3; };
    const auto ran = RunOnce(Life("X := 0.0; WHILE X >= 0.0 DO X := X + 1.0"), options);
    EXPECT_FALSE(ran->ok);
    EXPECT_TRUE(ran->mistakes.all.empty());
  }
}

TEST(Compiled, ProgramsAtRandom) {
  size_t n_good = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Options options;
    options.most_rounds = 1;
    const std::string text = RandomProgramText(seed);
    const auto ran = RunText(text, options);
    ASSERT_NE(ran->engine, nullptr) << text << testing::PrintToString(ran->lines);
    n_good += ran->ok ? 1 : 0;
  }
  // Those that fail are of interest as well, but not alone.
  EXPECT_GT(n_good, 20U);
}

}  // namespace

}  // namespace kerf::combined
