// Ends of runs that a user did not wish for: full disks, files that were taken away, interrupts.
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "results/writer.h"
#include "workplace.h"

namespace kerf::session {
namespace {

constexpr const char* kDecay =
    "model Decay\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Decay;\n";

TEST(OutputsTest, AFullDiskIsToldAndNoPointsAreClaimed) {
  const Workplace place;
  place.Write("m.mo", kDecay);
  for (const char* name : {"full.csv", "full.mat"}) {
    std::filesystem::create_symlink("/dev/full", place.Path(name));
    const Ending ending = Kerf({"simulate", place.Path("m.mo"), "--output", place.Path(name)});
    EXPECT_EQ(ending.code, 1) << name;
    EXPECT_NE(ending.err.find("No space left"), std::string::npos) << ending.err;
    EXPECT_EQ(ending.out.find("result:"), std::string::npos) << ending.out;
  }
}

TEST(OutputsTest, AFileThatWasTakenAwayIsTold) {
  const Workplace place;
  for (const char* name : {"a/r.csv", "b/r.mat"}) {
    place.Write(name, "");
    results::Layout layout;
    layout.n_columns = 1;
    const auto writer = results::OpenWriter(place.Path(name), layout);
    const double row = 1;
    EXPECT_TRUE(writer->Append({&row, 1}));
    std::filesystem::remove_all(std::filesystem::path(place.Path(name)).parent_path());
    EXPECT_FALSE(writer->Finish());
    EXPECT_NE(writer->error().find("deleted"), std::string::npos) << writer->error();
  }
}

TEST(OutputsTest, ASignalEndsARunWithStatistics) {
  const Workplace place;
  place.Write("m.mo", kDecay);
  for (const auto& [signal, code] : {std::pair(SIGINT, 130), std::pair(SIGTERM, 143)}) {
    std::jthread sender([signal = signal] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1500));
      std::raise(signal);
    });
    const Ending ending = Kerf({"simulate", place.Path("m.mo"), "--solver", "rk4", "--step", "1e-6", "--stop",
                                "1e6", "--output", place.Path("r.csv")});
    EXPECT_EQ(ending.code, code) << ending.err;
    EXPECT_NE(ending.out.find("steps"), std::string::npos) << ending.out;
    EXPECT_TRUE(std::filesystem::exists(place.Path("r.csv")));
  }
}

}  // namespace
}  // namespace kerf::session
