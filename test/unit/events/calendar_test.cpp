// The calendar against a sorted set under random operations, and its promises one by one.
#include "events/calendar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "events/distributions.h"
#include "events/random_stream.h"

namespace kerf::events {
namespace {

TEST(Calendar, SimultaneousEventsGoByPriorityAndThenByOrder) {
  Calendar calendar;
  calendar.Schedule(2, 0, 1, {});
  calendar.Schedule(1, 0, 2, {});
  calendar.Schedule(1, 5, 3, {});
  calendar.Schedule(1, 0, 4, {});
  calendar.Schedule(1, 5, 5, {});
  std::vector<uint32_t> codes;
  while (!calendar.IsEmpty()) codes.push_back(calendar.Pop().code);
  EXPECT_EQ(codes, (std::vector<uint32_t>{3, 5, 2, 4, 1}));
}

TEST(Calendar, AHandleThatHasOutlivedItsEventIsRecognised) {
  Calendar calendar;
  const EventId first = calendar.Schedule(1, 0, 1, {});
  EXPECT_TRUE(calendar.IsPending(first));
  EXPECT_EQ(calendar.Pop().id, first);
  const EventId second = calendar.Schedule(1, 0, 2, {});
  EXPECT_EQ(first.index, second.index);
  EXPECT_FALSE(calendar.IsPending(first));
  EXPECT_FALSE(calendar.Cancel(first));
  EXPECT_TRUE(calendar.Reschedule(first, 3).IsNone());
  calendar.Clear();
  EXPECT_FALSE(calendar.IsPending(second));
  EXPECT_TRUE(calendar.IsEmpty());
  EXPECT_TRUE(std::isinf(calendar.NextTime()));
}

TEST(Calendar, AMovedEventStandsAsIfScheduledJustNow) {
  Calendar calendar;
  const EventId moved = calendar.Schedule(1, 0, 1, {});
  calendar.Schedule(5, 0, 2, {});
  const EventId again = calendar.Reschedule(moved, 5);
  EXPECT_EQ(calendar.At(again).time, 5);
  EXPECT_FALSE(calendar.IsPending(moved));
  EXPECT_EQ(calendar.Pop().code, 2U);
  EXPECT_EQ(calendar.Pop().code, 1U);
}

// Every operation is also done on a set that is ordered by what the header promises.
class Model {
 public:
  explicit Model(uint64_t seed) : stream_(seed) {}

  void Run(size_t n_operations, size_t n_aimed_at, int shape) {
    for (size_t k = 0; k < n_operations; ++k) {
      const double u = stream_.Next();
      if (expected_.size() < n_aimed_at && u < 0.8) {
        Schedule(shape);
      } else if (u < 0.55) {
        Pop();
      } else if (u < 0.75) {
        Schedule(shape);
      } else {
        CancelOrMove(u < 0.9, shape);
      }
      ASSERT_EQ(calendar_.size(), expected_.size());
    }
    CheckPending();
    while (!expected_.empty()) Pop();
    EXPECT_TRUE(calendar_.IsEmpty());
  }

 private:
  using Key = std::tuple<double, int32_t, uint64_t>;
  struct Known {
    EventId id;
    uint32_t code;
  };

  // Spread, on few instants, or mostly near with some very far.
  auto NewTime(int shape) -> double {
    if (shape == 0) return now_ + DrawExponential(stream_, 1);
    if (shape == 1) return now_ + std::floor(3 * stream_.Next());
    return now_ + std::pow(stream_.Next(), 20) * 1e9;
  }
  void Schedule(int shape) {
    const double time = NewTime(shape);
    const auto priority = static_cast<int32_t>(3 * stream_.Next());
    const EventId id = calendar_.Schedule(time, priority, next_code_, {});
    expected_[{time, -priority, sequence_++}] = {id, next_code_++};
  }
  void Pop() {
    if (expected_.empty()) return;
    const auto first = expected_.begin();
    ASSERT_EQ(calendar_.NextTime(), std::get<0>(first->first));
    const Event event = calendar_.Pop();
    ASSERT_EQ(event.code, first->second.code);
    ASSERT_EQ(event.id, first->second.id);
    now_ = event.time;
    expected_.erase(first);
  }
  void CancelOrMove(bool cancels, int shape) {
    if (expected_.empty()) return;
    auto at = expected_.lower_bound({NewTime(shape), 0, 0});
    if (at == expected_.end()) at = expected_.begin();
    const auto [key, known] = *at;
    expected_.erase(at);
    if (cancels) {
      ASSERT_TRUE(calendar_.Cancel(known.id));
      ASSERT_FALSE(calendar_.IsPending(known.id));
      return;
    }
    const double time = NewTime(shape);
    const EventId moved = calendar_.Reschedule(known.id, time);
    ASSERT_FALSE(moved.IsNone());
    expected_[{time, std::get<1>(key), sequence_++}] = {moved, known.code};
  }
  void CheckPending() {
    const std::vector<Event> pending = calendar_.Pending();
    ASSERT_EQ(pending.size(), expected_.size());
    size_t k = 0;
    for (const auto& [key, known] : expected_) EXPECT_EQ(pending[k++].code, known.code);
  }

  RandomStream stream_;
  Calendar calendar_;
  std::map<Key, Known> expected_;
  double now_ = 0;
  uint64_t sequence_ = 0;
  uint32_t next_code_ = 0;
};

TEST(Calendar, AgreesWithASortedSet) {
  for (int shape = 0; shape < 3; ++shape) {
    for (const size_t n : {3, 200, 20'000}) {
      SCOPED_TRACE(testing::Message() << "shape " << shape << ", " << n << " events");
      Model model(static_cast<uint64_t>(shape) * 10 + n);
      model.Run(100'000, n, shape);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Calendar, CancelledEventsDoNotPileUp) {
  // Time-outs that are set and never come: each is cancelled by the next.
  Calendar calendar;
  EventId last = calendar.Schedule(1e6, 0, 0, {});
  for (uint32_t k = 1; k < 1'000'000; ++k) {
    EXPECT_TRUE(calendar.Cancel(last));
    last = calendar.Schedule(1e6 + k, 0, k, {});
  }
  EXPECT_EQ(calendar.size(), 1U);
  EXPECT_EQ(last.index, 0U);
  EXPECT_EQ(calendar.Pop().code, 999'999U);
}

}  // namespace
}  // namespace kerf::events
