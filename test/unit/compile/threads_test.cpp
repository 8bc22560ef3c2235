// One model run by several threads gives each of them what one thread gets.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "compile_text.h"

namespace kerf::compile {

namespace {

void ExpectSameOutcome(const TextRun& one, const TextRun& other, const std::string& name) {
  EXPECT_EQ(one.messages, other.messages) << name;
  ASSERT_EQ(one.outcome.final_values.size(), other.outcome.final_values.size()) << name;
  EXPECT_EQ(std::memcmp(one.outcome.final_values.data(), other.outcome.final_values.data(),
                        one.outcome.final_values.size() * sizeof(double)),
            0)
      << name;
  EXPECT_EQ(one.outcome.run.statistics.steps, other.outcome.run.statistics.steps) << name;
}

TEST(SharedModel, ThreadsGetTheBitsOfOneThread) {
  constexpr size_t kThreads = 4;
  for (const ModelSource& source : ModelSources()) {
    CompiledText compiled;
    CompileText(source, compiled);
    ASSERT_NE(compiled.model, nullptr);
    for (const sim::Engine engine : {sim::Engine::Interpreter, sim::Engine::Jit}) {
      const TextRun alone = RunCompiled(*compiled.model, source.stop, engine, compiled.buffers);
      std::vector<TextRun> runs(kThreads);
      std::vector<std::thread> threads;
      for (TextRun& run : runs) {
        threads.emplace_back(
            [&] { run = RunCompiled(*compiled.model, source.stop, engine, compiled.buffers); });
      }
      for (std::thread& thread : threads) thread.join();
      for (const TextRun& run : runs) ExpectSameOutcome(alone, run, source.name);
    }
  }
}

}  // namespace

}  // namespace kerf::compile
