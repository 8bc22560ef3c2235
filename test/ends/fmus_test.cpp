// FMUs that misbehave, and archives that are traps: each ends with a message that names the FMU, the function
// and the time, what was computed before is kept, and nothing is written where it should not be.
#include <zip.h>

#include <cmath>
#include <cstdlib>
#include <ostream>

#include <gtest/gtest.h>

#include "program.h"
#include "results/read_result.h"

namespace kerf::ends {

namespace {

namespace fs = std::filesystem;

// x' = 1 and an indicator x - 0.5, in FMI 2.0 for both types. Macros put a fault into a function.
constexpr const char* kSource = R"(#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
typedef struct { void (*logger)(void*, const char*, int, int, const char*, const char*, ...); void* (*allocate)(size_t, size_t);
                 void (*release)(void*); void (*finished)(void*, int); void* environment; } Callbacks;
typedef struct { int needs, ends, nominals, values, has_next; double next; } Info;
typedef struct { double t, x, k; int is_terminated; const Callbacks* callbacks; } Model;
#ifndef IN_INSTANTIATE
#define IN_INSTANTIATE
#endif
#ifndef IN_DERIVATIVES
#define IN_DERIVATIVES
#endif
#ifndef IN_EVENT
#define IN_EVENT
#endif
#ifndef IN_STEP
#define IN_STEP
#endif
#ifndef IN_FREE
#define IN_FREE
#endif
static void* null_(void) { return 0; }
static void say(Model* m, int status, const char* text) { m->callbacks->logger(m->callbacks->environment, "", status, "", "%s", text); }
void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources, const Callbacks* callbacks, int a, int b) {
  Model* m = callbacks->allocate(1, sizeof *m);
  m->callbacks = callbacks; m->k = 1;
  (void)name; (void)type; (void)resources; (void)a; (void)b; (void)guid; (void)say; (void)null_;
  IN_INSTANTIATE
  return m;
}
void fmi2FreeInstance(Model* m) { IN_FREE m->callbacks->release(m); }
int fmi2SetupExperiment(Model* m, int a, double b, double t, int c, double d) { (void)a; (void)b; (void)c; (void)d; m->t = t; return 0; }
int fmi2EnterInitializationMode(Model* m) { (void)m; return 0; }
int fmi2ExitInitializationMode(Model* m) { (void)m; return 0; }
int fmi2Terminate(Model* m) { (void)m; return 0; }
static double* at(Model* m, unsigned r) { return r == 0 ? &m->x : r == 1 ? &m->k : &m->t; }
int fmi2GetReal(Model* m, const unsigned* r, size_t n, double* v) { for (size_t i = 0; i < n; ++i) v[i] = *at(m, r[i]); return 0; }
int fmi2SetReal(Model* m, const unsigned* r, size_t n, const double* v) { for (size_t i = 0; i < n; ++i) *at(m, r[i]) = v[i]; return 0; }
int fmi2GetInteger(Model* m, const unsigned* r, size_t n, int* v) { (void)m; (void)r; (void)n; (void)v; return 0; }
int fmi2GetBoolean(Model* m, const unsigned* r, size_t n, int* v) { (void)m; (void)r; (void)n; (void)v; return 0; }
int fmi2SetInteger(Model* m, const unsigned* r, size_t n, const int* v) { (void)m; (void)r; (void)n; (void)v; return 0; }
int fmi2SetBoolean(Model* m, const unsigned* r, size_t n, const int* v) { (void)m; (void)r; (void)n; (void)v; return 0; }
int fmi2SetString(Model* m, const unsigned* r, size_t n, const char* const* v) { (void)m; (void)r; (void)n; (void)v; return 0; }
int fmi2EnterEventMode(Model* m) { (void)m; return 0; }
int fmi2NewDiscreteStates(Model* m, Info* info) { memset(info, 0, sizeof *info); (void)m; IN_EVENT return 0; }
int fmi2EnterContinuousTimeMode(Model* m) { (void)m; return 0; }
int fmi2CompletedIntegratorStep(Model* m, int a, int* enters, int* ends) { (void)m; (void)a; *enters = *ends = 0; return 0; }
int fmi2SetTime(Model* m, double t) { m->t = t; return 0; }
int fmi2SetContinuousStates(Model* m, const double* x, size_t n) { (void)n; m->x = x[0]; return 0; }
#ifndef WITHOUT_DERIVATIVES
int fmi2GetDerivatives(Model* m, double* d, size_t n) { (void)n; d[0] = 1; if (m->t > 0.5) { IN_DERIVATIVES } return 0; }
#endif
int fmi2GetEventIndicators(Model* m, double* z, size_t n) { (void)n; z[0] = m->x - 0.5; return 0; }
int fmi2GetContinuousStates(Model* m, double* x, size_t n) { (void)n; x[0] = m->x; return 0; }
int fmi2DoStep(Model* m, double t, double h, int a) { (void)a; if (t > 0.5) { IN_STEP } m->x += h; m->t = t + h; return 0; }
int fmi2GetBooleanStatus(Model* m, int kind, int* value) { (void)kind; *value = m->is_terminated; return 0; }
)";

