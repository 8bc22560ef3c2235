// The user's library folder.
#include "lang/modelica/library/installed.h"
#include "workspace.h"

namespace kerf::modelica::test {
namespace {

struct User {
  User() : emitter(consumer) {}
  auto Install(const std::string& path) -> std::string {
    return InstallLibrary(path, work.path("user"), buffers, emitter);
  }
  auto Remove(const std::string& name) -> std::string {
    return RemoveLibrary(name, work.path("user"), work.path("cache"), emitter);
  }
  auto LastCode() const -> std::string {
    return consumer.all.empty() ? "" : std::string(consumer.all.back().code);
  }
  Workspace work;
  diag::CollectingConsumer consumer;
  source::Buffers buffers;
  diag::Emitter emitter;
};

TEST(Installed, FolderIsLinkedUnderItsNameAndVersion) {
  User user;
  user.work.Write("src/lib-main/package.mo", "package Lib annotation(version=\"1.2\"); end Lib;");
  EXPECT_EQ(user.Install(user.work.path("src/lib-main/")), user.work.path("user/Lib 1.2"));
  EXPECT_TRUE(fs::is_symlink(user.work.path("user/Lib 1.2")));
  Loaded loaded({user.work.path("user")});
  EXPECT_EQ(loaded.program->VersionOf(loaded.program->Find("Lib")), "1.2");
  EXPECT_EQ(user.Install(user.work.path("src/lib-main/package.mo")), "");
  EXPECT_EQ(user.LastCode(), "library-is-there");
  EXPECT_EQ(user.Remove("Lib"), user.work.path("user/Lib 1.2"));
  EXPECT_TRUE(fs::exists(user.work.path("src/lib-main/package.mo")));
  EXPECT_EQ(user.Remove("Lib"), "");
  EXPECT_EQ(user.LastCode(), "no-such-library");
}

TEST(Installed, ListShowsFilesAndCache) {
  User user;
  const std::string one = user.work.Write("src/One.mo", "package One annotation(version=\"3.0\"); end One;");
  user.work.Write("src/Lib/package.mo", "package Lib end Lib;");
  user.work.Write("src/Lib/A.mo", "within Lib; model A end A;");
  EXPECT_EQ(user.Install(one), user.work.path("user/One 3.0.mo"));
  EXPECT_EQ(user.Install(user.work.path("src/Lib")), user.work.path("user/Lib"));
  Loaded({user.work.path("user")}, user.work.path("cache")).program->Find("Lib");
  const auto all = ListLibraries({user.work.path("user")}, user.work.path("cache"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].place.name, "Lib");
  EXPECT_EQ(all[0].n_files, 2U);
  EXPECT_TRUE(all[0].is_cached);
  EXPECT_EQ(all[1].version, "3.0");
  EXPECT_EQ(all[1].n_files, 1U);
  EXPECT_FALSE(all[1].is_cached);
  user.Remove("Lib");
  EXPECT_TRUE(fs::is_empty(user.work.path("cache")));
}

TEST(Installed, WhatIsNoLibraryIsRefused) {
  User user;
  user.work.Write("many/A.mo", "model A end A;");
  user.work.Write("bad/package.mo", "package Bad x; end Bad;");
  user.work.Write("two/Two.mo", "model A end A; model B end B;");
  user.work.Write("none/readme.txt", "");
  const std::vector<std::pair<std::string, std::string>> cases = {{"many", "holds-libraries"},
                                                                  {"two/Two.mo", "not-a-library"},
                                                                  {"none", "no-package-file"},
                                                                  {"gone", "cannot-read"}};
  for (const auto& [path, code] : cases) {
    EXPECT_EQ(user.Install(user.work.path(path)), "");
    EXPECT_EQ(user.LastCode(), code);
  }
  EXPECT_EQ(user.Install(user.work.path("bad")), "");
  EXPECT_FALSE(fs::exists(user.work.path("user")));
}

TEST(Installed, RemoveNeedsOneVersionAndSparesFolders) {
  User user;
  user.work.Write("user/Lib 1.mo", "package Lib end Lib;");
  user.work.Write("user/Lib 2.mo", "package Lib end Lib;");
  user.work.Write("user/Own/package.mo", "package Own end Own;");
  EXPECT_EQ(user.Remove("Lib"), "");
  EXPECT_EQ(user.LastCode(), "several-versions");
  EXPECT_EQ(user.Remove("Lib 1"), user.work.path("user/Lib 1.mo"));
  EXPECT_EQ(user.Remove("Own"), "");
  EXPECT_EQ(user.LastCode(), "cannot-remove");
  EXPECT_TRUE(fs::exists(user.work.path("user/Own/package.mo")));
}

}  // namespace
}  // namespace kerf::modelica::test
