// Functions in C that do not come back: each fault ends the run with a message that names the function, and
// the results up to then are in the file.
#include <cmath>
#include <csignal>
#include <ostream>

#include <gtest/gtest.h>

#include "program.h"
#include "results/read_result.h"

namespace kerf::ends {

namespace {

struct Fault {
  const char* name;
  // What the function does where its argument is beyond 0.5.
  const char* code;
  // Part of the message.
  const char* words;
  // Whether statistics follow.
  bool is_orderly = true;
};

// So that the names of the tests do not contain addresses.
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

constexpr const char* kHead = R"(#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ModelicaUtilities.h"
static void* null_(void) { return 0; }
static int zero_(void) { return 0; }
static int deep_(volatile char* p) { volatile char here[4096]; here[0] = p[0]; return deep_(here) + here[0]; }
static void* thread_(void* p) { *(volatile int*)null_() = 1; return p; }
static void* error_(void* p) { ModelicaError("no way"); return p; }
static void run_(void* (*f)(void*)) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
)";

const Fault kFaults[] = {
    {"null", "*(volatile int*)null_() = 1;", "it accessed memory that is not its own (SIGSEGV)"},
    {"far", "((volatile char*)(size_t)0xdead0000beef)[0] = 1;", "(SIGSEGV)"},
    {"division", "{ volatile int n = 7; volatile int z = zero_(); volatile int q = n / z; (void)q; }",
     "(SIGFPE)"},
    {"abort", "abort();", "it called abort() (SIGABRT)"},
    {"exit", "exit(3);", "it called exit(3)"},
    {"exit_zero", "exit(0);", "it called exit(0)"},
    {"raw_exit", "_exit(4);", "it called exit(4)"},
    {"quick_exit", "quick_exit(5);", "it called exit(5)"},
    {"stack", "{ volatile char c = 1; return deep_(&c); }", "(SIGSEGV)"},
    {"trap", "__builtin_trap();", "SIGILL"},
    // The allocator notices it, or accesses what is not its own.
    {"bad_free", "free((char*)malloc(100) + 8);", "bad_ failed: it "},
    {"error", "ModelicaFormatError(\"%d is %s\", 7, \"odd\");", "7 is odd"},
    {"own_thread", "run_(thread_);", "failed in a thread of its own: it accessed memory", false},
    {"error_in_thread", "run_(error_);", "failed in a thread of its own: no way", false},
    {"raise", "raise(SIGSEGV);", "(SIGSEGV)"},
};

auto Model(const std::string& code) -> std::string {
  std::string text = kHead + std::string("double bad_(double x) { if (x > 0.5) { ") + code + " } return x; }";
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return "model Bad\n  function bad\n    input Real x;\n    output Real y;\n  external \"C\" y = bad_(x)\n"
         "    annotation(Include = \"" +
         quoted +
         "\");\n  end bad;\n  Real x(start = 0, fixed = true);\n  Real y = bad(x);\nequation\n  der(x) = "
         "1;\nend Bad;\n";
}

class ExternalFault : public testing::TestWithParam<std::tuple<Fault, std::string, std::string>> {};

// For each fault: results as CSV or MAT, equations and functions as machine code or interpreted.
TEST_P(ExternalFault, EndsTheRunWithAMessageAndResults) {
  const auto& [fault, file, engine] = GetParam();
  const Folder folder;
  folder.Write("bad.mo", Model(fault.code));
  std::vector<std::string> words = {"simulate",    "bad.mo", "--trust",  "bad.mo",
                                    "--intervals", "100",    "--output", file};
  if (!engine.empty()) words.push_back(engine);
  const Ended ended = RunKerf(folder, words);
  EXPECT_EQ(ended.signal, 0) << ended.output;
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("bad_"), std::string::npos) << ended.output;
  EXPECT_NE(ended.output.find(fault.words), std::string::npos) << ended.output;
  EXPECT_EQ(ended.output.find("steps  ") != std::string::npos, fault.is_orderly) << ended.output;
  const results::Loaded loaded = results::ReadResult(folder.Path(file));
  ASSERT_EQ(loaded.error, "");
  const std::vector<double>& time = loaded.table.columns[0];
  ASSERT_GE(time.size(), 40U) << ended.output;
  const auto* y = results::FindColumn(loaded.table, "y");
  ASSERT_NE(y, nullptr);
  for (size_t k = 0; k < time.size(); ++k) {
    EXPECT_NEAR((*y)[k], time[k], 1e-6);
    EXPECT_LE(time[k], 0.51);
  }
}

