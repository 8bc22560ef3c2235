// Files of a world: finding by an attribute, copies, statistics of length and waiting.
#include "events/queue.h"

#include <gtest/gtest.h>

#include "events/process.h"
#include "events/statistics.h"
#include "script.h"

namespace kerf::events {
namespace {

class QueueTest : public testing::Test {
 protected:
  void SetUp() override {
    job_ = AddClass(world_, "job", {"size", "colour"});
    file_ = AddFile(world_, "jobs", Ranking::LowFirst, 0);
    for (const auto& [size, colour] : {std::pair{5, 1}, {2, 3}, {9, 1}, {7, 2}, {3, 3}}) {
      const EntityId job = Create(world_, job_);
      ASSERT_EQ(SetAttribute(world_, job, 0, size), Status::Ok);
      ASSERT_EQ(SetAttribute(world_, job, 1, colour), Status::Ok);
      ASSERT_EQ(InsertInto(world_, file_, job), Status::Ok);
    }
  }
  auto Find(Relation relation, double value, Choice choice = Choice::First, uint32_t attribute = 0)
      -> double {
    const EntityId found = FindIn(world_, file_, {attribute, relation, value, 0, choice});
    return found.IsNone() ? -1 : Attribute(world_, found, 0);
  }

  World world_;
  ClassId job_{};
  FileId file_{};
};

TEST_F(QueueTest, FindsTheFirstThatFits) {
  EXPECT_EQ(Find(Relation::Greater, 2), 3);
  EXPECT_EQ(Find(Relation::GreaterOrEqual, 2), 2);
  EXPECT_EQ(Find(Relation::Equal, 7), 7);
  EXPECT_EQ(Find(Relation::Equal, 8), -1);
  EXPECT_EQ(Find(Relation::NotEqual, 2), 3);
  EXPECT_EQ(Find(Relation::Less, 2), -1);
  EXPECT_EQ(Find(Relation::LessOrEqual, 2), 2);
  EXPECT_EQ(Find(Relation::Equal, 1, Choice::First, 1), 5);
  EXPECT_EQ(Find(Relation::Equal, 1, Choice::First, 9), -1);
}

TEST_F(QueueTest, FindsTheLargestOrSmallestThatFits) {
  EXPECT_EQ(Find(Relation::Less, 9, Choice::Largest), 7);
  EXPECT_EQ(Find(Relation::Greater, 3, Choice::Smallest), 5);
  EXPECT_EQ(Find(Relation::Equal, 3, Choice::First, 1), 2);
}

TEST_F(QueueTest, TheSmallestComesFirstAndAGivenOneCanBeTaken) {
  const EntityId seven = FindIn(world_, file_, {0, Relation::Equal, 7, 0, Choice::First});
  EXPECT_EQ(EntityAt(world_, file_, 3), seven);
  EXPECT_TRUE(EntityAt(world_, file_, 5).IsNone());
  EXPECT_EQ(RemoveFrom(world_, file_, seven), Status::Ok);
  std::vector<double> sizes;
  while (LengthOf(world_, file_) > 0) sizes.push_back(Attribute(world_, RemoveFirst(world_, file_), 0));
  EXPECT_EQ(sizes, (std::vector<double>{2, 3, 5, 9}));
}

TEST_F(QueueTest, ACopyHasTheAttributesAndIsInNoFile) {
  const EntityId first = EntityAt(world_, file_, 0);
  const EntityId copy = CreateCopy(world_, first);
  EXPECT_NE(copy, first);
  EXPECT_EQ(Attribute(world_, copy, 1), 3);
  EXPECT_EQ(Leave(world_, copy), Status::Ok);
  EXPECT_EQ(Leave(world_, first), Status::Failed);
  EXPECT_EQ(world_.fault.text, "time 0: job 2 leaves standing in jobs");
}

TEST_F(QueueTest, LengthAndWaitingAreCounted) {
  for (const double time : {2.0, 4.0, 10.0}) Schedule(world_, time, 0);
  RunAll(world_, 10, [&](const Event&) {
    if (world_.now < 10) RemoveFirst(world_, file_);
  });
  UpdateStatistics(world_);
  const File& file = world_.files[file_];
  EXPECT_DOUBLE_EQ(file.length.mean(), (2 * 5 + 2 * 4 + 6 * 3) / 10.0);
  EXPECT_EQ(file.length.max(), 5);
  EXPECT_EQ(file.wait.n, 2U);
  EXPECT_EQ(file.wait.mean, 3);
}

}  // namespace
}  // namespace kerf::events
