// What is told about a name.
#include "client.h"

namespace kerf::lsp {
namespace {

auto Contains(const std::string& text, const std::string& part) -> ::testing::AssertionResult {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no `" << part << "` in:\n" << text;
}

constexpr const char* kUnits = R"(
type Length = Real(final unit="m", min=0) "A distance";
)";

TEST(Hover, ComponentTellsTypeUnitValueAndDescription) {
  const std::string text = Client().HoverText(std::string(kUnits) + R"(
model M
  parameter Length l[3](each start=2, each displayUnit="mm") = {1, 2, 3} "How long";
  Real y = ¦l[1];
end M;
)");
  EXPECT_TRUE(Contains(text, "parameter Length[3] l = {1, 2, 3}"));
  EXPECT_TRUE(Contains(text, "How long"));
  EXPECT_TRUE(Contains(text, "* type: `Length`"));
  EXPECT_TRUE(Contains(text, "* unit: `\"m\"`"));
  EXPECT_TRUE(Contains(text, "* displayUnit: `\"mm\"`"));
  EXPECT_TRUE(Contains(text, "* declared in: `M`"));
}

TEST(Hover, ModifiersFromOutsideHold) {
  const std::string text = Client().HoverText(R"(
model A
  parameter Real p = 1;
end A;
model B
  A a(p = 7);
equation
  assert(a.¦p > 0, "");
end B;
)");
  EXPECT_TRUE(Contains(text, "parameter Real p = 7"));
  EXPECT_TRUE(Contains(text, "* declared in: `A`"));
}

TEST(Hover, ClassTellsRestrictionNameAndDocumentation) {
  const std::string text = Client().HoverText(R"(
package P
  partial block B "Does " + "things"
    annotation (Documentation(info="<html><p>A <b>fine</b> \"block\".</p></html>"));
  end B;
  model M
    extends ¦B;
  end M;
end P;
)");
  EXPECT_TRUE(Contains(text, "partial block P.B"));
  EXPECT_TRUE(Contains(text, "Does things"));
  EXPECT_TRUE(Contains(text, "A **fine** \"block\"."));
}

TEST(Hover, PredefinedThings) {
  Client client;
  EXPECT_TRUE(Contains(client.HoverText("model M ¦Real x; end M;"), "predefined type"));
  EXPECT_TRUE(Contains(client.HoverText("model M Real x(¦start=1); end M;"), "attribute of `Real`"));
  EXPECT_TRUE(Contains(client.HoverText("model M Real x = ¦atan2(1, 2); end M;"), "built-in function"));
  EXPECT_TRUE(Contains(client.HoverText("type E = enumeration(a \"first\", b); model M E e = E.¦a; end M;"),
                       "first"));
}

TEST(Hover, NothingToTell) {
  Client client;
  EXPECT_EQ(client.HoverText("model M Real x = ¦unknown; end M;"), "");
  EXPECT_EQ(client.HoverText("model M ¦ end M;"), "");
  EXPECT_EQ(client.HoverText("¦"), "");
  EXPECT_EQ(client.HoverText("model M Real x \"a ¦x\"; end M;"), "");
}

TEST(Hover, RangeIsInUtf16) {
  Client client;
  client.Open("model M \"😀😀\" Real x; Real y = ¦x; end M;");
  const Json range = client.AtCursor("hover").at("range");
  EXPECT_EQ(client.TextOf(range), "x");
  EXPECT_EQ(range["start"], ToJson(client.cursor));
}

}  // namespace
}  // namespace kerf::lsp
