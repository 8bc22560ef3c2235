// Files against plain vectors under random operations; entities and their handles.
#include "events/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "events/random_stream.h"

namespace kerf::events {
namespace {

struct Reference {
  EntityId entity;
  double value;
};

// Where a new entry stands in a file of that ranking.
auto Place(const std::vector<Reference>& all, Ranking ranking, double value) -> size_t {
  if (ranking == Ranking::Fifo) return all.size();
  if (ranking == Ranking::Lifo) return 0;
  const auto is_behind = [&](const Reference& other) {
    return ranking == Ranking::LowFirst ? other.value > value : other.value < value;
  };
  return static_cast<size_t>(std::ranges::find_if(all, is_behind) - all.begin());
}

void ExpectSame(const Files& files, FileId file, const std::vector<Reference>& expected) {
  ASSERT_EQ(files[file].n_entries, expected.size());
  uint32_t entry = files[file].first;
  uint32_t before = kNone;
  for (const Reference& reference : expected) {
    ASSERT_NE(entry, kNone);
    ASSERT_EQ(files.entry(entry).entity, reference.entity);
    ASSERT_EQ(files.entry(entry).previous, before);
    before = entry;
    entry = files.entry(entry).next;
  }
  ASSERT_EQ(entry, kNone);
  ASSERT_EQ(files[file].last, before);
}

class FilesTest : public testing::TestWithParam<Ranking> {};

TEST_P(FilesTest, AgreesWithAVector) {
  Entities entities;
  const ClassId customer = entities.AddClass("customer", {});
  Files files;
  File declared;
  declared.ranking = GetParam();
  const FileId file = files.Add(declared);
  RandomStream stream(7);
  std::vector<Reference> expected;
  for (int step = 0; step < 20'000; ++step) {
    const double u = stream.Next();
    if (u < 0.52 || expected.empty()) {
      const Reference reference{entities.Create(customer, 0), std::floor(20 * stream.Next())};
      const size_t place = Place(expected, GetParam(), reference.value);
      expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(place), reference);
      files.Insert(file, entities, reference.entity, reference.value, step);
    } else {
      const auto k = u < 0.8 ? 0 : static_cast<size_t>(stream.Next() * static_cast<double>(expected.size()));
      const EntityId removed = expected[k].entity;
      ASSERT_EQ(files.Remove(files.EntryOf(file, entities[removed]), entities, step), removed);
      ASSERT_EQ(files.EntryOf(file, entities[removed]), kNone);
      expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(k));
      entities.Destroy(removed);
    }
    if (step % 97 == 0) ExpectSame(files, file, expected);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(files[file].length.value(), static_cast<double>(expected.size()));
  files.Clear(0);
  EXPECT_EQ(files[file].n_entries, 0U);
}

INSTANTIATE_TEST_SUITE_P(Rankings, FilesTest,
                         testing::Values(Ranking::Fifo, Ranking::Lifo, Ranking::LowFirst,
                                         Ranking::HighFirst));

TEST(Files, InFrontMeansBeforeThoseOfEqualValue) {
  Entities entities;
  const ClassId customer = entities.AddClass("customer", {});
  Files files;
  File declared;
  declared.ranking = Ranking::HighFirst;
  const FileId file = files.Add(declared);
  const auto insert = [&](double value, bool in_front) {
    const EntityId entity = entities.Create(customer, 0);
    files.Insert(file, entities, entity, value, 0, in_front);
    return entity;
  };
  const EntityId a = insert(1, false);
  const EntityId b = insert(2, false);
  const EntityId c = insert(1, true);
  const EntityId d = insert(1, true);
  ExpectSame(files, file, {{b, 2}, {d, 1}, {c, 1}, {a, 1}});
}

TEST(Entities, AHandleThatHasOutlivedItsEntityIsRecognised) {
  Entities entities;
  const ClassId customer = entities.AddClass("customer", {"patience", "money"});
  const EntityId first = entities.Create(customer, 0);
  EXPECT_EQ(entities.NameOf(first), "customer 1");
  entities.AttributesOf(entities[first])[1] = 7;
  entities.Destroy(first);
  EXPECT_EQ(entities.Find(first), nullptr);
  EXPECT_EQ(entities.NameOf(first), "an entity that has left");
  const EntityId second = entities.Create(customer, 3);
  EXPECT_EQ(second.index, first.index);
  EXPECT_EQ(entities.Find(first), nullptr);
  EXPECT_EQ(entities.NameOf(second), "customer 2");
  EXPECT_EQ(entities.AttributesOf(entities[second])[1], 0);
  EXPECT_EQ(EntityId::FromBits(second.bits()), second);
}

TEST(Entities, AttributesStayInTheirPlace) {
  Entities entities;
  const ClassId customer = entities.AddClass("customer", {"number"});
  const EntityId first = entities.Create(customer, 0);
  const double* const place = entities.AttributesOf(entities[first]);
  std::vector<EntityId> all;
  for (int k = 0; k < 100'000; ++k) {
    all.push_back(entities.Create(customer, 0));
    *entities.AttributesOf(entities[all.back()]) = k;
  }
  EXPECT_EQ(entities.AttributesOf(entities[first]), place);
  for (int k = 0; k < 100'000; ++k) {
    ASSERT_EQ(*entities.AttributesOf(entities[all[static_cast<size_t>(k)]]), k);
  }
  EXPECT_EQ(entities.n_alive(), 100'001U);
  entities.Clear();
  EXPECT_EQ(entities.n_alive(), 0U);
  EXPECT_EQ(entities.Find(first), nullptr);
}

}  // namespace
}  // namespace kerf::events
