// Result files of runs that come to a sudden end: by kill -9 at any moment, by Ctrl-C, by a full disk. What
// is in the file is right up to its last row.
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "program.h"
#include "results/read_result.h"

namespace kerf::ends {

namespace {

// Rows are time, x = time, twice = 2*time, exactly: the steps are powers of 2.
constexpr const char* kModel = R"(model run
  local x twice
  x' = 1
  twice = 2*x
end
)";
constexpr double kStep = 1.0 / 1024;

auto RunWords(const std::string& file, double stop) -> std::vector<std::string> {
  const double n = stop / kStep;
  return {"simulate",    "run.dym",
          "--init",      "x=0",
          "--solver",    "euler",
          "--step",      "0.0009765625",
          "--stop",      std::to_string(stop),
          "--intervals", std::to_string(static_cast<int64_t>(n)),
          "--output",    file};
}

// Each row in its place.
void ExpectRows(const results::Table& table, size_t n_least) {
  const auto* x = results::FindColumn(table, "x");
  const auto* twice = results::FindColumn(table, "twice");
  ASSERT_NE(x, nullptr);
  ASSERT_NE(twice, nullptr);
  const std::vector<double>& time = table.columns[0];
  ASSERT_GE(time.size(), n_least);
  for (size_t k = 0; k < time.size(); ++k) {
    const double t = static_cast<double>(k) * kStep;
    ASSERT_NEAR(time[k], t, 1e-9) << k;
    ASSERT_NEAR((*x)[k], t, 1e-6 * (1 + t)) << k;
    ASSERT_EQ((*twice)[k], 2 * (*x)[k]) << k;
  }
}

// A second reader of MAT files of version 4, as short as the format: the matrices in order, by their headers.
// The number of columns of data_2, or -1 if the file cannot be read.
auto ColumnsOfSecondReader(const std::string& bytes) -> int64_t {
  constexpr size_t kHeader = 20;
  for (size_t at = 0; at + kHeader <= bytes.size();) {
    int32_t header[5];
    std::memcpy(header, bytes.data() + at, kHeader);
    const std::string name = bytes.substr(at + kHeader, static_cast<size_t>(header[4] - 1));
    const int width = header[0] / 10 % 10 == 0 ? 8 : header[0] / 10 % 10 == 2 ? 4 : 1;
    const size_t size =
        static_cast<size_t>(header[1]) * static_cast<size_t>(header[2]) * static_cast<size_t>(width);
    at += kHeader + static_cast<size_t>(header[4]) + size;
    if (at > bytes.size()) return -1;
    if (name == "data_2") return header[2];
  }
  return -1;
}

void WaitForSize(Program& program, const Folder& folder, const std::string& file, uint64_t size) {
  while (program.IsRunning() && folder.SizeOf(file) < size)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class ResultsAfter : public testing::TestWithParam<const char*> {
 protected:
  ResultsAfter() { folder_.Write("run.dym", kModel); }
  [[nodiscard]] auto Load(const std::string& file) const -> results::Loaded {
    return results::ReadResult(folder_.Path(file));
  }
  Folder folder_;
};

// Killed when the file has got a random size: between two flushes, while one is written, before the first.
TEST_P(ResultsAfter, Kill) {
  std::mt19937 random(15);
  std::uniform_int_distribution<uint64_t> sizes(1, 3'000'000);
  for (int trial = 0; trial < 20; ++trial) {
    const std::string file = std::to_string(trial) + GetParam();
    const uint64_t size = trial == 0 ? 1 : sizes(random);
    Program program(folder_, RunWords(file, 1 << 19));
    WaitForSize(program, folder_, file, size);
    program.Send(SIGKILL);
    const Ended ended = program.Wait();
    ASSERT_EQ(ended.signal, SIGKILL) << ended.output;
    const results::Loaded loaded = Load(file);
    ASSERT_EQ(loaded.error, "");
    ExpectRows(loaded.table, size > 100'000 ? 1 : 0);
    if (file.ends_with(".mat")) {
      EXPECT_EQ(ColumnsOfSecondReader(folder_.Read(file)),
                static_cast<int64_t>(loaded.table.columns[0].size()));
    }
    std::filesystem::remove(folder_.Path(file));
  }
}

TEST_P(ResultsAfter, SignalsThatAskToStop) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string file = std::to_string(signal) + GetParam();
    Program program(folder_, RunWords(file, 1 << 19));
    WaitForSize(program, folder_, file, 200'000);
    program.Send(signal);
    const Ended ended = program.Wait();
    EXPECT_EQ(ended.exit_code, 128 + signal) << ended.output;
    EXPECT_NE(ended.output.find(signal == SIGINT ? "stopped: Ctrl-C" : "stopped: SIGTERM"),
              std::string::npos);
    EXPECT_NE(ended.output.find("steps  "), std::string::npos) << ended.output;
    const results::Loaded loaded = Load(file);
    ASSERT_EQ(loaded.error, "");
    ExpectRows(loaded.table, 1000);
    // All that was computed is there.
    EXPECT_NE(ended.output.find("(" + std::to_string(loaded.table.columns[0].size()) + " points"),
              std::string::npos)
        << ended.output;
  }
}

// The limit stands for a full disk and is not a multiple of anything.
TEST_P(ResultsAfter, NoMoreRoom) {
  for (const rlim_t room : {rlim_t{4'001}, rlim_t{123'457}, rlim_t{1'500'001}}) {
    const std::string file = std::string("run") + GetParam();
    const Ended ended = RunKerf(folder_, RunWords(file, 1 << 19), [room] {
      const rlimit limit{room, room};
      setrlimit(RLIMIT_FSIZE, &limit);
    });
    EXPECT_EQ(ended.exit_code, 1) << ended.output;
    EXPECT_NE(ended.output.find(file + ": cannot write: File too large"), std::string::npos) << ended.output;
    EXPECT_EQ(ended.output.find("result:"), std::string::npos) << ended.output;
    const results::Loaded loaded = Load(file);
    ASSERT_EQ(loaded.error, "");
    ExpectRows(loaded.table, 0);
    if (file.ends_with(".mat")) {
      EXPECT_EQ(ColumnsOfSecondReader(folder_.Read(file)),
                static_cast<int64_t>(loaded.table.columns[0].size()));
    }
  }
}

TEST_P(ResultsAfter, FullFileSystem) {
  const std::string small = folder_.Path("small");
  std::filesystem::create_directory(small);
  if (mount("none", small.c_str(), "tmpfs", 0, "size=256k") != 0)
    GTEST_SKIP() << "no right to mount a small file system: " << std::strerror(errno);
  const std::string file = std::string("small/run") + GetParam();
  const Ended ended = RunKerf(folder_, RunWords(file, 1 << 19));
  const results::Loaded loaded = Load(file);
  umount(small.c_str());
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_NE(ended.output.find("No space left on device"), std::string::npos) << ended.output;
  ASSERT_EQ(loaded.error, "");
  ExpectRows(loaded.table, 0);
}

auto NameOfFormat(const testing::TestParamInfo<const char*>& one) -> std::string {
  return std::string(one.param).substr(1);
}

INSTANTIATE_TEST_SUITE_P(Formats, ResultsAfter, testing::Values(".csv", ".mat"), NameOfFormat);

// A row does not wait for the next one: here each takes a long time, and only the first rows are there.
TEST(Results, SlowRowsReachTheFile) {
  const Folder folder;
  folder.Write("slow.mo", R"(model Slow
  function pause
    input Real x;
    output Real y;
  external "C" y = pause_(x)
    annotation(Include = "#include <unistd.h>
double pause_(double x) { if (x > 0.25) sleep(1000); return x; }");
  end pause;
  Real x(start = 0, fixed = true);
  Real y = pause(x);
equation
  der(x) = 1;
end Slow;
)");
  Program program(
      folder, {"simulate", "slow.mo", "--trust", "slow.mo", "--intervals", "100", "--output", "slow.csv"});
  size_t n_rows = 0;
  while (program.IsRunning() && n_rows < 20) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    n_rows = 0;
    for (const char c : folder.Read("slow.csv")) n_rows += c == '\n' ? 1 : 0;
  }
  EXPECT_TRUE(program.IsRunning());
  // And Ctrl-C gets it out of the function.
  program.Send(SIGINT);
  const Ended ended = program.Wait();
  EXPECT_EQ(ended.exit_code, 130) << ended.output;
  EXPECT_NE(ended.output.find("pause_"), std::string::npos) << ended.output;
  EXPECT_GE(results::ReadResult(folder.Path("slow.csv")).table.columns[0].size(), 20U);
}

// Octave reads what a killed run has left, where it is installed.
TEST(Results, OctaveReadsKilledRuns) {
  if (std::system("octave-cli --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "octave is not installed";
  const Folder folder;
  folder.Write("run.dym", kModel);
  Program program(folder, RunWords("run.mat", 1 << 19));
  WaitForSize(program, folder, "run.mat", 100'000);
  program.Send(SIGKILL);
  program.Wait();
  const auto rows = results::ReadResult(folder.Path("run.mat")).table.columns[0].size();
  const std::string command = "octave-cli --norc --eval \"load('" + folder.Path("run.mat") +
                              "', 'data_2'); exit(columns(data_2) != " + std::to_string(rows) + ");\"";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace

}  // namespace kerf::ends
