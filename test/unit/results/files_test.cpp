// Round trips through result files, files of killed runs, and what goes wrong with disks and paths.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "../../own_path.h"
#include "read_bytes.h"
#include "results/memory_writer.h"
#include "results/read_result.h"
#include "results/writer.h"

namespace kerf::results {
namespace {

using Rows = std::vector<std::vector<double>>;

void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Two varying columns, one seen under three names, and two parameters.
auto BallLayout() -> Layout {
  Layout layout;
  layout.n_columns = 3;
  layout.constants = {9.81, -0.5};
  layout.signals = {
      {.name = "ball.h", .description = "height", .unit = "m", .column = 1},
      {.name = "ball.v", .description = "", .unit = "m/s", .column = 2},
      {.name = "floor.v", .description = "seen from the ball", .unit = "", .column = 2, .negated = true},
      {.name = "g", .description = "gravity", .unit = "m/s2", .column = 0, .constant = true},
      {.name = "loss", .description = "", .unit = "", .column = 1, .negated = true, .constant = true},
  };
  return layout;
}

auto BallRows() -> Rows {
  return {{0, 1, 0},
          {0.1, 1.0 / 3.0, -1e-300},
          {0.45, 5e-324, -4.4},
          {0.45, 0, 3.1},
          {1e9, -1.7976931348623157e308, 1}};
}

auto WriteAll(Writer& writer, const Rows& rows) -> bool {
  for (const auto& row : rows) {
    if (!writer.Append(row)) return false;
  }
  return writer.Finish();
}

auto ColumnOf(const Rows& rows, size_t column, double sign = 1) -> std::vector<double> {
  std::vector<double> values;
  for (const auto& row : rows) values.push_back(sign * row[column]);
  return values;
}

void ExpectBall(const Table& table, const Rows& rows, bool parameters) {
  ASSERT_EQ(table.names.size(), parameters ? 6U : 4U);
  EXPECT_EQ(table.names[0], "time");
  EXPECT_EQ(table.columns[0], ColumnOf(rows, 0));
  ASSERT_NE(FindColumn(table, "ball.h"), nullptr);
  EXPECT_EQ(*FindColumn(table, "ball.h"), ColumnOf(rows, 1));
  EXPECT_EQ(*FindColumn(table, "ball.v"), ColumnOf(rows, 2));
  EXPECT_EQ(*FindColumn(table, "floor.v"), ColumnOf(rows, 2, -1));
  if (!parameters) return;
  EXPECT_EQ(*FindColumn(table, "g"), std::vector<double>(rows.size(), 9.81));
  EXPECT_EQ(*FindColumn(table, "loss"), std::vector<double>(rows.size(), 0.5));
}

TEST(ResultFiles, CsvRoundTripIsExact) {
  const std::string path = OwnPath("run.csv");
  auto writer = OpenWriter(path, BallLayout());
  ASSERT_TRUE(WriteAll(*writer, BallRows())) << writer->error();
  const Loaded loaded = ReadResult(path);
  ASSERT_EQ(loaded.error, "");
  ExpectBall(loaded.table, BallRows(), false);
}

TEST(ResultFiles, CsvHasParametersWhenAsked) {
  const std::string path = OwnPath("run.csv");
  auto writer = OpenCsvWriter(path, BallLayout(), {.parameters = true});
  ASSERT_TRUE(WriteAll(*writer, BallRows()));
  ExpectBall(ReadCsv(path).table, BallRows(), true);
}

TEST(ResultFiles, CsvTextIsShortAndPlain) {
  Layout layout{.signals = {{.name = "say \"hi\", ok", .description = "", .unit = "", .column = 1},
                            {.name = "n", .description = "", .unit = "", .column = 1, .negated = true}},
                .n_columns = 2,
                .constants = {}};
  const std::string path = OwnPath("run.csv");
  auto writer = OpenWriter(path, layout);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(WriteAll(*writer, {{0, 0}, {0.1, 0.30000000000000004}, {1, -nan}, {2, INFINITY}}));
  EXPECT_EQ(ReadBytes(path),
            "time,\"say \"\"hi\"\", "
            "ok\",n\n0,0,0\n0.1,0.30000000000000004,-0.30000000000000004\n1,nan,nan\n2,inf,-inf\n");
  const Loaded loaded = ReadResult(path);
  ASSERT_EQ(loaded.error, "");
  EXPECT_EQ(loaded.table.names[1], "say \"hi\", ok");
  EXPECT_TRUE(std::isnan(loaded.table.columns[1][2]));
  EXPECT_EQ(loaded.table.columns[2][3], -INFINITY);
}

TEST(ResultFiles, MatRoundTripIsExact) {
  const std::string path = OwnPath("run.mat");
  auto writer = OpenWriter(path, BallLayout());
  ASSERT_TRUE(WriteAll(*writer, BallRows())) << writer->error();
  const Loaded loaded = ReadResult(path);
  ASSERT_EQ(loaded.error, "");
  ExpectBall(loaded.table, BallRows(), true);
}

TEST(ResultFiles, MatStartsAsTheFormatDemands) {
  const std::string path = OwnPath("run.mat");
  ASSERT_TRUE(WriteAll(*OpenMatWriter(path, BallLayout()), BallRows()));
  const std::string bytes = ReadBytes(path);
  // Text, 4 × 11, name of 7 bytes; then the four lines column by column.
  const std::string head("\x33\0\0\0\x04\0\0\0\x0b\0\0\0\0\0\0\0\x07\0\0\0Aclass\0A1 bt. ir1 na", 39);
  EXPECT_EQ(bytes.substr(0, 39), head);
  // Names lie one after another, padded to the longest.
  EXPECT_NE(bytes.find("time   ball.h ball.v floor.vg      loss   "), std::string::npos);
  EXPECT_NE(bytes.find("height [m]"), std::string::npos);
  // The first entries of dataInfo: time is matrix 0 row 1, the height is matrix 2 row 2.
  const int32_t info[] = {0, 1, 0, -1, 2, 2, 0, -1, 2, 3, 0, -1, 2, -3, 0, -1, 1, 2, 0, -1, 1, -3, 0, -1};
  EXPECT_NE(bytes.find(std::string(reinterpret_cast<const char*>(info), sizeof(info))), std::string::npos);
  // The parameters are preceded by start and stop time.
  const double constants[] = {0, 9.81, -0.5, 1e9, 9.81, -0.5};
  EXPECT_NE(bytes.find(std::string(reinterpret_cast<const char*>(constants), sizeof(constants))),
            std::string::npos);
}

TEST(ResultFiles, MatWithoutPointsIsReadable) {
  const std::string path = OwnPath("run.mat");
  auto writer = OpenMatWriter(path, BallLayout());
  for (int finished = 0; finished < 2; ++finished) {
    const Loaded loaded = ReadMat(path);
    ASSERT_EQ(loaded.error, "");
    ExpectBall(loaded.table, {}, true);
    EXPECT_TRUE(writer->Finish());
  }
}

// A reader that comes while the run goes on sees the same as after a kill.
TEST(ResultFiles, KilledRunLeavesReadableFiles) {
  for (const char* extension : {"run.csv", "run.mat"}) {
    const std::string path = OwnPath(extension);
    auto writer = OpenWriter(path, BallLayout());
    const size_t n = 20000;
    for (size_t i = 0; i < n; ++i) {
      const auto t = static_cast<double>(i);
      ASSERT_TRUE(writer->Append(std::vector<double>{t, 2 * t, 3 * t}));
    }
    const Loaded loaded = ReadResult(path);
    ASSERT_EQ(loaded.error, "") << path;
    ASSERT_GE(RowCount(loaded.table), n - 5000) << path;
    EXPECT_EQ(FindColumn(loaded.table, "floor.v")->back(), -3 * loaded.table.columns[0].back());
    ASSERT_TRUE(writer->Finish());
    EXPECT_EQ(RowCount(ReadResult(path).table), n);
  }
}

TEST(ResultFiles, HalfWrittenTailIsLeftOut) {
  const std::string mat = OwnPath("run.mat");
  ASSERT_TRUE(WriteAll(*OpenMatWriter(mat, BallLayout()), BallRows()));
  WriteBytes(mat, ReadBytes(mat) + std::string(13, '\x7f'));
  ExpectBall(ReadMat(mat).table, BallRows(), true);

  const std::string csv = OwnPath("run.csv");
  ASSERT_TRUE(WriteAll(*OpenWriter(csv, BallLayout()), BallRows()));
  WriteBytes(csv, ReadBytes(csv) + "2e9,1");
  ExpectBall(ReadCsv(csv).table, BallRows(), false);
}

TEST(ResultFiles, CutMatFileIsAnErrorNotACrash) {
  const std::string path = OwnPath("run.mat");
  ASSERT_TRUE(WriteAll(*OpenMatWriter(path, BallLayout()), BallRows()));
  const std::string bytes = ReadBytes(path);
  for (size_t length = 0; length < bytes.size(); length += 7) {
    WriteBytes(path, bytes.substr(0, length));
    const Loaded loaded = ReadMat(path);
    EXPECT_TRUE(loaded.error.starts_with(path)) << length << ": " << loaded.error;
  }
}

TEST(ResultFiles, UnwritablePathNamesPathAndReason) {
  for (const char* name : {"/no/such/folder/run.csv", "/no/such/folder/run.mat"}) {
    auto writer = OpenWriter(name, BallLayout());
    EXPECT_EQ(writer->error(), std::string(name) + ": cannot create: No such file or directory");
    EXPECT_FALSE(writer->Append(BallRows()[0]));
    EXPECT_FALSE(writer->Finish());
  }
  EXPECT_NE(OpenWriter("run.txt", BallLayout())->error().find(".csv or .mat"), std::string::npos);
}

TEST(ResultFiles, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  for (const bool is_mat : {false, true}) {
    auto writer =
        is_mat ? OpenMatWriter("/dev/full", BallLayout()) : OpenCsvWriter("/dev/full", BallLayout());
    EXPECT_FALSE(WriteAll(*writer, BallRows()));
    EXPECT_EQ(writer->error(), "/dev/full: cannot write: No space left on device");
  }
}

TEST(ResultFiles, WrongRowsAndLayoutsAreRefused) {
  auto writer = OpenWriter(OwnPath("run.csv"), BallLayout());
  EXPECT_FALSE(writer->Append(std::vector<double>{0, 1}));
  EXPECT_NE(writer->error().find("2 values"), std::string::npos);
  Layout layout = BallLayout();
  layout.signals[3].column = 2;
  EXPECT_NE(OpenWriter(OwnPath("run.mat"), layout)->error().find("'g'"), std::string::npos);
}

TEST(ResultFiles, MemorySinkGivesTheSameTable) {
  MemoryWriter writer(BallLayout(), {.parameters = true});
  ASSERT_TRUE(WriteAll(writer, BallRows()));
  ExpectBall(writer.table(), BallRows(), true);
}

TEST(ResultFiles, TimeSignalOfTheLayoutIsNotRepeated) {
  Layout layout = BallLayout();
  layout.signals.insert(layout.signals.begin() + 1,
                        {.name = "time", .description = "model time", .unit = "ms"});
  for (const char* name : {"run.csv", "run.mat"}) {
    const std::string path = OwnPath(name);
    ASSERT_TRUE(WriteAll(*OpenWriter(path, layout), BallRows()));
    ExpectBall(ReadResult(path).table, BallRows(), std::string(name) == "run.mat");
  }
  EXPECT_NE(ReadBytes(OwnPath("run.mat")).find("model time [ms]"), std::string::npos);
}

}  // namespace
}  // namespace kerf::results
