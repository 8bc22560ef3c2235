// Files and folders that are not as they should be.
#include <sys/stat.h>

#include "workspace.h"

namespace kerf::modelica::test {
namespace {

TEST(Mistakes, WithinThatDoesNotFitTheFolder) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  work.Write("Lib/X.mo", "\nwithin Other;\nmodel X end X;");
  work.Write("Lib/Y.mo", "model Y end Y;");
  Loaded loaded;
  loaded.program->AddFile(work.path("Lib"));
  EXPECT_TRUE(loaded.program->Definition(loaded.program->Find("Lib.X")).has_value());
  ASSERT_EQ(loaded.Codes(), (Strings{"within-mismatch"}));
  EXPECT_EQ(loaded.LineOf(0), 2U);
  loaded.program->Definition(loaded.program->Find("Lib.Y"));
  EXPECT_EQ(loaded.Codes(), (Strings{"within-mismatch", "within-missing"}));
}

TEST(Mistakes, WithinOfAnUnknownPackage) {
  Loaded loaded;
  EXPECT_TRUE(loaded.program->AddText("t", "within A.B;\nmodel X end X;").empty());
  ASSERT_EQ(loaded.Codes(), (Strings{"within-unknown"}));
  EXPECT_EQ(loaded.LineOf(0), 1U);
}

TEST(Mistakes, WithinOfAShortClass) {
  Loaded loaded;
  loaded.program->AddText("a", "package A package B = C; end A;");
  EXPECT_TRUE(loaded.program->AddText("t", "within A.B; model X end X;").empty());
  EXPECT_EQ(loaded.Codes(), (Strings{"within-unknown"}));
}

TEST(Mistakes, WithinPutsAFileIntoALoadableLibrary) {
  const Workspace work;
  work.Write("path/A/package.mo", "package A package B model Old end Old; end B; end A;");
  Loaded loaded({work.path("path")});
  const auto added = loaded.program->AddText("t", "within A.B; model X end X;");
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(loaded.program->Find("A.B.X"), added[0]);
  EXPECT_EQ(loaded.ChildNames(loaded.program->Find("A.B")), (Strings{"Old", "X"}));
  EXPECT_TRUE(loaded.program->AddText("u", "within A.B; model Old end Old;").empty());
  EXPECT_EQ(loaded.Codes(), (Strings{"duplicate-class"}));
}

TEST(Mistakes, ClassOfAnotherName) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  work.Write("Lib/X.mo", "within Lib;\nmodel Y end Y;");
  work.Write("Lib/Two.mo", "within Lib; model Two end Two; model Three end Three;");
  Loaded loaded;
  loaded.program->AddFile(work.path("Lib"));
  EXPECT_FALSE(loaded.program->Definition(loaded.program->Find("Lib.X")).has_value());
  ASSERT_EQ(loaded.Codes(), (Strings{"file-class-name"}));
  EXPECT_EQ(loaded.LineOf(0), 2U);
  EXPECT_TRUE(loaded.program->Definition(loaded.program->Find("Lib.Two")).has_value());
  EXPECT_EQ(loaded.Codes(), (Strings{"file-class-name", "file-class-count"}));
}

TEST(Mistakes, FileNameOfWrongCase) {
  const Workspace work;
  work.Write("path/Lib/package.mo", "package Lib end Lib;");
  work.Write("path/Lib/sine.mo", "within Lib;\nmodel Sine end Sine;");
  work.Write("path/other/package.mo", "package Other end Other;");
  Loaded loaded({work.path("path")});
  EXPECT_FALSE(loaded.program->Find("Lib.Sine").has_value());
  ASSERT_EQ(loaded.Codes(), (Strings{"file-class-name"}));
  EXPECT_NE(loaded.consumer.all[0].text.find("case"), std::string::npos);
  EXPECT_FALSE(loaded.program->Find("Other").has_value());
  EXPECT_FALSE(loaded.program->Find("Other").has_value());
  EXPECT_EQ(loaded.Codes(), (Strings{"file-class-name", "library-name-case"}));
  // A name that is merely written in another case is the asker's mistake.
  EXPECT_FALSE(loaded.program->Find("lib").has_value());
  EXPECT_EQ(loaded.consumer.all.size(), 2U);
}

TEST(Mistakes, GivenPathOfWrongCase) {
  const Workspace work;
  work.Write("Tank.mo", "model Tank end Tank;");
  work.Write("Lib/Package.mo", "package Lib end Lib;");
  Loaded loaded;
  EXPECT_TRUE(loaded.program->AddFile(work.path("tank.mo")).empty());
  EXPECT_TRUE(loaded.program->AddFile(work.path("Lib")).empty());
  EXPECT_TRUE(loaded.program->AddFile(work.path("Nothing.mo")).empty());
  EXPECT_EQ(loaded.Codes(), (Strings{"file-name-case", "no-package-file", "cannot-read"}));
  EXPECT_NE(loaded.consumer.all[0].text.find("Tank.mo"), std::string::npos);
  EXPECT_NE(loaded.consumer.all[1].text.find("Package.mo"), std::string::npos);
}

TEST(Mistakes, UnreadableFile) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read every file";
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  const std::string file = work.Write("Lib/X.mo", "within Lib; model X end X;");
  chmod(file.c_str(), 0);
  Loaded loaded;
  loaded.program->AddFile(work.path("Lib"));
  const ClassId x = loaded.program->Find("Lib.X");
  ASSERT_TRUE(x.has_value());
  EXPECT_FALSE(loaded.program->Definition(x).has_value());
  EXPECT_FALSE(loaded.program->Definition(x).has_value());
  EXPECT_EQ(loaded.Codes(), (Strings{"cannot-read"}));
}

TEST(Mistakes, FileThatIsADanglingLink) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  fs::create_symlink("/nowhere/at/all.mo", work.path("Lib/X.mo"));
  Loaded loaded;
  loaded.program->AddFile(work.path("Lib"));
  const ClassId x = loaded.program->Find("Lib.X");
  ASSERT_TRUE(x.has_value());
  EXPECT_FALSE(loaded.program->Definition(x).has_value());
  EXPECT_EQ(loaded.Codes(), (Strings{"cannot-read"}));
}

TEST(Mistakes, FolderAndFileOfOneName) {
  const Workspace work;
  work.Write("Lib/package.mo", "package Lib end Lib;");
  work.Write("Lib/X.mo", "within Lib; model X end X;");
  work.Write("Lib/X/package.mo", "within Lib; package X end X;");
  Loaded loaded;
  loaded.program->AddFile(work.path("Lib"));
  const ClassId x = loaded.program->Find("Lib.X");
  EXPECT_EQ(loaded.Codes(), (Strings{"duplicate-class-file"}));
  EXPECT_EQ(loaded.program->Definition(x).restriction(), Restriction::Package);
}

TEST(Mistakes, FileWithoutClass) {
  Loaded loaded;
  EXPECT_TRUE(loaded.program->AddText("t", "// nothing\n").empty());
  EXPECT_EQ(loaded.Codes(), (Strings{"no-class-in-file"}));
}

}  // namespace
}  // namespace kerf::modelica::test
