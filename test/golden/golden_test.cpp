// One test for each golden file below this folder, and one that every diagnostic kind occurs in some of them.
// `test_golden --update` rewrites what the commands print; closed forms (`--- values`) stay.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "diag/diag.h"
#include "golden_run.h"

namespace kerf::golden {
namespace {

namespace fs = std::filesystem;

struct Unreachable {
  std::string_view code;
  std::string_view reason;
};

// Kinds that no file can provoke.
constexpr auto kUnreachable = std::to_array<Unreachable>({
    {"objects-not-renewed", "only callers of libkerf run a model again in the same process"},
    {"clocks-disagree", "the check of the flat model finds it first, as clock-rates"},
    {"translation-failed", "only LLVM itself could fail here"},
    {"subscript-out-of-range", "the DYMOLA front end finds it first, as subscript-outside"},
    {"index-not-fixed", "the DYMOLA front end finds it first, as subscript-not-affine"},
    {"equation-sizes", "the DYMOLA front end finds it first, as equation-sides-differ"},
    {"unknown-structure-parameter", "the command line passes on only names that exist"},
    {"initial-singular",
     "constraints that leave unknowns over are differentiated first, and none is known that cannot be"},
    {"modes-failed", "the iteration of LAPACK has not failed on any matrix that is known"},
    {"no-linear-model", "the run that leads to such a point ends first, as dependent-at-run-time"},
    {"singular-at-run-time", "only of more equations than are looked at for what depends on what"},
    {"fmu-leaves-out", "only of FMUs that others made: Kerf's have no inputs and outputs that are texts"},
    {"too-many-runs", "takes too long: a program would have to run 100 000 times"},
    {"no-run-time", "the code of FMUs is built together with the command line"},
    {"acsl-no-includes", "the command line can always load files for a program"},
    {"cannot-list-folder", "needs a folder that is there but cannot be read, which the superuser always can"},
});

auto ReadText(const fs::path& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

auto GoldenPaths() -> std::vector<fs::path> {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(KERF_SOURCE_DIR) / "test/golden")) {
    if (entry.path().extension() == ".golden") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

class GoldenTest : public testing::Test {
 public:
  GoldenTest(fs::path path, bool update) : path_(std::move(path)), update_(update) {}

  void TestBody() override {
    const std::string text = ReadText(path_);
    const GoldenFile file = ParseGolden(text);
    ASSERT_TRUE(file.error.empty()) << path_ << ": " << file.error;
    const Outcome outcome = RunGolden(file);
    const bool is_named_fail = path_.filename().string().starts_with("fail_");
    EXPECT_EQ(is_named_fail, outcome.has_failing_run)
        << "a file is called fail_… if and only if one of its commands ends with an exit code other than 0";
    EXPECT_TRUE(outcome.values_report.empty()) << path_ << "\n" << outcome.values_report;
    if (!update_) {
      EXPECT_TRUE(outcome.report.empty()) << path_ << "\n" << outcome.report;
      return;
    }
    const std::string updated = PrintGolden(outcome.updated);
    if (updated == text) return;
    std::ofstream(path_, std::ios::binary) << updated;
    fmt::print("updated {}\n", path_.string());
  }

 private:
  fs::path path_;
  bool update_;
};

// The code of each KERF_DIAG in the sources; a name that is declared twice has no single place that emits it.
// Those of `api` are for callers, and its unit tests show them.
auto DeclaredCodes(bool has_api) -> std::vector<std::string> {
  std::vector<std::string> codes;
  const std::regex declaration(R"(KERF_DIAG\(\s*([A-Za-z0-9]+),\s*(Error|Warning))");
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(KERF_SOURCE_DIR) / "src")) {
    if (entry.path().extension() != ".cpp") continue;
    if (!has_api && entry.path().parent_path().filename() == "api") continue;
    const std::string text = ReadText(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at) {
      std::string code;
      for (const char c : (*at)[1].str()) {
        if (std::isupper(static_cast<unsigned char>(c)) != 0 && !code.empty()) code += '-';
        code += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
      codes.push_back(code);
    }
  }
  std::ranges::sort(codes);
  return codes;
}

TEST(Kinds, EachIsDeclaredOnce) {
  const std::vector<std::string> codes = DeclaredCodes(true);
  EXPECT_GT(codes.size(), 100U);
  for (size_t k = 1; k < codes.size(); ++k) EXPECT_NE(codes[k - 1], codes[k]);
}

TEST(Kinds, EachOccursInAGoldenFile) {
  std::string all;
  for (const fs::path& path : GoldenPaths()) {
    for (const Section& section : ParseGolden(ReadText(path)).sections) {
      if (section.kind == SectionKind::Stderr) all += section.text;
    }
  }
  std::string missing;
  for (const std::string& code : DeclaredCodes(false)) {
    const bool occurs = all.find(fmt::format("[{}]", code)) != std::string::npos;
    const bool excused = std::ranges::count(kUnreachable, code, &Unreachable::code) > 0;
    if (!occurs && !excused) missing += fmt::format(" {}", code);
    EXPECT_FALSE(occurs && excused) << code << " does occur; it needs no excuse";
  }
  EXPECT_EQ(missing, "") << "kinds of diagnostics that no golden file shows";
}

void RegisterGoldenFiles(bool update) {
  const fs::path root = fs::path(KERF_SOURCE_DIR) / "test/golden";
  for (const fs::path& path : GoldenPaths()) {
    std::string suite = fs::relative(path.parent_path(), root).string();
    std::ranges::replace(suite, '/', '_');
    testing::RegisterTest(suite.c_str(), path.stem().c_str(), nullptr, nullptr, path.c_str(), 1,
                          [path, update]() -> testing::Test* { return new GoldenTest(path, update); });
  }
}

}  // namespace
}  // namespace kerf::golden

auto main(int argc, char** argv) -> int {
  testing::InitGoogleTest(&argc, argv);
  bool update = false;
  for (int k = 1; k < argc; ++k) update |= std::string_view(argv[k]) == "--update";
  kerf::golden::RegisterGoldenFiles(update);
  return RUN_ALL_TESTS();
}
