// Attacks on trust: who calls itself like a trusted library, lies beside it, inherits from it or changes it
// is not trusted with it.
#include "session/trust.h"

#include <gtest/gtest.h>

#include "session/known_code.h"
#include "workplace.h"

namespace kerf::session {
namespace {

namespace fs = std::filesystem;

class TrustTest : public testing::Test {
 protected:
  // A function with code that leaves a mark.
  [[nodiscard]] auto Function(const std::string& name) const -> std::string {
    return fmt::format(
        "pure function {}\n  input Real x;\n  output Real y;\nexternal \"C\" y = f(x) annotation(Include = "
        "\"{}\");\nend {};\n",
        name, InString(MarkCode(place_, "double f(double x) { kerf_mark(); return x; }")), name);
  }
  // A library in a folder with one function.
  void WriteLibrary(const std::string& folder, const std::string& name) const {
    place_.Write(folder + "/" + name + "/package.mo", fmt::format("package {}\nend {};\n", name, name));
    place_.Write(folder + "/" + name + "/F.mo", fmt::format("within {};\n{}", name, Function("F")));
  }
  [[nodiscard]] auto Simulate(const std::string& file, std::vector<std::string> more) const -> Ending {
    more.insert(more.begin(), {"simulate", place_.Path(file)});
    return Kerf(more);
  }
  void ExpectRefused(const Ending& ending) const {
    EXPECT_EQ(ending.code, 1) << ending.out;
    EXPECT_FALSE(place_.HasRun()) << ending.err;
    EXPECT_NE(ending.err.find("trust"), std::string::npos) << ending.err;
  }
  Workplace place_;
};

TEST_F(TrustTest, ALibraryOnThePathIsTrustedByName) {
  WriteLibrary("lib", "Good");
  place_.Write("m.mo", "model M\n  Real y = Good.F(time);\nend M;\n");
  const Ending refused = Simulate("m.mo", {"--library", place_.Path("lib")});
  ExpectRefused(refused);
  EXPECT_NE(refused.err.find("--trust Good"), std::string::npos) << refused.err;
  const Ending ending = Simulate("m.mo", {"--library", place_.Path("lib"), "--trust", "Good"});
  EXPECT_EQ(ending.code, 0) << ending.err;
  EXPECT_TRUE(place_.HasRun());
}

TEST_F(TrustTest, AFolderIsTrustedWithAllThatLiesInIt) {
  WriteLibrary("lib", "Good");
  place_.Write("m.mo", "model M\n  Real y = Good.F(time);\nend M;\n");
  const Ending ending = Simulate("m.mo", {"--library", place_.Path("lib"), "--trust", place_.Path("lib/")});
  EXPECT_EQ(ending.code, 0) << ending.err;
}

TEST_F(TrustTest, AFileThatDefinesATrustedNameIsNotThatLibrary) {
  WriteLibrary("lib", "Good");
  place_.Write("evil.mo", fmt::format("package Good\n{}model M\n  Real y = F(time);\nend M;\nend Good;\n",
                                      Function("F")));
  Ending ending = Kerf(
      {"simulate", place_.Path("evil.mo"), "Good.M", "--library", place_.Path("lib"), "--trust", "Good"});
  ExpectRefused(ending);
}

TEST_F(TrustTest, AFileWithinATrustedLibraryIsNotPartOfIt) {
  WriteLibrary("lib", "Good");
  place_.Write(
      "evil.mo",
      fmt::format("within Good;\npackage Extra\n{}model M\n  Real y = F(time);\nend M;\nend Extra;\n",
                  Function("F")));
  const Ending ending = Kerf({"simulate", place_.Path("evil.mo"), "Good.Extra.M", "--library",
                              place_.Path("lib"), "--trust", "Good"});
  ExpectRefused(ending);
}

TEST_F(TrustTest, AFolderWithALongerNameIsAnother) {
  WriteLibrary("lib", "Good");
  WriteLibrary("lib-evil", "Evil");
  place_.Write("m.mo", "model M\n  Real y = Evil.F(time);\nend M;\n");
  ExpectRefused(Simulate("m.mo", {"--library", place_.Path("lib-evil"), "--trust", place_.Path("lib")}));
}

TEST_F(TrustTest, PathsAreFollowed) {
  WriteLibrary("lib", "Good");
  WriteLibrary("other", "Evil");
  fs::create_directory_symlink(place_.Path("other/Evil"), place_.Path("lib/Evil"));
  place_.Write("m.mo", "model M\n  Real y = Evil.F(time);\nend M;\n");
  ExpectRefused(Simulate("m.mo", {"--library", place_.Path("lib"), "--trust", place_.Path("lib")}));
  ExpectRefused(
      Simulate("m.mo", {"--library", place_.Path("lib"), "--trust", place_.Path("lib/../lib/Good")}));
}

// The name of the C function is that of the class, if the clause has none.
TEST_F(TrustTest, AFunctionThatInheritsItsClauseNeedsTrustItself) {
  place_.Write("lib/Good.mo",
               fmt::format("package Good\n  partial function base\n    input Real x;\n    output Real y;\n  "
                           "external \"C\" annotation(Include = \"{}\");\n  end base;\nend Good;\n",
                           InString(MarkCode(place_, "double f(double x) { kerf_mark(); return x; }"))));
  place_.Write(
      "evil.mo",
      "model Evil\n  function f\n    extends Good.base;\n  end f;\n  Real y = f(time);\nend Evil;\n");
  ExpectRefused(Simulate("evil.mo", {"--library", place_.Path("lib"), "--trust", "Good"}));
}

// A replaceable text would let a model put its own code into a trusted function.
TEST_F(TrustTest, ComputedTextsNeedTrustInTheWholeModel) {
  place_.Write("lib/Good.mo",
               "package Good\n  constant String code = \"double f(double x) { return x; }\";\n  pure "
               "function F\n    input Real x;\n    output Real y;\n"
               "  external \"C\" y = f(x) annotation(Include = code);\n  end F;\nend Good;\n");
  place_.Write("evil.mo",
               fmt::format("package Evil\n  package Bad = Good(code = \"{}\");\n  model M\n    Real y = "
                           "Bad.F(time);\n  end M;\nend Evil;\n",
                           InString(MarkCode(place_, "double f(double x) { kerf_mark(); return x; }"))));
  ExpectRefused(Kerf(
      {"simulate", place_.Path("evil.mo"), "Evil.M", "--library", place_.Path("lib"), "--trust", "Good"}));
}

TEST_F(TrustTest, FoldersElsewhereDoNotHelp) {
  place_.Write("elsewhere/f.h", MarkCode(place_, "static double f(double x) { kerf_mark(); return x; }"));
  for (const char* directory : {"IncludeDirectory", "SourceDirectory", "LibraryDirectory"}) {
    place_.Write("evil.mo",
                 fmt::format("model Evil\n  pure function F\n    input Real x;\n    output Real y;\n  "
                             "external \"C\" y = f(x) annotation(Include = \"#include \\\"f.h\\\"\", "
                             "{} = \"file://{}\");\n  end F;\n  Real y = F(time);\nend Evil;\n",
                             directory, place_.Path("elsewhere")));
    ExpectRefused(Simulate("evil.mo", {}));
    ExpectRefused(Simulate("evil.mo", {"--trust", place_.Path("elsewhere")}));
  }
}

TEST_F(TrustTest, ThePlatformFunctionsNeedTrustToo) {
  place_.Write(
      "evil.mo",
      fmt::format("model Evil\n  impure function run\n    input String s;\n    output Integer n;\n  external "
                  "\"C\" n = system(s) annotation(Include = \"#include <stdlib.h>\");\n  end run;\n"
                  "  parameter Integer n = run(\"touch {}\");\n  Real y = n*time;\nend Evil;\n",
                  place_.Path("mark")));
  ExpectRefused(Simulate("evil.mo", {}));
}

TEST_F(TrustTest, APathThatIsNotThereIsAMistake) {
  place_.Write("m.mo", "model M\n  Real y = time;\nend M;\n");
  const Ending ending = Simulate("m.mo", {"--trust", "./nowhere"});
  EXPECT_EQ(ending.code, 1);
  EXPECT_NE(ending.err.find("no-trusted-path"), std::string::npos) << ending.err;
}

// What is shown to a person cannot obey the model.
TEST_F(TrustTest, QuestionsShowControlCharactersAsNumbers) {
  place_.Write("evil.mo",
               "model Evil\n  pure function F\n    input Real x;\n    output Real y;\n  external \"C\" y = "
               "f(x) annotation(Include = \"\x1b[2K\\r double f(double x) { return x; }\");\n  end F;\n  "
               "Real y = F(time);\nend Evil;\n");
  const std::string no = "\n";
  const Ending ending = Kerf({"simulate", place_.Path("evil.mo")}, &no);
  EXPECT_EQ(ending.code, 1);
  EXPECT_EQ(ending.err.substr(0, ending.err.find("[y/N]")).find('\x1b'), std::string::npos);
  EXPECT_NE(ending.err.find("<1b>"), std::string::npos) << ending.err;
}

TEST(KnownCodeTest, OnlyLineEndsAndRevisionsMayDiffer) {
  EXPECT_FALSE(IsKnownText(""));
  EXPECT_FALSE(IsKnownText("package Modelica end Modelica;"));
  EXPECT_FALSE(IsKnownFile("/nowhere"));
  EXPECT_FALSE(IsKnownFolder("/nowhere"));
  EXPECT_FALSE(IsKnownLibrary("/nowhere", "Modelica"));
}

// Where the Modelica library is installed.
class StandardLibraryTest : public TrustTest {
 protected:
  static void SetUpTestSuite() {}
  void SetUp() override {
    if (Library().empty())
      GTEST_SKIP() << "KERF_MODELICA_LIBRARY names no folder with the Modelica library 4.1.0";
    place_.Write("tables.mo",
                 "model Tables\n  Modelica.Blocks.Sources.CombiTimeTable t(table = [0, 0; 1, 1; 2, 4]);\n  "
                 "Real y = t.y[1];\nend Tables;\n");
  }
  static auto Library() -> const std::string& {
    static const std::string kFolder = [] {
      const char* path = std::getenv("KERF_MODELICA_LIBRARY");
      return std::string(path == nullptr ? "" : path);
    }();
    return kFolder;
  }
  // A copy of what tables need.
  void CopyLibrary() const {
    for (const char* part : {"Complex.mo", "ModelicaServices", "Modelica"})
      fs::copy(Library() + "/" + part, place_.Path("copy/" + std::string(part)), fs::copy_options::recursive);
  }
  [[nodiscard]] auto Copied(std::vector<std::string> more = {}) const -> Ending {
    more.insert(more.end(), {"--library", place_.Path("copy")});
    return Simulate("tables.mo", more);
  }
};

TEST_F(StandardLibraryTest, IsKnownWhereverItLies) {
  EXPECT_EQ(Simulate("tables.mo", {"--library", Library()}).code, 0);
  fs::create_directories(place_.Path("copy"));
  CopyLibrary();
  EXPECT_TRUE(IsKnownLibrary(place_.Path("copy/Modelica"), "Modelica"));
  const Ending ending = Copied();
  EXPECT_EQ(ending.code, 0) << ending.err;
}

TEST_F(StandardLibraryTest, IsNotKnownAfterAChange) {
  fs::create_directories(place_.Path("copy"));
  CopyLibrary();
  const std::string sources = "copy/Modelica/Resources/C-Sources/";
  std::ofstream(place_.Path(sources + "ModelicaStandardTables.c"), std::ios::app) << "/* changed */\n";
  EXPECT_EQ(Copied().code, 1);
  fs::copy_file(Library() + "/Modelica/Resources/C-Sources/ModelicaStandardTables.c",
                place_.Path(sources + "ModelicaStandardTables.c"), fs::copy_options::overwrite_existing);
  EXPECT_EQ(Copied().code, 0);
  // A header that a compiler would take for one of the system.
  place_.Write(sources + "stdio.h", "int evil;\n");
  EXPECT_EQ(Copied().code, 1);
  fs::remove(place_.Path(sources + "stdio.h"));
  fs::create_directory_symlink("/usr/include", place_.Path(sources + "sys"));
  EXPECT_EQ(Copied().code, 1);
  fs::remove(place_.Path(sources + "sys"));
  std::ofstream(place_.Path("copy/Modelica/Blocks/Tables.mo"), std::ios::app) << "\n";
  std::ofstream(place_.Path("copy/Modelica/Blocks/Types.mo"), std::ios::app) << "\n";
  EXPECT_EQ(Copied().code, 1);
  EXPECT_EQ(Copied({"--trust", "Modelica"}).code, 0);
}

TEST_F(StandardLibraryTest, WhatActsNeedsATrustedModel) {
  place_.Write("evil.mo",
               fmt::format("model Evil\n  parameter Integer n = Modelica.Utilities.System.command(\"touch "
                           "{}\");\n  Real y = n*time;\nend Evil;\n",
                           place_.Path("mark")));
  const Ending ending = Simulate("evil.mo", {"--library", Library()});
  EXPECT_EQ(ending.code, 1);
  EXPECT_FALSE(fs::exists(place_.Path("mark"))) << ending.err;
  EXPECT_NE(ending.err.find("Modelica.Utilities.System.command"), std::string::npos) << ending.err;
  const Ending trusted = Simulate("evil.mo", {"--library", Library(), "--trust", place_.Path("evil.mo")});
  EXPECT_EQ(trusted.code, 0) << trusted.err;
  EXPECT_TRUE(fs::exists(place_.Path("mark")));
}

}  // namespace
}  // namespace kerf::session
