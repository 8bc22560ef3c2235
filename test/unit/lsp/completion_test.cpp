// What can be typed next.
#include "client.h"

namespace kerf::lsp {
namespace {

const std::string kLibrary = R"(package P
  model Base parameter Real p = 1 "A parameter"; protected Real secret; end Base;
  model A extends Base; Real x(unit="V"); end A;
  type E = enumeration(one, two);
  function f input Real u; input Real v; output Real y = u + v; end f;
  constant Real c = 1;
end P;
)";

TEST(Completion, PartsOfAComponentAlsoInherited) {
  Client client;
  const auto labels = client.Labels(kLibrary + "model M\n P.A a;\nequation\n a.¦\nend M;");
  EXPECT_TRUE(Has(labels, "p"));
  EXPECT_TRUE(Has(labels, "x"));
  EXPECT_FALSE(Has(labels, "secret"));
  EXPECT_FALSE(Has(labels, "a"));
}

TEST(Completion, HalfAWordIsIgnored) {
  const auto labels = Client().Labels(kLibrary + "model M\n P.A a;\nequation\n a.x¦ = 1;\nend M;");
  EXPECT_EQ(labels, (std::vector<std::string>{"p", "x"}));
}

TEST(Completion, ClassesOfAPackage) {
  Client client;
  const auto labels = client.Labels(kLibrary + "model M\n P.¦\n Real z;\nend M;");
  EXPECT_TRUE(Has(labels, "A"));
  EXPECT_TRUE(Has(labels, "f"));
  EXPECT_TRUE(Has(labels, "c"));
  EXPECT_TRUE(Has(client.Labels(kLibrary + "model M\n import P.¦\nend M;"), "E"));
  EXPECT_EQ(client.Labels(kLibrary + "model M P.E e = P.E.¦ end M;"),
            (std::vector<std::string>{"one", "two"}));
}

TEST(Completion, ModifiersInsideParentheses) {
  Client client;
  for (const char* text :
       {"model M\n P.A a(¦\nend M;", "model M\n P.A a(p = 1, ¦);\nend M;", "model M\n extends P.A(¦\nend M;",
        "model M = P.A(¦", "model N end N; model M P.A b, a(¦) end M;",
        "model M \"text\"\n P.A a(¦) end M;"}) {
    const auto labels = client.Labels(kLibrary + text);
    EXPECT_TRUE(Has(labels, "p")) << text;
    EXPECT_TRUE(Has(labels, "redeclare")) << text;
    EXPECT_FALSE(Has(labels, "equation")) << text;
  }
  const auto attributes = client.Labels(kLibrary + "model M\n P.A a(x(¦\nend M;");
  EXPECT_TRUE(Has(attributes, "start"));
  EXPECT_TRUE(Has(attributes, "stateSelect"));
  EXPECT_FALSE(Has(attributes, "p"));
}

TEST(Completion, ValuesAndNamedArguments) {
  Client client;
  const auto value = client.Labels(kLibrary + "model M\n Real mine;\n P.A a(p = ¦\nend M;");
  EXPECT_TRUE(Has(value, "mine"));
  EXPECT_TRUE(Has(value, "sin"));
  const auto arguments = client.Labels(kLibrary + "model M\n Real mine;\n Real other = P.f(¦\nend M;");
  EXPECT_TRUE(Has(arguments, "u"));
  EXPECT_TRUE(Has(arguments, "mine"));
}

TEST(Completion, NamesAndKeywordsAtTheBeginOfAStatement) {
  const auto labels = Client().Labels(kLibrary + "model M\n Real mine;\nequation\n ¦\nend M;");
  EXPECT_TRUE(Has(labels, "mine"));
  EXPECT_TRUE(Has(labels, "P"));
  EXPECT_TRUE(Has(labels, "Real"));
  EXPECT_TRUE(Has(labels, "connect"));
}

TEST(Completion, NothingInStringsAndComments) {
  Client client;
  EXPECT_TRUE(client.Labels("model M \"te¦xt\" end M;").empty());
  EXPECT_TRUE(client.Labels("model M // a.¦\nend M;").empty());
  EXPECT_TRUE(client.Labels("model M /* a ¦").empty());
  EXPECT_TRUE(client.Labels("model M annotation(¦) end M;").empty());
}

TEST(Completion, EmptyAndBrokenTexts) {
  Client client;
  EXPECT_TRUE(Has(client.Labels("¦"), "model"));
  for (const char* text :
       {"(((¦", "a.b[.¦", "model M\n x[1].¦", ".¦", "]].¦", "model¦", "end ¦;", "import ¦"})
    static_cast<void>(client.Labels(text));
}

TEST(SignatureHelp, TellsTheArgument) {
  Client client;
  client.Open(kLibrary + "model M\n Real z = P.f(1, ¦\nend M;");
  const Json help = client.AtCursor("signatureHelp");
  EXPECT_EQ(help["signatures"][0]["label"], "f(Real u, Real v)");
  EXPECT_EQ(help["activeParameter"], 1);
}

}  // namespace
}  // namespace kerf::lsp
