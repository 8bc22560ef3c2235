// Shared objects are made once, again after a change, and again when the file is damaged.
#include "external/build.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "external/shared_object.h"

namespace kerf::external {
namespace {

namespace fs = std::filesystem;

class BuildTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "kerf-build-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    WriteSource(1);
    request_.unit.sources = {folder_ + "/number.c"};
    request_.compiler = "cc";
    request_.folders = {folder_ + "/cache"};
  }
  void TearDown() override { fs::remove_all(folder_); }

  void WriteSource(int number) const {
    std::ofstream(folder_ + "/number.c") << "int number(void) { return " << number << "; }\n";
  }
  auto Built() -> std::string {
    std::string error;
    const std::string file = Build(request_, error);
    EXPECT_EQ(error, "");
    return file;
  }
  // What function number of the shared object gives; -1 if there is none.
  static auto NumberOf(const std::string& file) -> int {
    std::string error;
    const auto object = SharedObject::Load(file, error);
    EXPECT_EQ(error, "");
    const auto number = object ? reinterpret_cast<int (*)()>(object->Find("number")) : nullptr;
    return number != nullptr ? number() : -1;
  }

  std::string folder_;
  BuildRequest request_;
};

TEST_F(BuildTest, WhatIsThereIsNotMadeAgain) {
  const std::string file = Built();
  EXPECT_EQ(NumberOf(file), 1);
  const auto time = fs::last_write_time(file);
  EXPECT_EQ(Built(), file);
  EXPECT_EQ(fs::last_write_time(file), time);
}

TEST_F(BuildTest, AnotherSourceOrOptionIsAnotherFile) {
  const std::string file = Built();
  WriteSource(2);
  const std::string changed = Built();
  EXPECT_NE(changed, file);
  EXPECT_EQ(NumberOf(changed), 2);
  request_.unit.macros = {"HAVE_MORE"};
  EXPECT_NE(Built(), changed);
}

TEST_F(BuildTest, ADamagedFileIsMadeAgain) {
  const std::string file = Built();
  const auto size = fs::file_size(file);
  fs::resize_file(file, size / 2);
  EXPECT_EQ(Built(), file);
  EXPECT_EQ(fs::file_size(file), size);
  EXPECT_EQ(NumberOf(file), 1);
  fs::remove(file + ".sum");
  EXPECT_EQ(Built(), file);
  EXPECT_TRUE(fs::exists(file + ".sum"));
}

TEST_F(BuildTest, NothingIsLeftOfACompilationThatFails) {
  std::ofstream(folder_ + "/number.c") << "int number(void) { return missing(); }\n";
  std::string error;
  EXPECT_EQ(Build(request_, error), "");
  EXPECT_NE(error.find("missing"), std::string::npos) << error;
  EXPECT_TRUE(fs::is_empty(request_.folders[0]));
}

TEST_F(BuildTest, ACompilerThatIsNotThereIsNamed) {
  request_.compiler = "no-such-compiler";
  std::string error;
  EXPECT_EQ(Build(request_, error), "");
  EXPECT_EQ(error, "the C compiler `no-such-compiler` cannot be started");
}

TEST_F(BuildTest, AFolderThatCannotBeMadeIsNamed) {
  request_.folders = {folder_ + "/number.c/cache"};
  std::string error;
  EXPECT_EQ(Build(request_, error), "");
  EXPECT_EQ(error, "cannot write into the folder " + request_.folders[0]);
}

}  // namespace
}  // namespace kerf::external
