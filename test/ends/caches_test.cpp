// Caches of parsed libraries and of compiled functions: damaged, cut short, of another version, where nothing
// can be written, and filled by several programs at once. None of that changes a result.
#include <filesystem>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "program.h"

namespace kerf::ends {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = R"(package Lib
  function half
    input Real x;
    output Real y;
  external "C" y = half_(x) annotation(Include = "static double half_(double x) { return x/2; }");
  end half;
  model Part
    parameter Real k = 3;
    Real x(start = 1, fixed = true);
    Real y = half(x);
  equation
    der(x) = -k*x;
  end Part;
end Lib;
)";
constexpr const char* kCachedModel = "model M\n  Lib.Part a;\n  Lib.Part b(k = 2);\nend M;\n";

class Caches : public testing::Test {
 protected:
  Caches() {
    folder_.Write("lib/Lib/package.mo", kLibrary);
    folder_.Write("m.mo", kCachedModel);
    // What was written just now is not believed to be unchanged.
    const auto hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(folder_.Path("lib/Lib/package.mo"), hour_ago);
    expected_ = Results();
    EXPECT_NE(expected_.find("a.y"), std::string::npos);
  }
  [[nodiscard]] auto Words(const std::string& output) const -> std::vector<std::string> {
    return {"simulate", "m.mo", "--library", "lib", "--trust", "Lib", "--intervals", "5", "--output", output};
  }
  auto Results() -> std::string {
    const Ended ended = RunKerf(folder_, Words("run.csv"));
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    return folder_.Read("run.csv");
  }
  [[nodiscard]] auto Files() const -> std::vector<std::string> {
    std::vector<std::string> files;
    // Files may come and go while a program fills the cache.
    std::error_code failure;
    for (fs::recursive_directory_iterator at(folder_.Path("cache"), failure), end; !failure && at != end;
         at.increment(failure)) {
      if (at->is_regular_file(failure)) files.push_back(fs::relative(at->path(), folder_.Path("")).string());
    }
    return files;
  }
  Folder folder_;
  std::string expected_;
};

TEST_F(Caches, DamageAtRandom) {
  std::mt19937 random(7);
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  ASSERT_GE(Files().size(), 3U);
  for (int trial = 0; trial < 40; ++trial) {
    for (const std::string& file : Files()) {
      std::string bytes = folder_.Read(file);
      if (bytes.empty() || below(3) == 0) continue;
      switch (below(5)) {
        case 0: bytes.resize(below(bytes.size())); break;
        case 1: bytes.clear(); break;
        case 2: bytes += std::string(below(100) + 1, 'x'); break;
        case 3:
          std::fill(bytes.begin() + static_cast<ptrdiff_t>(below(bytes.size())), bytes.end(), '\0');
          break;
        default:
          for (size_t k = 0; k < 1 + below(4); ++k)
            bytes[below(bytes.size())] ^= static_cast<char>(1 << below(8));
      }
      folder_.Write(file, bytes);
    }
    ASSERT_EQ(Results(), expected_) << "trial " << trial;
  }
}

// The files of one part of the cache in the place of those of another.
TEST_F(Caches, FilesOfOthers) {
  const std::vector<std::string> files = Files();
  for (const std::string& to : files) {
    for (const std::string& from : files) {
      const std::string before = folder_.Read(to);
      folder_.Write(to, folder_.Read(from));
      ASSERT_EQ(Results(), expected_) << from << " as " << to;
      folder_.Write(to, before);
    }
  }
}

// A change of the library counts at once, whatever the cache says.
TEST_F(Caches, OldCache) {
  std::string text = kLibrary;
  text.replace(text.find("x/2"), 3, "x/4");
  folder_.Write("lib/Lib/package.mo", text);
  EXPECT_NE(Results(), expected_);
  folder_.Write("lib/Lib/package.mo", kLibrary);
  EXPECT_EQ(Results(), expected_);
}

TEST_F(Caches, NowhereToWrite) {
  // A file where the folder should be, and a file system that takes nothing.
  folder_.Write("file", "");
  for (const std::string& cache :
       {folder_.Path("file"), std::string("/proc"), std::string("/no/such/place")}) {
    const Ended ended =
        RunKerf(folder_, Words("run.csv"), [cache] { setenv("XDG_CACHE_HOME", cache.c_str(), 1); });
    EXPECT_EQ(ended.exit_code, 0) << cache << ended.output;
    EXPECT_EQ(folder_.Read("run.csv"), expected_) << cache;
  }
}

TEST_F(Caches, SeveralAtOnce) {
  constexpr int kPrograms = 4;
  for (int trial = 0; trial < 3; ++trial) {
    fs::remove_all(folder_.Path("cache"));
    std::vector<std::unique_ptr<Program>> programs;
    for (int k = 0; k < kPrograms; ++k)
      programs.push_back(std::make_unique<Program>(folder_, Words("run" + std::to_string(k) + ".csv")));
    for (int k = 0; k < kPrograms; ++k) {
      const Ended ended = programs[static_cast<size_t>(k)]->Wait();
      EXPECT_EQ(ended.exit_code, 0) << ended.output;
      EXPECT_EQ(folder_.Read("run" + std::to_string(k) + ".csv"), expected_);
    }
    EXPECT_EQ(Results(), expected_);
  }
}

// One that is killed while it fills the cache leaves nothing that harms.
TEST_F(Caches, KilledWhileFilling) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 8; ++trial) {
    fs::remove_all(folder_.Path("cache"));
    {
      Program program(folder_, Words("run.csv"));
      const size_t n_wanted = random() % 4;
      while (program.IsRunning() && fs::exists(folder_.Path("cache")) && Files().size() < n_wanted) {
      }
      program.Send(SIGKILL);
      program.Wait();
    }
    ASSERT_EQ(Results(), expected_);
  }
}

}  // namespace

}  // namespace kerf::ends
