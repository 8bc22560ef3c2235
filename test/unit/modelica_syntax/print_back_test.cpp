// The tree covers every byte, also of texts with mistakes; a damaged tree is noticed.
#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

constexpr const char* kModel =
    "\xEF\xBB\xBF// first\r\nwithin A ; /* x */ model M \"d\"\n\n  Real x[ 3 ] = {1,2 , 3} \"\xE4\" ; // c\n"
    "equation\n  connect( a , b ) annotation ( Line ( points = {{1,2}} ) ) ;\n end M ;\n// last";

TEST(PrintBack, KeepsBlanksCommentsAndForeignBytes) {
  const Parsed parsed(kModel);
  EXPECT_EQ(parsed.messages(), (std::vector<std::string>{"invalid-utf8@72"}));
  EXPECT_EQ(PrintBack(parsed.tree), kModel);
  EXPECT_EQ(PrintBack(Parsed("").tree), "");
  EXPECT_EQ(PrintBack(Parsed(" // only").tree), " // only");
}

// Every text that comes from leaving out or doubling a piece of a good one.
TEST(PrintBack, KeepsBrokenTextsToo) {
  const std::string model = kModel;
  for (size_t begin = 0; begin < model.size(); begin += 3) {
    for (const size_t length : {1U, 4U, 17U, 60U}) {
      const std::string shorter =
          model.substr(0, begin) + model.substr(std::min(begin + length, model.size()));
      EXPECT_EQ(PrintBack(Parsed(shorter).tree), shorter);
      const std::string longer =
          model.substr(0, begin) + model.substr(begin / 2, length) + model.substr(begin);
      EXPECT_EQ(PrintBack(Parsed(longer).tree), longer);
    }
  }
}

TEST(PrintBack, NoticesATreeThatLeavesOutOrOverlaps) {
  Parsed parsed("model M Real x = 1 + 2; end M;");
  for (size_t k = 0; k < parsed.arrays.nodes.size(); ++k) {
    TreeArrays damaged = parsed.arrays;
    if (damaged.nodes[k].end <= damaged.nodes[k].begin) continue;
    // A node that reaches further than its parent or over its next sibling.
    damaged.nodes[k].end += 8;
    if (k == damaged.root) damaged.nodes[k].end = 3;
    EXPECT_NE(PrintBack(damaged.View(parsed.text)), parsed.text) << k;
  }
}

TEST(Tree, ChildrenStandBeforeTheirParent) {
  const Parsed parsed(kModel);
  for (uint32_t k = 0; k < parsed.arrays.nodes.size(); ++k) {
    for (const NodeRef child : NodeRef(&parsed.tree, k).children()) EXPECT_LT(child.index(), k);
  }
}

}  // namespace

}  // namespace kerf::modelica::test
