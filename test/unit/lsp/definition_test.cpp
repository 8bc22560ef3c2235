// From each kind of place to the declaration.
#include "client.h"

namespace kerf::lsp {
namespace {

TEST(Definition, ComponentsHereAndInherited) {
  Client client;
  EXPECT_EQ(client.Definition("model M\n Real x;\nequation\n ¦x = 1;\nend M;"), "1:x");
  EXPECT_EQ(client.Definition("model A\n Real x;\nend A;\nmodel M\n extends A;\nequation\n x¦ = 1;\nend M;"),
            "1:x");
  EXPECT_EQ(
      client.Definition("model A\n Real x;\nend A;\nmodel M\n A a[2];\nequation\n a[1].¦x = 1;\nend M;"),
      "1:x");
  EXPECT_EQ(client.Definition("model M\n Real ¦x;\nend M;"), "1:x");
}

TEST(Definition, ClassesThroughCompositeNames) {
  Client client;
  const std::string library = "package P\n package Q\n  model A\n  end A;\n end Q;\nend P;\n";
  EXPECT_EQ(client.Definition(library + "model M\n P.Q.¦A a;\nend M;"), "2:A");
  EXPECT_EQ(client.Definition(library + "model M\n P.¦Q.A a;\nend M;"), "1:Q");
  EXPECT_EQ(client.Definition(library + "model M\n .¦P.Q.A a;\nend M;"), "0:P");
  EXPECT_EQ(client.Definition(library + "model M\n extends P.Q.¦A;\nend M;"), "2:A");
  EXPECT_EQ(client.Definition(library + "model M = P.Q.¦A;"), "2:A");
  EXPECT_EQ(client.Definition("model M\nend ¦M;"), "0:M");
}

TEST(Definition, Imports) {
  Client client;
  const std::string library = "package P\n constant Real c = 1;\n model A\n end A;\nend P;\n";
  EXPECT_EQ(client.Definition(library + "model M\n import P.¦A;\n A a;\nend M;"), "2:A");
  EXPECT_EQ(client.Definition(library + "model M\n import P.A;\n ¦A a;\nend M;"), "2:A");
  EXPECT_EQ(client.Definition(library + "model M\n import X = P.A;\n ¦X a;\nend M;"), "2:A");
  EXPECT_EQ(client.Definition(library + "model M\n import ¦X = P.A;\nend M;"), "2:A");
  EXPECT_EQ(client.Definition(library + "model M\n import P.*;\n Real x = ¦c;\nend M;"), "1:c");
  EXPECT_EQ(client.Definition(library + "model M\n import P.{A, ¦c};\nend M;"), "1:c");
}

TEST(Definition, ModifiersLeadIntoTheType) {
  Client client;
  const std::string parts =
      "model A\n parameter Real p = 1;\n replaceable model X = Y;\nend A;\nmodel Y\n Real q;\nend Y;\n"
      "model B\n A a;\nend B;\n";
  EXPECT_EQ(client.Definition(parts + "model M\n A a(¦p = 2);\nend M;"), "1:p");
  EXPECT_EQ(client.Definition(parts + "model M\n B b(a(¦p = 2));\nend M;"), "1:p");
  EXPECT_EQ(client.Definition(parts + "model M\n B b(a.¦p = 2);\nend M;"), "1:p");
  EXPECT_EQ(client.Definition(parts + "model M\n extends A(¦p = 2);\nend M;"), "1:p");
  EXPECT_EQ(client.Definition(parts + "model M = A(¦p = 2);"), "1:p");
  EXPECT_EQ(client.Definition(parts + "model M\n A a(redeclare model ¦X = Y);\nend M;"), "2:X");
  EXPECT_EQ(client.Definition(parts + "model M\n A a(redeclare model X = Y(¦q = 1));\nend M;"), "5:q");
  // The value belongs to the class around it.
  EXPECT_EQ(client.Definition(parts + "model M\n Real p;\n A a(p = ¦p);\nend M;"), "11:p");
}

TEST(Definition, NamedArgumentsAndIterators) {
  Client client;
  const std::string f = "function f\n input Real u;\n output Real y = u;\nend f;\n";
  EXPECT_EQ(client.Definition(f + "model M\n Real x = f(¦u = 1);\nend M;"), "1:u");
  EXPECT_EQ(client.Definition(
                "model M\n Real x[3], i;\nequation\n for i in 1:3 loop\n x[¦i] = i; end for;\nend M;"),
            "3:i");
  EXPECT_EQ(client.Definition("model M\n Real x = sum(¦k for k in 1:3);\nend M;"), "1:k");
}

TEST(Definition, EnumerationsAndAnnotations) {
  Client client;
  EXPECT_EQ(client.Definition("type E = enumeration(a,\n b);\nmodel M\n E e = E.¦b;\nend M;"), "1:b");
  EXPECT_EQ(client.Definition(
                "model M\n parameter Boolean use;\n Real x annotation(Dialog(enable = ¦use));\nend M;"),
            "1:use");
  EXPECT_EQ(client.Definition("model M\n Real enable;\n Real x annotation(Dialog(¦enable = true));\nend M;"),
            "");
}

TEST(Definition, LinesWithMistakesDoNotDisturbOthers) {
  Client client;
  EXPECT_EQ(client.Definition("model M\n Real x;\n Real y(start=\nequation\n ¦x = 1;\n y = \nend M;"), "1:x");
}

TEST(Definition, TypeOfAComponent) {
  Client client;
  client.Open("model A\nend A;\nmodel M\n A ¦a;\nend M;");
  EXPECT_EQ(client.AtCursor("typeDefinition")["range"]["start"]["line"], 0);
}

TEST(References, AreFoundByMeaning) {
  Client client;
  client.Open(R"(model A
  Real x;
  function f input Real x; output Real y = x; end f;
end A;
model B extends A;
equation
  ¦x = 1;
end B;
model C A a(x = 2); Real x; Real z = f(x = a.x);
end C;
)");
  const Json all = client.AtCursor("references");
  std::vector<int> lines;
  for (const Json& at : all) {
    EXPECT_EQ(client.TextOf(at["range"]), "x");
    lines.push_back(at["range"]["start"]["line"].get<int>());
  }
  EXPECT_EQ(lines, (std::vector<int>{1, 6, 8, 8}));
}

TEST(References, AcrossOpenTexts) {
  Client client;
  client.Open("model A Real x; end A;", "untitled:A");
  client.Open("model B extends A; equation ¦x = 1; end B;", "untitled:B");
  const Json all = client.AtCursor("references", "untitled:B");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]["uri"], "untitled:A");
  EXPECT_EQ(all[1]["uri"], "untitled:B");
}

}  // namespace
}  // namespace kerf::lsp
