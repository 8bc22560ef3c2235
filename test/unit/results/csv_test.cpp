// What the CSV reader takes, and the messages for what it does not.
#include <gtest/gtest.h>

#include "results/read_result.h"

namespace kerf::results {
namespace {

void ExpectTwoByTwo(const std::string& text) {
  const Loaded loaded = ParseCsv(text, "f");
  ASSERT_EQ(loaded.error, "") << text;
  EXPECT_EQ(loaded.table.names, (std::vector<std::string>{"time", "a.b[1,2]"})) << text;
  EXPECT_EQ(loaded.table.columns, (std::vector<std::vector<double>>{{0, 1}, {-2.5, 3e-5}})) << text;
}

TEST(ReadCsv, TakesTheUsualDialects) {
  ExpectTwoByTwo("time,\"a.b[1,2]\"\n0,-2.5\n1,3e-5\n");
  ExpectTwoByTwo("time;a.b[1,2]\r\n0;-2.5\r\n1;+3E-05\r\n");
  ExpectTwoByTwo("time\ta.b[1,2]\r0\t-2.5\r1\t3e-5");
  ExpectTwoByTwo(
      "\xEF\xBB\xBF# made by hand\n\n time ; \"a.b[1,2]\" \n  # between\n0 ;  \"-2.5\"\n\n1;3e-5\n# end");
}

TEST(ReadCsv, HeaderAloneIsATableWithoutRows) {
  const Loaded loaded = ParseCsv("time,x\n", "f");
  EXPECT_EQ(loaded.error, "");
  EXPECT_EQ(RowCount(loaded.table), 0U);
}

TEST(ReadCsv, MessagesNameLineAndColumn) {
  EXPECT_EQ(ParseCsv("", "f.csv").error, "f.csv: the file is empty");
  EXPECT_EQ(ParseCsv("# only\n\n", "f.csv").error, "f.csv: the file is empty");
  EXPECT_EQ(ParseCsv("\n0,1\n", "f").error,
            "f: line 2: a header with the names of the columns is expected, but '0' is a number");
  EXPECT_EQ(ParseCsv("time,,y\n", "f").error, "f: line 1: column 2 has no name");
  EXPECT_EQ(ParseCsv("t,x\n0,1\n# c\n1\n2,2\n", "f").error,
            "f: line 4: 1 values, but the header names 2 columns");
  EXPECT_EQ(ParseCsv("t,x\n0,1,2\n", "f").error, "f: line 2: 3 values, but the header names 2 columns");
  EXPECT_EQ(ParseCsv("t,x\n0,1\n1,1.5abc\n", "f").error, "f: line 3, column 'x': '1.5abc' is not a number");
  EXPECT_EQ(ParseCsv("t,x\n0,\n", "f").error, "f: line 2, column 'x': no value");
  EXPECT_EQ(ParseCsv("t,\"x\ny\"\n0,1e400\n", "f").error,
            "f: line 3, column 'x\ny': '1e400' is not a number");
  EXPECT_EQ(ReadCsv("/no/such.csv").error, "/no/such.csv: cannot read: No such file or directory");
  EXPECT_NE(ReadCsv("/").error, "");
  EXPECT_NE(ParseCsv("t,\"x\n0,1\n", "f").table.names.size(), 3U);
}

TEST(ReadResult, UnknownAndMissingFiles) {
  EXPECT_EQ(ReadResult("run.xls").error, "run.xls: result files end in .csv or .mat");
  EXPECT_EQ(ReadResult("/no/such.mat").error, "/no/such.mat: cannot read: No such file or directory");
}

}  // namespace
}  // namespace kerf::results
