// The listings printed in Elmqvist's thesis (Lund, 1978), as dialogues with `kerf dymola`. They lie beside
// the checkout, in ../shared/acceptance/dymola-1978; a checkout alone skips these tests. Lines are compared
// with runs of blanks folded to one, blank lines dropped and trailing blanks removed.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "driver/io.h"

namespace kerf::driver {
namespace {

namespace fs = std::filesystem;

// One line of the text folded as said above.
auto Fold(const std::string& line) -> std::string {
  std::string folded;
  for (const char c : line) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\r';
    if (!is_blank) folded += c;
    if (is_blank && (folded.empty() || folded.back() != ' ')) folded += ' ';
  }
  while (!folded.empty() && folded.back() == ' ') folded.pop_back();
  return folded;
}

auto FoldedLines(std::istream& in) -> std::vector<std::string> {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (std::string folded = Fold(line); !folded.empty()) lines.push_back(std::move(folded));
  }
  return lines;
}

class Dialogue : public testing::TestWithParam<const char*> {};

TEST_P(Dialogue, PrintsWhatTheThesisPrints) {
  const fs::path folder = fs::path(KERF_SOURCE_DIR) / "../shared/acceptance/dymola-1978" / GetParam();
  if (!fs::exists(folder)) GTEST_SKIP() << "there is no folder " << folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  std::ifstream commands("commands");
  std::ifstream expected("expected");
  std::stringstream printed;
  Io io;
  io.out = [&](std::string_view text) { printed << text; };
  io.err = [&](std::string_view text) { printed << text; };
  io.in = &commands;
  Main({"dymola"}, io);
  const std::vector<std::string> wanted = FoldedLines(expected);
  fs::current_path(before);

  const std::vector<std::string> lines = FoldedLines(printed);
  ASSERT_FALSE(wanted.empty());
  for (size_t k = 0; k < std::min(lines.size(), wanted.size()); ++k) {
    ASSERT_EQ(lines[k], wanted[k]) << "line " << k + 1 << ", blank ones not counted";
  }
  EXPECT_EQ(lines.size(), wanted.size());
}

INSTANTIATE_TEST_SUITE_P(Thesis, Dialogue,
                         testing::Values("network-by-path", "network-by-at", "logical-inverter",
                                         "human-body-singular", "human-body-as-functions",
                                         "power-network-simulation", "power-network-initial-values",
                                         "power-station"),
                         [](const auto& dialogue) {
                           std::string name = dialogue.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace kerf::driver