constexpr const char* kDescription = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Bad" guid="{1}" numberOfEventIndicators="1">
  <ModelExchange modelIdentifier="bad"/>
  <CoSimulation modelIdentifier="bad" canHandleVariableCommunicationStepSize="true"/>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.01"/>
  <ModelVariables>
    <ScalarVariable name="x" valueReference="0" causality="output" initial="exact"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="der(x)" valueReference="1"><Real derivative="1"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="1"/></Outputs>
    <Derivatives><Unknown index="2"/></Derivatives>
  </ModelStructure>
</fmiModelDescription>
)xml";

using Entries = std::vector<std::pair<std::string, std::string>>;

void WriteArchive(const std::string& path, const Entries& entries) {
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  ASSERT_NE(archive, nullptr);
  for (const auto& [name, text] : entries) {
    zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
    ASSERT_GE(zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8), 0);
  }
  ASSERT_EQ(zip_close(archive), 0);
}

// The FMU with a fault, in the folder.
void WriteFmu(const Folder& folder, const std::string& fault) {
  folder.Write("bad.c", fault + "\n" + kSource);
  const std::string command =
      "cc -shared -fPIC -O1 -w -o " + folder.Path("bad.so") + " " + folder.Path("bad.c") + " -lm";
  ASSERT_EQ(std::system(command.c_str()), 0);
  WriteArchive(folder.Path("bad.fmu"),
               {{"modelDescription.xml", kDescription}, {"binaries/linux64/bad.so", folder.Read("bad.so")}});
}

struct FmuFault {
  const char* name;
  // Macros.
  const char* code;
  const char* type;
  // Parts of the message, and up to when there are results; -1: the run does not begin.
  const char* words;
  double last = -1;
};

void PrintTo(const FmuFault& fault, std::ostream* out) { *out << fault.name; }

const FmuFault kFmuFaults[] = {
    {"crash", "#define IN_DERIVATIVES *(volatile int*)null_() = 1;", "me",
     "fmi2GetDerivatives of the FMU `bad.fmu` at time 0.5", 0.45},
    {"exits", "#define IN_DERIVATIVES exit(3);", "me", "exit()", 0.45},
    {"aborts", "#define IN_DERIVATIVES abort();", "me", "fmi2GetDerivatives of the FMU `bad.fmu` at time 0.5",
     0.45},
    {"error", "#define IN_DERIVATIVES say(m, 3, \"the tank is empty\"); return 3;", "me",
     "it returned fmi2Error: the tank is empty", 0.45},
    {"fatal", "#define IN_DERIVATIVES say(m, 4, \"lost\"); return 4;", "me", "it returned fmi2Fatal: lost",
     0.45},
    {"discard", "#define IN_DERIVATIVES return 2;", "me", "fmi2Discard", 0.45},
    {"not_finite", "#define IN_DERIVATIVES d[0] = NAN;", "me", "derivative number 1 is not finite", 0.45},
    {"endless_event", "#define IN_EVENT info->needs = 1;", "me",
     "the event has not ended after 1000 updates"},
    {"event_in_the_past", "#define IN_EVENT info->has_next = 1; info->next = -1;", "me",
     "its next event is at -1"},
    {"no_instance", "#define IN_INSTANTIATE say(m, 3, \"no license\"); return 0;", "me",
     "it made no instance: no license"},
    {"crash_at_first", "#define IN_INSTANTIATE *(volatile int*)null_() = 1;", "me", "SIGSEGV"},
    {"missing_function", "#define WITHOUT_DERIVATIVES", "me",
     "its binary has no function fmi2GetDerivatives"},
    {"step_error", "#define IN_STEP say(m, 3, \"the valve is stuck\"); return 3;", "cs",
     "fmi2DoStep of the FMU `bad.fmu` at time 0.5", 0.45},
    {"step_discard", "#define IN_STEP return 2;", "cs", "it returned fmi2Discard", 0.45},
    {"step_crash", "#define IN_STEP raise(SIGFPE);", "cs", "fmi2DoStep of the FMU `bad.fmu` at time 0.5",
     0.45},
};

class FmuThatFails : public testing::TestWithParam<FmuFault> {};

