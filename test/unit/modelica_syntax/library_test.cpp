// Every file below the folder named by KERF_MODELICA_LIBRARY parses without a message, prints back
// identically and keeps its tokens when formatted, and formatting it again changes nothing.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "helpers.h"
#include "lang/modelica/syntax/format.h"

namespace kerf::modelica::test {

namespace {

auto TokenTexts(const Parsed& parsed) -> std::vector<std::string_view> {
  std::vector<std::string_view> texts;
  for (const Token& token : parsed.arrays.tokens) {
    texts.push_back(std::string_view(parsed.text).substr(token.begin, token.end - token.begin));
  }
  return texts;
}

void CheckFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const Parsed parsed(std::string(std::istreambuf_iterator<char>(file), {}));
  EXPECT_EQ(parsed.messages(), std::vector<std::string>{}) << path;
  EXPECT_TRUE(PrintBack(parsed.tree) == parsed.text) << path;
  const Parsed formatted(Format(parsed.tree));
  EXPECT_TRUE(TokenTexts(parsed) == TokenTexts(formatted)) << path;
  EXPECT_TRUE(Format(formatted.tree) == formatted.text) << path;
}

TEST(Library, EveryFile) {
  const char* folder = std::getenv("KERF_MODELICA_LIBRARY");
  if (folder == nullptr) GTEST_SKIP() << "KERF_MODELICA_LIBRARY names no folder";
  size_t n_files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".mo") continue;
    CheckFile(entry.path());
    ++n_files;
  }
  EXPECT_GT(n_files, 0U);
}

}  // namespace

}  // namespace kerf::modelica::test
