// Compilations that are found again, and those that must not be.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

#include "../../own_path.h"
#include "cache/compile.h"
#include "cache/entry.h"
#include "cache/key.h"
#include "diag/consumers.h"
#include "model/print.h"

namespace kerf::cache {
namespace {

namespace fs = std::filesystem;

class CacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ + "/Lib");
    Write("m.mo",
          "model M\n  Lib.Part part(k = 2);\n  Real unused(min = 3, start = 1);\nequation\n  unused = "
          "part.x;\nend M;\n");
    Write("Lib/package.mo", "package Lib\nend Lib;\n");
    Write("Lib/Part.mo",
          "within Lib;\nmodel Part\n  parameter Real k = 1;\n  Real x(start = 1);\nequation\n  der(x) = "
          "-k*x;\nend Part;\n");
    request_.file = folder_ + "/m.mo";
    request_.libraries = {folder_};
    request_.cache_folder = cache_folder_;
    request_.options.reduce_index = true;
  }
  void TearDown() override {
    fs::remove_all(folder_);
    fs::remove_all(cache_folder_);
  }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
    // Long ago, so that no file is fresh.
    fs::last_write_time(folder_ + "/" + name, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }

  // Whether it came from the cache; what was told goes to `messages`.
  auto IsFound(const session::Request& request, std::string* messages = nullptr) -> bool {
    source::Buffers buffers;
    std::string text;
    diag::ConsoleConsumer console([&](std::string_view part) { text += part; }, buffers, false);
    diag::Emitter emitter(console);
    compiled_ = CompileModel(request, buffers, emitter);
    EXPECT_NE(compiled_.model, nullptr) << text;
    if (messages != nullptr) *messages = text;
    if (!compiled_.model) return false;
    listing_ = model::Print(*compiled_.model);
    return compiled_.phases.size() == 1 && compiled_.phases[0].name == "from cache";
  }
  // Whether a change makes what was found be compiled again, and found after that.
  auto IsSeen(const std::function<void()>& change) -> bool {
    (void)IsFound(request_);
    EXPECT_TRUE(IsFound(request_));
    change();
    const bool is_seen = !IsFound(request_);
    EXPECT_TRUE(IsFound(request_));
    return is_seen;
  }
  [[nodiscard]] auto EntryFile() const -> std::string {
    for (const auto& entry : fs::directory_iterator(cache_folder_ + "/compiled"))
      return entry.path().string();
    return "";
  }

  std::string folder_ = OwnPath("compiled-models");
  // Not among the libraries: what is kept there would change the folder that they are looked for in.
  std::string cache_folder_ = OwnPath("compiled-cache");
  session::Request request_;
  Compiled compiled_;
  std::string listing_;
};

TEST_F(CacheTest, TheSecondTimeNothingIsCompiledAndAllIsTold) {
  std::string first;
  std::string second;
  EXPECT_FALSE(IsFound(request_, &first));
  const std::string listing = listing_;
  EXPECT_TRUE(IsFound(request_, &second));
  EXPECT_EQ(listing, listing_);
  EXPECT_EQ(first, second);
}

TEST_F(CacheTest, EveryChangeOfWhatWasReadIsSeen) {
  EXPECT_TRUE(IsSeen([&] {
    Write("Lib/Part.mo",
          "within Lib;\nmodel Part\n  parameter Real k = 1;\n  Real x(start = 1);\nequation\n  der(x) = "
          "-3*x;\nend Part;\n");
  }));
  EXPECT_TRUE(IsSeen([&] { Write("m.mo", "model M\n  Lib.Part part(k = 2);\nend M;\n"); }));
  // A class that comes before the one that was found.
  EXPECT_TRUE(IsSeen([&] { Write("Lib/package.mo", "package Lib\n  constant Real c = 1;\nend Lib;\n"); }));
  EXPECT_TRUE(IsSeen([&] { Write("Lib/Other.mo", "within Lib;\nmodel Other\nend Other;\n"); }));
}

TEST_F(CacheTest, WhatIsAskedForCounts) {
  EXPECT_FALSE(IsFound(request_));
  for (const auto& change : std::vector<std::function<void(session::Request&)>>{
           [](auto& r) {
             r.options.values.push_back({"part.k", 5});
             r.value_texts.emplace_back("5");
           },
           [](auto& r) {
             r.options.starts.push_back({"part.x", 5});
             r.start_texts.emplace_back("5");
           },
           [](auto& r) { r.options.implicit_form = true; }, [](auto& r) { r.checks_units = false; },
           [](auto& r) { r.model = "M"; }, [](auto& r) { r.options.eliminate = false; }}) {
    session::Request other = request_;
    change(other);
    EXPECT_FALSE(IsFound(other));
    EXPECT_TRUE(IsFound(other));
  }
  EXPECT_TRUE(IsFound(request_));
}

TEST_F(CacheTest, ParametersAreLeftToTheRun) {
  EXPECT_FALSE(IsFound(request_));
  session::Request other = request_;
  other.options.values.push_back({"part.k", 5});
  other.value_texts.emplace_back("5");
  source::Buffers buffers;
  diag::CollectingConsumer told;
  diag::Emitter emitter(told);
  const Compiled compiled = CompileForRun(other, buffers, emitter);
  ASSERT_NE(compiled.model, nullptr);
  ASSERT_EQ(compiled.tuned.size(), 1U);
  EXPECT_EQ(compiled.tuned[0].value, 5);
  EXPECT_EQ(compiled.phases[0].name, "from cache");
}

TEST_F(CacheTest, DamagedFilesAreAsGoodAsNone) {
  EXPECT_FALSE(IsFound(request_));
  const std::string good = listing_;
  std::ifstream file(EntryFile(), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::mt19937 random(7);
  for (int k = 0; k < 40; ++k) {
    std::string damaged = bytes;
    if (k % 4 == 0) {
      damaged.resize(random() % damaged.size());
    } else {
      damaged[random() % damaged.size()] ^= static_cast<char>(1U << (random() % 8));
    }
    EXPECT_EQ(TryRead(damaged), nullptr);
    std::ofstream(EntryFile(), std::ios::binary) << damaged;
    EXPECT_FALSE(IsFound(request_));
    EXPECT_EQ(listing_, good);
  }
  EXPECT_TRUE(IsFound(request_));
}

// The file of one request does not serve another, even if somebody puts it there.
TEST_F(CacheTest, AnEntryBelongsToItsKey) {
  EXPECT_FALSE(IsFound(request_));
  const std::string of_first = EntryFile();
  session::Request other = request_;
  other.checks_units = false;
  EXPECT_FALSE(IsFound(other));
  for (const auto& entry : fs::directory_iterator(cache_folder_ + "/compiled")) {
    if (entry.path() != of_first) fs::copy_file(of_first, entry.path(), fs::copy_options::overwrite_existing);
  }
  EXPECT_FALSE(IsFound(other));
}

TEST_F(CacheTest, AFolderThatCannotBeWrittenChangesNothing) {
  request_.cache_folder = folder_ + "/m.mo";
  EXPECT_FALSE(IsFound(request_));
  EXPECT_FALSE(IsFound(request_));
}

}  // namespace
}  // namespace kerf::cache
