#include "base/file_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "../../own_path.h"

namespace kerf::base {
namespace {

namespace fs = std::filesystem;

class FileTraceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ + "/sub");
    Write("a", "one");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  // Files that have not changed for some time.
  void Age(const std::string& name) const {
    fs::last_write_time(folder_ + "/" + name, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  // Whether a trace of everything in the folder sees what happens.
  auto Sees(const std::function<void()>& change) const -> bool {
    FileTrace trace;
    for (const char* name : {"", "/a", "/sub", "/missing", "/sub/missing"}) trace.Note(folder_ + name);
    std::vector<FileDependency> dependencies;
    EXPECT_TRUE(trace.TryFinish(dependencies));
    EXPECT_EQ(dependencies.size(), 5U);
    EXPECT_TRUE(std::ranges::all_of(dependencies, IsUnchanged));
    change();
    return !std::ranges::all_of(dependencies, IsUnchanged);
  }

  std::string folder_ = OwnPath("trace");
};

TEST_F(FileTraceTest, SeesEveryKindOfChange) {
  EXPECT_FALSE(Sees([] {}));
  EXPECT_TRUE(Sees([&] { Write("a", "longer"); }));
  // As long as before, within the same tick of the clock.
  EXPECT_TRUE(Sees([&] { Write("a", "shorte"); }));
  EXPECT_TRUE(Sees([&] { Write("b", "new"); }));
  EXPECT_TRUE(Sees([&] { Write("missing", "there"); }));
  EXPECT_TRUE(Sees([&] { fs::remove(folder_ + "/missing"); }));
  EXPECT_TRUE(Sees([&] { Write("sub/missing", "there"); }));
  EXPECT_TRUE(Sees([&] { fs::remove(folder_ + "/a"); }));
}

TEST_F(FileTraceTest, TimesPutBackDoNotHideAChange) {
  Age("a");
  const auto time = fs::last_write_time(folder_ + "/a");
  EXPECT_TRUE(Sees([&] {
    Write("a", "two");
    fs::last_write_time(folder_ + "/a", time);
  }));
}

TEST_F(FileTraceTest, AnotherFileOfTheSameSizeAndTimeIsSeen) {
  Age("a");
  Write("other", "two");
  fs::last_write_time(folder_ + "/other", fs::last_write_time(folder_ + "/a"));
  EXPECT_TRUE(Sees([&] { fs::rename(folder_ + "/other", folder_ + "/a"); }));
}

TEST_F(FileTraceTest, ChangesBetweenNoteAndFinishSpoilTheTrace) {
  FileTrace trace;
  trace.Note(folder_ + "/missing");
  Write("missing", "there");
  std::vector<FileDependency> dependencies;
  EXPECT_FALSE(trace.TryFinish(dependencies));
}

}  // namespace
}  // namespace kerf::base
