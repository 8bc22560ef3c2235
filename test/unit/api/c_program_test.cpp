// A program in C, and the messages that callers alone can see.
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

extern "C" int RunCProgram(void);

namespace {

auto TextOf(const std::filesystem::path& path) -> std::string {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(ApiC, AProgramInCRuns) { EXPECT_EQ(RunCProgram(), 0); }

// What no model can provoke: NULL in place of a value is caught before, and the equations have values
// wherever a run has come to.
constexpr const char* kUnreachable[] = {"internal-error", "no-values-here", "no-place"};

TEST(ApiC, EachMessageOccursInATest) {
  const std::filesystem::path root = KERF_SOURCE_DIR;
  std::string tests;
  for (const auto& entry : std::filesystem::directory_iterator(root / "test/unit/api"))
    tests += TextOf(entry.path());
  const std::regex declaration(R"(KERF_DIAG\(\s*([A-Za-z0-9]+),)");
  int n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "src/api")) {
    const std::string text = TextOf(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at, ++n) {
      std::string code;
      for (const char c : (*at)[1].str()) {
        if (std::isupper(static_cast<unsigned char>(c)) != 0 && !code.empty()) code += '-';
        code += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
      EXPECT_NE(tests.find('"' + code + '"'), std::string::npos) << code;
    }
  }
  EXPECT_GT(n, 20);
}

}  // namespace