TEST_P(FmuThatFails, EndsTheRunWithAMessageAndResults) {
  const FmuFault& fault = GetParam();
  const Folder folder;
  WriteFmu(folder, fault.code);
  if (HasFatalFailure()) return;
  const Ended ended = RunKerf(folder, {"simulate", "bad.fmu", "--trust", "bad.fmu", "--type", fault.type,
                                       "--output", "bad.csv", "--intervals", "100"});
  EXPECT_EQ(ended.signal, 0) << ended.output;
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find(fault.words), std::string::npos) << ended.output;
  if (fault.last < 0) return;
  const std::string csv = folder.Read("bad.csv");
  const size_t line = csv.rfind('\n', csv.size() - 2);
  ASSERT_NE(line, std::string::npos);
  const double last = std::strtod(csv.c_str() + line + 1, nullptr);
  EXPECT_GE(last, fault.last) << csv;
  EXPECT_LE(last, 0.53);
}

INSTANTIATE_TEST_SUITE_P(Faults, FmuThatFails, testing::ValuesIn(kFmuFaults),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Fmus, AnFmuMayEndTheRun) {
  for (const auto& [type, code] : {std::pair{"me", "#define IN_EVENT if (m->t > 0.4) info->ends = 1;"},
                                   std::pair{"cs", "#define IN_STEP m->is_terminated = 1; return 2;"}}) {
    const Folder folder;
    WriteFmu(folder, code);
    if (HasFatalFailure()) return;
    const Ended ended = RunKerf(folder, {"simulate", "bad.fmu", "--trust", "bad.fmu", "--type", type});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_NE(ended.output.find("the FMU Bad ends the run"), std::string::npos) << ended.output;
  }
}

TEST(Fmus, ACrashAtTheEndIsTold) {
  const Folder folder;
  WriteFmu(folder, "#define IN_FREE *(volatile int*)null_() = 1;");
  if (HasFatalFailure()) return;
  const Ended ended = RunKerf(folder, {"simulate", "bad.fmu", "--trust", "bad.fmu", "--output", "bad.csv"});
  EXPECT_EQ(ended.signal, 0) << ended.output;
  EXPECT_NE(ended.output.find("fmi2FreeInstance of the FMU `bad.fmu`"), std::string::npos) << ended.output;
  EXPECT_NE(folder.Read("bad.csv").find("\n1,"), std::string::npos);
}

// Without trust nothing of the binary runs, and what only looks at an FMU needs none.
TEST(Fmus, CodeRunsOnlyIfItIsTrusted) {
  const Folder folder;
  const std::string touch = "#define IN_INSTANTIATE { int f = creat(\"" + folder.Path("touched") +
                            "\", 0600); close(f); }\n#include <fcntl.h>";
  WriteFmu(folder, touch);
  if (HasFatalFailure()) return;
  folder.Write("user.mo", "model User\n  Bad bad;\nend User;\n");
  EXPECT_EQ(RunKerf(folder, {"check", "bad.fmu"}).exit_code, 0);
  EXPECT_EQ(RunKerf(folder, {"equations", "bad.fmu", "--sorted"}).exit_code, 0);
  EXPECT_EQ(RunKerf(folder, {"import", "bad.fmu", "-o", "Bad.mo"}).exit_code, 0);
  EXPECT_EQ(RunKerf(folder, {"check", "Bad.mo", "user.mo"}).exit_code, 0);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"simulate", "bad.fmu"},
        {"simulate", "Bad.mo", "user.mo"},
        {"simulate", "Bad.mo", "user.mo", "--trust", "Bad.mo", "--trust", "user.mo"}}) {
    const Ended refused = RunKerf(folder, words);
    EXPECT_EQ(refused.exit_code, 1) << refused.output;
    EXPECT_NE(refused.output.find("brings code that is not trusted (--trust"), std::string::npos)
        << refused.output;
  }
  EXPECT_FALSE(fs::exists(folder.Path("touched")));
  for (int run = 0; run < 2; ++run) {
    const Ended trusted = RunKerf(folder, {"simulate", "Bad.mo", "user.mo", "--trust", "bad.fmu"});
    EXPECT_EQ(trusted.exit_code, 0) << trusted.output;
    EXPECT_TRUE(fs::remove(folder.Path("touched")));
  }
  // Compilations that are kept do not keep the trust.
  EXPECT_EQ(RunKerf(folder, {"simulate", "Bad.mo", "user.mo"}).exit_code, 1);
  EXPECT_FALSE(fs::exists(folder.Path("touched")));
}

