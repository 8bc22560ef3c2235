// Lists of signals to compare.
#include "results/signal_list.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include "../../own_path.h"

namespace kerf::results {
namespace {

using Names = std::vector<std::string>;

TEST(SignalList, OneNameALineWithAnyLineEnd) {
  EXPECT_EQ(ParseSignalList("time\r\na.b[1, 2]\n\n  c\t\nd"), (Names{"time", "a.b[1, 2]", "c", "d"}));
}

TEST(SignalList, CommentsMarksAndRepetitionsAreLeftOut) {
  EXPECT_EQ(ParseSignalList("\xEF\xBB\xBF"
                            "a\n// b\n# c\na\n"),
            (Names{"a"}));
  EXPECT_TRUE(ParseSignalList("").empty());
}

TEST(SignalList, FileThatCannotBeReadIsAnError) {
  const std::string folder = testing::TempDir();
  EXPECT_NE(ReadSignalList(folder + "/no_such_list.txt").error.find("cannot read"), std::string::npos);
  EXPECT_NE(ReadSignalList(folder).error.find("cannot read"), std::string::npos);
  const std::string path = OwnPath("signals.txt");
  std::ofstream(path) << "x\ny\n";
  const SignalList list = ReadSignalList(path);
  std::filesystem::remove(path);
  EXPECT_EQ(list.error, "");
  EXPECT_EQ(list.names, (Names{"x", "y"}));
}

}  // namespace
}  // namespace kerf::results