auto NameOfFault(const testing::TestParamInfo<std::tuple<Fault, std::string, std::string>>& one)
    -> std::string {
  const auto& [fault, file, engine] = one.param;
  return std::string(fault.name) + "_" + file.substr(4) + (engine.empty() ? "" : "_interpreted");
}

INSTANTIATE_TEST_SUITE_P(All, ExternalFault,
                         testing::Combine(testing::ValuesIn(kFaults), testing::Values("run.csv", "run.mat"),
                                          testing::Values("", "--interpret")),
                         NameOfFault);

// A parameter needs the function before the run.
TEST(ExternalFaults, BeforeTheRunNamesFunctionAndPlace) {
  const Folder folder;
  std::string model = Model("abort();");
  const std::string before = "Real y = bad(x)";
  model.replace(model.find(before), before.size(), "parameter Real p = bad(2); Real y = p*x");
  folder.Write("bad.mo", model);
  const Ended ended = RunKerf(folder, {"simulate", "bad.mo", "--trust", "bad.mo"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("bad.mo:"), std::string::npos) << ended.output;
  EXPECT_NE(ended.output.find("bad_ failed: it called abort()"), std::string::npos) << ended.output;
}

// A function that never returns ends with the time that the run may take; one that is asked to by Ctrl-C,
// too.
TEST(ExternalFaults, EndlessLoopEndsWithTheTimeLimit) {
  const Folder folder;
  folder.Write("bad.mo", Model("for (;;) {}"));
  const Ended ended = RunKerf(folder, {"simulate", "bad.mo", "--trust", "bad.mo", "--max-time", "3",
                                       "--intervals", "100", "--output", "run.csv"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("bad_ failed: it did not return and was interrupted"), std::string::npos)
      << ended.output;
  EXPECT_NE(ended.output.find("--max-time of 3 s is used up"), std::string::npos) << ended.output;
  EXPECT_GE(results::ReadResult(folder.Path("run.csv")).table.columns[0].size(), 40U);
}

// What a function does to the floating-point environment ends with it.
TEST(ExternalFaults, RoundingStaysAsItIs) {
  const Folder folder;
  folder.Write("bad.mo", Model("fesetround(FE_UPWARD); feraiseexcept(FE_ALL_EXCEPT);"));
  folder.Write("good.mo", Model(""));
  const std::vector<std::string> words = {"--intervals", "100", "--output", "run.csv"};
  std::string text[2];
  for (const bool is_bad : {false, true}) {
    const std::string file = is_bad ? "bad.mo" : "good.mo";
    const Ended ended = RunKerf(folder, {"simulate", file, "--trust", file, "--output", "run.csv"});
    ASSERT_EQ(ended.exit_code, 0) << ended.output;
    text[is_bad ? 1 : 0] = folder.Read("run.csv");
  }
  EXPECT_EQ(text[0], text[1]);
}

// Libraries of the command line are called the same way.
TEST(ExternalFaults, UserLibrary) {
  const Folder folder;
  folder.Write("user.c", "#include <stdlib.h>\ndouble user(double x) { if (x > 0.5) abort(); return x; }\n");
  const std::string compile =
      "cc -shared -fPIC -o '" + folder.Path("user.so") + "' '" + folder.Path("user.c") + "'";
  ASSERT_EQ(std::system(compile.c_str()), 0);
  folder.Write("m.dym", "model m\n  local x y\n  x' = 1\n  y = user(x)\nend\n");
  const Ended ended = RunKerf(
      folder, {"simulate", "m.dym", "--init", "x=0", "--functions", "user.so", "--output", "run.csv"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("the external function user failed: it called abort()"), std::string::npos)
      << ended.output;
  EXPECT_GE(results::ReadResult(folder.Path("run.csv")).table.columns[0].size(), 200U);
}

}  // namespace

}  // namespace kerf::ends
