// What a person at a terminal sees of phases, and what everybody else does not.
#include "driver/phase_display.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "base/phase.h"

namespace kerf::driver {
namespace {

using std::chrono::milliseconds;

class Screen {
 public:
  explicit Screen(bool has_terminal) {
    io_.has_terminal = has_terminal;
    io_.out = [this](std::string_view text) { Add(text); };
    io_.err = io_.out;
  }
  auto io() -> Io& { return io_; }
  auto text() -> std::string {
    const std::scoped_lock lock(mutex_);
    return text_;
  }
  // Until the text is there, or a while has passed.
  auto Shows(const std::string& wanted) -> bool {
    for (int k = 0; k < 500; ++k) {
      if (text().find(wanted) != std::string::npos) return true;
      std::this_thread::sleep_for(milliseconds(10));
    }
    return false;
  }

 private:
  void Add(std::string_view text) {
    const std::scoped_lock lock(mutex_);
    text_ += text;
  }
  Io io_;
  std::string text_;
  std::mutex mutex_;
};

constexpr PhaseDisplay::Times kSoon{milliseconds(20), milliseconds(5)};

TEST(PhaseDisplay, NamesAPhaseThatTakesLongAndMakesRoomForOutput) {
  Screen screen(true);
  {
    PhaseDisplay display(screen.io(), kSoon);
    display.Start();
    const base::PhaseScope phase("flatten");
    EXPECT_TRUE(screen.Shows("flatten: 0 s, ")) << screen.text();
    screen.io().out("a result\n");
    EXPECT_TRUE(screen.Shows("\r\x1b[Ka result\n")) << screen.text();
  }
  EXPECT_TRUE(screen.text().ends_with("\n") || screen.text().ends_with("\x1b[K")) << screen.text();
}

TEST(PhaseDisplay, LeavesQuestionsAndTheBarOfARunAlone) {
  Screen screen(true);
  PhaseDisplay display(screen.io(), kSoon);
  display.Start();
  {
    const base::PhaseScope phase("run");
    std::this_thread::sleep_for(milliseconds(100));
  }
  screen.io().err("compile it? ");
  {
    const base::PhaseScope phase("translate");
    std::this_thread::sleep_for(milliseconds(100));
  }
  EXPECT_EQ(screen.text(), "compile it? ");
}

TEST(PhaseDisplay, SaysNothingOfShortPhasesNorWithoutATerminal) {
  for (const bool has_terminal : {false, true}) {
    Screen screen(has_terminal);
    {
      PhaseDisplay display(screen.io(),
                           {has_terminal ? milliseconds(60000) : milliseconds(1), milliseconds(1)});
      display.Start();
      const base::PhaseScope phase("flatten");
      std::this_thread::sleep_for(milliseconds(50));
      screen.io().err("told\n");
    }
    EXPECT_EQ(screen.text(), "told\n");
  }
}

}  // namespace
}  // namespace kerf::driver
