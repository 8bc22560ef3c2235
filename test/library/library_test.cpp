// `kerf ratchet` as a program, because it starts itself for each example: on a small library whose examples
// get as far as their names say, and on a sample of the Modelica library where that is installed.
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

const std::string kHere = std::string(KERF_SOURCE_DIR) + "/test/library";

struct Result {
  int exit_code = -1;
  std::string output;
};

auto RunKerf(const std::string& arguments) -> Result {
  Result result;
  FILE* pipe = popen(("'" KERF_PROGRAM "' " + arguments + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> chunk;
  for (size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;)
    result.output.append(chunk.data(), n);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

auto ReadFile(const fs::path& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

auto Has(const std::string& text, const std::string& part) -> bool {
  return text.find(part) != std::string::npos;
}

class Ratchet : public testing::Test {
 protected:
  // A folder of the test's own, also for caches.
  Ratchet() {
    std::string name = (fs::temp_directory_path() / "kerf-library-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr) cache_ = cache;
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    record_ = folder_ / "record.tsv";
  }
  ~Ratchet() override {
    unsetenv("XDG_CACHE_HOME");
    if (!cache_.empty()) setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
    fs::remove_all(folder_);
  }

  [[nodiscard]] auto Small(const std::string& arguments) const -> Result {
    return RunKerf("ratchet Small --library " + kHere + "/small " + arguments);
  }
  [[nodiscard]] auto SmallWithReference(const std::string& arguments) const -> Result {
    // A sanitizer reserves more memory than any limit allows.
    return Small("--memory-limit 0 --reference " + kHere + "/small/reference " + arguments);
  }
  [[nodiscard]] auto record() const -> std::string { return ReadFile(record_); }

  std::string cache_;
  fs::path folder_;
  fs::path record_;
};

TEST_F(Ratchet, RecordsHowFarEachExampleGets) {
  const Result result = SmallWithReference("--record " + record_.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(record(),
            "# kerf ratchet Small 1.0.0\n"
            "example\tstage\tunknowns\tequations\tfirst error\n"
            "Small.Examples.Differs\tsimulate\t1\t1\tdiffers\n"
            "Small.Examples.Matches\tmatch\t1\t1\t\n"
            "Small.Examples.NoReference\tsimulate\t1\t1\tno-reference\n"
            "Small.Examples.Singular\tflatten\t2\t2\tstructurally-singular\n"
            "Small.Examples.Unknown\tparse\t0\t0\tundeclared-name\n");
}

TEST_F(Ratchet, SameRunPassesItsOwnCheckAndRecordsTheSameBytes) {
  ASSERT_EQ(SmallWithReference("--record " + record_.string()).exit_code, 0);
  const std::string before = record();
  const Result result =
      SmallWithReference("--jobs 1 --check " + record_.string() + " --record " + record_.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_FALSE(Has(result.output, "recorded"));
  EXPECT_EQ(record(), before);
}

TEST_F(Ratchet, ExampleThatFallsBackFailsAndIsNotRecorded) {
  const std::string claim =
      "# kerf ratchet Small 1.0.0\n"
      "Small.Examples.Singular\tsimulate\t2\t2\t\n"
      "Small.Examples.Matches\tparse\t0\t0\t\n";
  std::ofstream(record_) << claim;
  const Result result = SmallWithReference("--check " + record_.string() + " --record " + record_.string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Has(result.output,
                  "fell back: Small.Examples.Singular: simulate, now flatten (structurally-singular)\n"))
      << result.output;
  EXPECT_TRUE(Has(result.output, "1 further than recorded, 3 not recorded")) << result.output;
  EXPECT_EQ(record(), claim);
}

TEST_F(Ratchet, ExampleThatIsGoneFails) {
  std::ofstream(record_) << "# kerf ratchet Small 1.0.0\nSmall.Examples.Gone\tnone\t0\t0\t\n";
  const Result result = Small("--memory-limit 0 --stage parse --sample 1 --check " + record_.string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Has(result.output, "gone: Small.Examples.Gone\n")) << result.output;
  EXPECT_EQ(Small("--memory-limit 0 --stage parse --models Matches --check " + record_.string()).exit_code,
            0);
}

// Where the reference results are missing, or only early stages are asked for, nothing falls back for that.
TEST_F(Ratchet, LaterStagesThatAreNotRunStayAsTheyWere) {
  ASSERT_EQ(SmallWithReference("--record " + record_.string()).exit_code, 0);
  const std::string before = record();
  EXPECT_EQ(Small("--memory-limit 0 --check " + record_.string()).exit_code, 0);
  const Result result =
      Small("--memory-limit 0 --stage flatten --check " + record_.string() + " --record " + record_.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(Has(before, "Small.Examples.Matches\tmatch\t1\t1\t\n")) << before;
  EXPECT_EQ(record(), before);
}

TEST_F(Ratchet, TimeAndMemoryLimitsEndTheExampleAndNotTheRun) {
  Result result = Small("--time-limit 0.0001 --record " + record_.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(Has(record(), "Small.Examples.Matches\tnone\t0\t0\ttime-limit\n")) << record();
  result = Small("--memory-limit 1 --record " + record_.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(Has(record(), "Small.Examples.Matches\tnone\t0\t0\t")) << record();
  EXPECT_FALSE(Has(record(), "time-limit")) << record();
}

TEST_F(Ratchet, DetailsTellTheFirstErrorInWords) {
  const fs::path details = folder_ / "details.tsv";
  ASSERT_EQ(Small("--memory-limit 0 --models Unknown --details " + details.string()).exit_code, 0);
  EXPECT_TRUE(Has(ReadFile(details), "nothing")) << ReadFile(details);
}

// The user's caches, not the test's: the Modelica library takes seconds to read without them.
TEST(ModelicaLibrary, NoExampleOfASampleFallsBack) {
  const std::string listed = RunKerf("library list").output;
  const size_t at = listed.find("Modelica ");
  const bool is_there =
      (at == 0 || (at != std::string::npos && listed[at - 1] == '\n')) && Has(listed, "4.1.0");
  if (!is_there) {
    GTEST_SKIP() << "the Modelica library 4.1.0 is not installed: `kerf library add FOLDER` or MODELICAPATH";
  }
  const Result result = RunKerf("ratchet Modelica --sample 25 --check " + kHere + "/Modelica-4.1.0.tsv");
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

}  // namespace
