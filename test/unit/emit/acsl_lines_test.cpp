// Lines of at most 72 columns.
#include "emit/acsl_lines.h"

#include <sstream>

#include <gtest/gtest.h>

namespace kerf::emit {
namespace {

// The statement put together again.
auto Joined(const std::string& text) -> std::string {
  std::istringstream in(text);
  std::string joined;
  for (std::string line; std::getline(in, line);) {
    EXPECT_LE(line.size(), 72U) << line;
    if (line.ends_with(" ...")) line.resize(line.size() - 4);
    for (const char c : line) {
      if (c != ' ') joined += c;
    }
  }
  return joined;
}

TEST(AcslLines, LongStatementsAreBrokenAndLoseNothing) {
  std::string sum = "y = x1";
  std::string product = "z = a1";
  for (int k = 2; k < 60; ++k) sum += " + x" + std::to_string(k);
  for (int k = 2; k < 60; ++k) product += "*b" + std::to_string(k) + "**2";
  for (const std::string& statement : {sum, product}) {
    AcslLines lines;
    lines.Open();
    lines.Statement(statement);
    std::string wanted;
    for (const char c : statement) {
      if (c != ' ') wanted += c;
    }
    EXPECT_EQ(Joined(lines.Take()), wanted);
  }
}

TEST(AcslLines, ThreeConstantsALineAndFewerWhereTheyAreLong) {
  AcslLines lines;
  lines.Constants({"a=1", "b=2", "c=3", "d=4"});
  EXPECT_EQ(lines.Take(), "CONSTANT ...\n  a=1, b=2, c=3, ...\n  d=4\n");
  const std::string wide = "abcdef=1.23456789012345678901234567890E-10";
  AcslLines long_lines;
  long_lines.Constants({wide, wide});
  EXPECT_EQ(long_lines.Take(), "CONSTANT ...\n  " + wide + ", ...\n  " + wide + "\n");
}

}  // namespace
}  // namespace kerf::emit
