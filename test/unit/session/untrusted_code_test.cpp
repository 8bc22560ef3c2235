// Code that a model brings along is not compiled or run unless it is trusted: every command with every kind
// of code. The code leaves a mark on disk when it is loaded or called.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "workplace.h"

namespace kerf::session {
namespace {

// A way to bring code along: declarations of a model with a function F(Real) and how it is used.
struct Kind {
  std::string name;
  // `{}` is the annotation with the code.
  std::string functions;
  std::string use;
  std::string c_code;
};

const std::vector<Kind> kKinds = {
    {"Variable", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "Real z = F(time);", "double f(double x) { kerf_mark(); return x + 1; }"},
    {"Parameter", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "parameter Real p = F(3); Real z = p*time;", "double f(double x) { kerf_mark(); return x + 1; }"},
    {"Constant", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "Real z = F(3)*time;", "double f(double x) { kerf_mark(); return x + 1; }"},
    {"Static", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "Real z = F(time);", "static double f(double x) { kerf_mark(); return x + 1; }"},
    {"Start", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "Real z(start = F(2), fixed = true); equation der(z) = 1;",
     "double f(double x) { kerf_mark(); return x + 1; }"},
    {"Array",
     "pure function F input Real x[:]; output Real y[size(x, 1)]; external \"C\" f(x, size(x, 1), y) {}; end "
     "F;",
     "Real z[2] = F({time, 1});",
     "#include <stddef.h>\nvoid f(const double *x, size_t n, double *y) { kerf_mark(); for (size_t k = 0; k "
     "< n; ++k) y[k] = x[k]; }"},
    {"Inside",
     "pure function G input Real x; output Real y; external \"C\" y = f(x) {}; end G;"
     " function F input Real x; output Real y; algorithm y := 2*G(x); end F;",
     "Real z = F(time); parameter Real p = F(1);", "double f(double x) { kerf_mark(); return x + 1; }"},
    {"Object",
     "class Thing extends ExternalObject;"
     " function constructor input Real x; output Thing t; external \"C\" t = make(x) {}; end constructor;"
     " function destructor input Thing t; external \"C\" drop(t) {}; end destructor; end Thing;"
     " pure function F input Thing t; input Real x; output Real y; external \"C\" y = f(t, x) {}; end F;",
     "parameter Thing thing = Thing(3); Real z = F(thing, time); parameter Real p = F(thing, 1);",
     "static double kerf_cell; void *make(double x) { kerf_mark(); kerf_cell = x; return &kerf_cell; }\n"
     "void drop(void *t) { kerf_mark(); }\ndouble f(void *t, double x) { kerf_mark(); return x; }"},
    {"When", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "discrete Real z; equation when sample(0, 0.1) then z = F(time); end when;",
     "double f(double x) { kerf_mark(); return x + 1; }"},
    {"Initial", "pure function F input Real x; output Real y; external \"C\" y = f(x) {}; end F;",
     "Real z; initial equation z = F(1); equation der(z) = -z;",
     "double f(double x) { kerf_mark(); return x + 1; }"},
};

auto ModelText(const Kind& kind, const std::string& annotation) -> std::string {
  std::string functions = kind.functions;
  for (size_t at = functions.find("{}"); at != std::string::npos;
       at = functions.find("{}", at + annotation.size()))
    functions.replace(at, 2, annotation);
  return fmt::format("model Evil\n  {}\n  {}\nend Evil;\n", functions, kind.use);
}

// The code as a text, or as a file beside the model.
void WriteModel(const Workplace& place, const Kind& kind, bool in_file) {
  std::string code = MarkCode(place, kind.c_code);
  // Another file could not see it.
  if (const size_t at = code.find("static double f("); in_file && at != std::string::npos) code.erase(at, 7);
  if (!in_file) {
    place.Write("evil.mo", ModelText(kind, fmt::format("annotation(Include = \"{}\")", InString(code))));
    return;
  }
  place.Write("code/evilcode.c", code);
  place.Write(
      "evil.mo",
      ModelText(kind, fmt::format("annotation(Library = \"evilcode\", SourceDirectory = \"file://{}\")",
                                  place.Path("code"))));
}

class UntrustedCodeTest : public testing::TestWithParam<std::tuple<size_t, bool>> {
 protected:
  void SetUp() override { WriteModel(place_, kind(), std::get<1>(GetParam())); }
  [[nodiscard]] static auto kind() -> const Kind& { return kKinds[std::get<0>(GetParam())]; }
  [[nodiscard]] auto Words(std::vector<std::string> words) const -> std::vector<std::string> {
    words.insert(words.begin() + 1, place_.Path("evil.mo"));
    return words;
  }
  Workplace place_;
};

TEST_P(UntrustedCodeTest, LookingAtAModelRunsNothing) {
  const std::vector<std::vector<std::string>> commands = {{"check"},
                                                          {"flatten"},
                                                          {"parse"},
                                                          {"format"},
                                                          {"equations"},
                                                          {"equations", "--sorted"},
                                                          {"equations", "--solved"},
                                                          {"equations", "--eliminate"},
                                                          {"explain"},
                                                          {"explain", "--output", place_.Path("page.html")},
                                                          {"structure"},
                                                          {"check", "--why", "z"}};
  for (const std::vector<std::string>& command : commands) {
    const Ending ending = Kerf(Words(command));
    EXPECT_EQ(ending.code, 0) << fmt::format("{}: {}", command[0], ending.err);
    EXPECT_FALSE(place_.HasRun()) << command[0];
  }
}

// What a language cannot express is refused, but nothing is run to find that out.
TEST_P(UntrustedCodeTest, TranslationRunsNothing) {
  for (const char* target : {"c", "fortran", "octave", "simnon", "desire", "acsl", "modelica"}) {
    Kerf(Words({"translate", "--to", target, "--output", place_.Path("out")}));
    EXPECT_FALSE(place_.HasRun()) << target;
  }
}

TEST_P(UntrustedCodeTest, RunsAreRefusedWithAReason) {
  for (const char* command : {"simulate", "steady", "solve", "linearize"}) {
    const Ending ending = Kerf(Words({command}));
    EXPECT_FALSE(place_.HasRun()) << command;
    EXPECT_EQ(ending.code, 1) << command << ending.out;
    EXPECT_NE(ending.err.find("--trust " + place_.Path("evil.mo")), std::string::npos) << ending.err;
    EXPECT_NE(ending.err.find("evil.mo:2"), std::string::npos) << ending.err;
    EXPECT_NE(ending.err.find("`Evil."), std::string::npos) << ending.err;
  }
}

TEST_P(UntrustedCodeTest, TrustedCodeRuns) {
  const Ending ending = Kerf(Words({"simulate", "--trust", place_.Path("evil.mo")}));
  EXPECT_EQ(ending.code, 0) << ending.err;
  EXPECT_TRUE(place_.HasRun());
}

TEST_P(UntrustedCodeTest, APersonIsAskedOnce) {
  const std::string no = "n\n";
  const Ending refused = Kerf(Words({"simulate"}), &no);
  EXPECT_EQ(refused.code, 1);
  EXPECT_FALSE(place_.HasRun());
  EXPECT_NE(refused.err.find(std::get<1>(GetParam()) ? "code/evilcode.c" : "void kerf_mark(void)"),
            std::string::npos)
      << "the code is shown: " << refused.err;
  const std::string yes = "y\n";
  const Ending ending = Kerf(Words({"simulate"}), &yes);
  EXPECT_EQ(ending.code, 0) << ending.err;
  EXPECT_TRUE(place_.HasRun());
}

auto KindName(const testing::TestParamInfo<std::tuple<size_t, bool>>& info) -> std::string {
  return kKinds[std::get<0>(info.param)].name + (std::get<1>(info.param) ? "InFile" : "InText");
}

INSTANTIATE_TEST_SUITE_P(Kinds, UntrustedCodeTest,
                         testing::Combine(testing::Range(size_t{0}, kKinds.size()), testing::Bool()),
                         KindName);

}  // namespace
}  // namespace kerf::session