// A model cannot call the functions of Kerf that run FMUs with arguments that they do not expect.
TEST(Fmus, FunctionsOfKerfCheckWhatTheyAreGiven) {
  const Folder folder;
  folder.Write(
      "lie.mo",
      "model Lie\n  function values\n    input Integer fmu;\n    input Integer group;\n    input Real v[:];\n"
      "    output Real y[2];\n    external \"C\" kerf_fmi_values(fmu, group, v, 1000000, y, 2)\n"
      "      annotation(Library = \"kerf_fmi_host\");\n  end values;\n  Real y[2] = values(123456, 0, "
      "{time});\nend Lie;\n");
  const Ended ended = RunKerf(folder, {"simulate", "lie.mo", "--trust", "lie.mo"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_EQ(ended.signal, 0) << ended.output;
  EXPECT_NE(ended.output.find("its arguments are not those that it expects"), std::string::npos)
      << ended.output;
}

TEST(Fmus, AnFmuThatHasChangedIsRefused) {
  const Folder folder;
  WriteFmu(folder, "");
  if (HasFatalFailure()) return;
  EXPECT_EQ(RunKerf(folder, {"import", "bad.fmu", "-o", "Bad.mo"}).exit_code, 0);
  std::string other = kDescription;
  other.replace(other.find("{1}"), 3, "{2}");
  WriteArchive(folder.Path("bad.fmu"),
               {{"modelDescription.xml", other}, {"binaries/linux64/bad.so", folder.Read("bad.so")}});
  const Ended ended = RunKerf(folder, {"simulate", "Bad.mo", "--trust", "bad.fmu"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("it has changed since it was imported"), std::string::npos) << ended.output;
}

struct Trap {
  const char* name;
  Entries entries;
  const char* words;
};

void PrintTo(const Trap& trap, std::ostream* out) { *out << trap.name; }

class ArchiveThatIsATrap : public testing::TestWithParam<Trap> {};

TEST_P(ArchiveThatIsATrap, IsRefused) {
  const Folder folder;
  WriteArchive(folder.Path("bad.fmu"), GetParam().entries);
  if (HasFatalFailure()) return;
  const Ended ended = RunKerf(folder, {"simulate", "bad.fmu", "--trust", "bad.fmu"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_EQ(ended.signal, 0) << ended.output;
  EXPECT_NE(ended.output.find(GetParam().words), std::string::npos) << ended.output;
  EXPECT_FALSE(fs::exists(fs::temp_directory_path() / "kerf-escaped"));
}

INSTANTIATE_TEST_SUITE_P(
    Traps, ArchiveThatIsATrap,
    testing::Values(Trap{"leaves_the_folder",
                         {{"modelDescription.xml", kDescription}, {"../kerf-escaped", "x"}},
                         "would be written outside of the folder"},
                    Trap{"leaves_from_within",
                         {{"modelDescription.xml", kDescription}, {"a/../../kerf-escaped", "x"}},
                         "would be written outside of the folder"},
                    Trap{"backslashes",
                         {{"modelDescription.xml", kDescription}, {"..\\kerf-escaped", "x"}},
                         "would be written outside of the folder"},
                    Trap{"absolute",
                         {{"modelDescription.xml", kDescription}, {"/tmp/kerf-escaped", "x"}},
                         "would be written outside of the folder"},
                    Trap{"no_description", {{"readme.txt", "x"}}, "it has no modelDescription.xml"},
                    Trap{"no_binary",
                         {{"modelDescription.xml", kDescription}, {"binaries/win64/bad.dll", "x"}},
                         "it has no binary for linux64"},
                    Trap{"no_library",
                         {{"modelDescription.xml", kDescription}, {"binaries/linux64/bad.so", "x"}},
                         "cannot be loaded"},
                    Trap{"no_xml", {{"modelDescription.xml", "<fmiModelDescription"}}, "it is no XML"},
                    Trap{"entities",
                         {{"modelDescription.xml",
                           "<!DOCTYPE a [<!ENTITY b \"c\">]><fmiModelDescription fmiVersion=\"2.0\"/>"}},
                         "it has a document type"}),
    [](const auto& test) { return std::string(test.param.name); });

// A gigabyte of zeros in a megabyte.
TEST(Fmus, ABombIsNotUnpacked) {
  const Folder folder;
  WriteArchive(folder.Path("bad.fmu"), {{"modelDescription.xml", std::string(size_t{300} << 20, ' ')}});
  const Ended ended = RunKerf(folder, {"check", "bad.fmu"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("is larger than 268435456 bytes when unpacked"), std::string::npos)
      << ended.output;
}

TEST(Fmus, ADamagedArchiveIsRefused) {
  const Folder folder;
  folder.Write("bad.fmu", "PK\x03\x04 and nothing else");
  const Ended ended = RunKerf(folder, {"check", "bad.fmu"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("it is not an archive that can be read"), std::string::npos) << ended.output;
}

}  // namespace

}  // namespace kerf::ends
