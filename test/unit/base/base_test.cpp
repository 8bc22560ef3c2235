#include <gtest/gtest.h>

#include <vector>

#include "base/interner.h"
#include "base/nearest.h"
#include "base/number_text.h"
#include "base/paths.h"
#include "base/store.h"
#include "base/thread_pool.h"

namespace kerf::base {
namespace {

TEST(Store, ReferencesSurviveGrowth) {
  Store<NameId, int> store;
  const int& first = store[store.Add(7)];
  for (int k = 0; k < 5000; ++k) store.Add(k);
  EXPECT_EQ(first, 7);
  EXPECT_EQ(store[NameId{5000U}], 4999);
  uint32_t count = 0;
  for (const NameId id : store.ids()) count += id.index < store.size() ? 1 : 0;
  EXPECT_EQ(count, 5001U);
}

TEST(Interner, SameTextSameId) {
  Interner names;
  std::vector<NameId> ids;
  for (int k = 0; k < 3000; ++k) ids.push_back(names.Intern("name" + std::to_string(k)));
  for (int k = 0; k < 3000; ++k) {
    EXPECT_EQ(names.Intern("name" + std::to_string(k)), ids[static_cast<size_t>(k)]);
    EXPECT_EQ(names[ids[static_cast<size_t>(k)]], "name" + std::to_string(k));
  }
  EXPECT_FALSE(names.Find("absent").has_value());
  EXPECT_EQ(names.Find("name17"), ids[17]);
  EXPECT_EQ(names[names.Intern("")], "");
}

TEST(Paths, RenderAndAncestry) {
  Interner names;
  PathStore paths(names);
  const PathId a = paths.Child(PathStore::kRoot, names.Intern("a"));
  const std::vector<int32_t> subs = {2, 3};
  const PathId b = paths.Child(a, names.Intern("b"), subs);
  const PathId v = paths.Child(b, names.Intern("v"));
  EXPECT_EQ(paths.Render(v), "a.b[2,3].v");
  EXPECT_EQ(paths.Render(v, PathStore::kRoot, "::", "."), "a::b[2,3].v");
  EXPECT_EQ(paths.Render(v, a), "b[2,3].v");
  EXPECT_EQ(paths.Render(PathStore::kRoot), "");
  EXPECT_TRUE(paths.IsWithin(v, a));
  EXPECT_FALSE(paths.IsWithin(a, v));
  EXPECT_EQ(paths.Child(a, names.Intern("b"), subs), b);
  EXPECT_NE(paths.Child(a, names.Intern("b")), b);
  EXPECT_EQ(paths.FindChild(a, names.Intern("b"), subs), b);
  EXPECT_EQ(paths.Depth(v), 3U);
}

TEST(Nearest, FindsLikelyMisspellings) {
  const std::vector<std::string> names = {"Resistor", "Rload", "C1.V"};
  EXPECT_EQ(Nearest("resistor", names), "Resistor");
  EXPECT_EQ(Nearest("Rlaod", names), "Rload");
  EXPECT_EQ(Nearest("C1.v", names), "C1.V");
  EXPECT_EQ(Nearest("zzzzzz", names), "");
}

TEST(NumberText, RoundTrips) {
  for (const double v : {0.0, 1.0, -2.5, 1e300, 4.9e-324, 0.1, 1.0 / 3})
    EXPECT_EQ(TryParseNumber(NumberText(v)), v);
  EXPECT_EQ(NumberText(0.1), "0.1");
  EXPECT_EQ(TryParseNumber("10E3"), 1e4);
  EXPECT_EQ(TryParseNumber("+5"), 5.0);
  EXPECT_FALSE(TryParseNumber("5x").has_value());
  EXPECT_FALSE(TryParseNumber("").has_value());
  EXPECT_FALSE(TryParseNumber("1E999").has_value());
}

TEST(ParallelFor, DoesEachTaskOnce) {
  std::vector<int> done(1000);
  ParallelFor(done.size(), 4, [&](size_t i) { ++done[i]; });
  for (const int n : done) EXPECT_EQ(n, 1);
}

}  // namespace
}  // namespace kerf::base
