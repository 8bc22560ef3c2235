// Order of versions, and the choice among libraries of several versions.
#include "lang/modelica/library/search_path.h"
#include "lang/modelica/library/version.h"
#include "workspace.h"

namespace kerf::modelica::test {
namespace {

TEST(Versions, Order) {
  const Strings ascending = {"Test 1", "2.1 Beta 1", "2.1 Beta 2", "2.1",
                             "2.1.1",  "2.9",        "2.10",       "12345678901234567890.1"};
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(CompareVersions(ascending[i], ascending[j]), i <=> j) << ascending[i] << " " << ascending[j];
    }
  }
  EXPECT_TRUE(CompareVersions("4.0", "4.0.0") == 0);
  EXPECT_TRUE(CompareVersions("3.2.3+maint.om", "3.2.3") == 0);
}

auto Package(const std::string& version, const std::string& more = "") -> std::string {
  return "package Lib annotation(version=\"" + version + "\"" + more + "); end Lib;";
}

struct SideBySide {
  SideBySide() {
    work.Write("path/Lib 2.9/package.mo", Package("2.9"));
    work.Write("path/Lib 2.10/package.mo", Package("2.10", ", conversion(noneFromVersion=\"2.8\")"));
    work.Write("path/Lib 2.10 beta 1.mo", Package("2.10 beta 1"));
    work.Write("path/Lib/package.mo", Package("1.0"));
  }
  Workspace work;
};

TEST(Versions, NewestIsChosen) {
  const SideBySide side;
  Loaded loaded({side.work.path("path")});
  const ClassId lib = loaded.program->Find("Lib");
  ASSERT_TRUE(lib.has_value());
  EXPECT_EQ(loaded.program->VersionOf(lib), "2.10");
  EXPECT_EQ(loaded.program->FolderOf(lib), side.work.path("path/Lib 2.10"));
}

TEST(Versions, UsesChooses) {
  const SideBySide side;
  for (const std::string wanted : {"2.9", "2.10 beta 1", "1.0"}) {
    Loaded loaded({side.work.path("path")});
    loaded.program->AddText("t", "model M annotation(uses(Lib(version=\"" + wanted + "\"))); end M;");
    EXPECT_EQ(loaded.program->VersionOf(loaded.program->Find("Lib")), wanted);
    EXPECT_TRUE(loaded.consumer.all.empty());
  }
}

TEST(Versions, NoneFromVersionFitsWithoutWord) {
  const SideBySide side;
  Loaded loaded({side.work.path("path")});
  loaded.program->AddText("t", "model M annotation(uses(Lib(version=\"2.8\"))); end M;");
  EXPECT_EQ(loaded.program->VersionOf(loaded.program->Find("Lib")), "2.10");
  EXPECT_TRUE(loaded.consumer.all.empty());
}

TEST(Versions, ConversionAndUnknownVersionsWarn) {
  const Workspace work;
  work.Write("path/Lib.mo", Package("4.0",
                                    ", conversion(from(version={\"3.1\",\"3.2\"}, script=\"x.mos\"), "
                                    "from(version=\"2.0\", change()))"));
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"3.2", "library-needs-conversion"}, {"2.0", "library-needs-conversion"}, {"5.0", "library-version"}};
  for (const auto& [wanted, code] : cases) {
    Loaded loaded({work.path("path")});
    loaded.program->AddText("t", "model M\n annotation(uses(Lib(version=\"" + wanted + "\"))); end M;");
    EXPECT_TRUE(loaded.program->Find("Lib").has_value());
    ASSERT_EQ(loaded.Codes(), Strings{code});
    EXPECT_EQ(loaded.LineOf(0), 2U);
    EXPECT_NE(loaded.consumer.all[0].text.find(wanted), std::string::npos);
    EXPECT_NE(loaded.consumer.all[0].text.find("4.0"), std::string::npos);
    // The other way round: the library is there first.
    Loaded later({work.path("path")});
    later.program->Find("Lib");
    later.program->AddText("t", "model M annotation(uses(Lib(version=\"" + wanted + "\"))); end M;");
    EXPECT_EQ(later.Codes(), Strings{code});
  }
}

TEST(Versions, FirstFolderOfThePathWins) {
  const Workspace work;
  work.Write("one/Lib.mo", Package("1.0"));
  work.Write("two/Lib.mo", Package("2.0"));
  Loaded loaded({work.path("one"), work.path("two"), work.path("missing")});
  EXPECT_EQ(loaded.program->VersionOf(loaded.program->Find("Lib")), "1.0");
  Loaded wanting({work.path("one"), work.path("two")});
  wanting.program->AddText("t", "model M annotation(uses(Lib(version=\"2.0\"))); end M;");
  EXPECT_EQ(wanting.program->VersionOf(wanting.program->Find("Lib")), "2.0");
}

TEST(Versions, PathEntryMayBeALibrary) {
  const Workspace work;
  work.Write("Lib 1.0/package.mo", Package("1.0"));
  Loaded loaded({work.path("Lib 1.0")});
  EXPECT_TRUE(loaded.program->Find("Lib").has_value());
}

TEST(Versions, FileWithSeveralClassesIsNoLibrary) {
  const Workspace work;
  work.Write("path/Lib.mo", "model Lib end Lib; model B end B;");
  Loaded loaded({work.path("path")});
  EXPECT_FALSE(loaded.program->Find("Lib").has_value());
  EXPECT_TRUE(loaded.consumer.all.empty());
}

TEST(SearchPath, GivenThenVariableThenUser) {
  const Environment environment{"/m1:/m2/::/given", "/home/u", "", ""};
  EXPECT_EQ(LibraryPath({"/given"}, environment),
            (Strings{"/given", "/m1", "/m2", "/home/u/.local/share/kerf/libraries"}));
  EXPECT_EQ(UserCacheFolder(environment), "/home/u/.cache/kerf");
  EXPECT_EQ(UserCacheFolder({"", "/home/u", "", "/c"}), "/c/kerf");
  EXPECT_EQ(UserLibraryFolder({"", "/home/u", "relative", ""}), "/home/u/.local/share/kerf/libraries");
  EXPECT_EQ(UserLibraryFolder({"", "", "", ""}), "");
}

}  // namespace
}  // namespace kerf::modelica::test
