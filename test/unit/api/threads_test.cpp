// Many threads run one model with the bits of one thread.
#include <thread>

#include "models.h"

namespace kerf::api_test {

namespace {

constexpr int kThreads = 4;
constexpr int kRuns = 6;

void RunsAlike(const char* text, const RunOptions& options) {
  const Model model = Load(text);
  const Result expected = Load(text).Simulate(options);
  std::vector<std::thread> threads;
  std::vector<int> n_same(kThreads, 0);
  for (int k = 0; k < kThreads; ++k) {
    threads.emplace_back([&, k] {
      for (int run = 0; run < kRuns; ++run)
        n_same[static_cast<size_t>(k)] += HasSameBits(model.Simulate(options), expected) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(n_same, std::vector<int>(kThreads, kRuns)) << text;
}

TEST(ApiThreads, ShareCode) { RunsAlike(kBall, {.stop = 1.2}); }
TEST(ApiThreads, ShareTheInterpreter) { RunsAlike(kBall, {.stop = 1.2, .is_interpreted = true}); }
TEST(ApiThreads, HaveInputsOfTheirOwn) {
  RunsAlike(kRc, {.stop = 2, .inputs = {{"u", {{0, 1, 1, 2}, {0, 1, 0, 1}, {}}}}});
}
TEST(ApiThreads, HaveWorldsOfTheirOwn) {
  RunsAlike(kWithFunction, {.stop = 2});
  RunsAlike(kWithFunction, {.stop = 0.5, .is_interpreted = true});
}
// The message of the assertion is computed.
TEST(ApiThreads, ComputeMessages) {
  RunsAlike(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1;\n"
      "  assert(x > 0.5, \"x is \" + String(x), AssertionLevel.warning);\nend M;\n",
      {.stop = 1});
}
TEST(ApiThreads, SolveInitialProblems) {
  RunsAlike(
      "model M\n  Real x(start = 1);\n  Real y(start = 1);\ninitial equation\n  x * x = 2 + y;\n"
      "  y * y = x;\nequation\n  der(x) = -x;\n  der(y) = -y * x;\nend M;\n",
      {.stop = 1});
}
// Values that need another compilation are compiled once for all.
TEST(ApiThreads, CompileOnce) { RunsAlike(kBall, {.stop = 1, .values = {{"g", 5}}}); }

TEST(ApiThreads, LoadAtOnce) {
  std::vector<std::thread> threads;
  std::vector<double> last(kThreads, 0);
  for (int k = 0; k < kThreads; ++k) {
    threads.emplace_back([&, k] {
      const Model model = Load(k % 2 == 0 ? kBall : kWithFunction);
      last[static_cast<size_t>(k)] = model.Simulate({.stop = 1}).time().back();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(last, std::vector<double>(kThreads, 1.0));
}

TEST(ApiThreads, StepSideBySide) {
  const Model model = Load(kRc);
  std::vector<std::thread> threads;
  std::vector<double> last(kThreads, 0);
  for (int k = 0; k < kThreads; ++k) {
    threads.emplace_back([&, k] {
      kerf::Run run(model, {.stop = 20, .values = {{"u", 1.0 * k}}});
      while (!run.is_done()) run.Step();
      last[static_cast<size_t>(k)] = run.Get(model.Find("y"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < kThreads; ++k) EXPECT_NEAR(last[static_cast<size_t>(k)], k, 1e-5);
}

}  // namespace

}  // namespace kerf::api_test
