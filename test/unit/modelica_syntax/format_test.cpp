// Layout by examples; formatting keeps all tokens and comments, and twice is the same as once.
#include "lang/modelica/syntax/format.h"

#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

auto Formatted(const std::string& text, const FormatOptions& options = {}) -> std::string {
  const Parsed parsed(text);
  EXPECT_EQ(parsed.texts(), std::vector<std::string>{}) << text;
  const std::string once = Format(parsed.tree, options);
  const Parsed again(once);
  EXPECT_EQ(Format(again.tree, options), once);
  EXPECT_EQ(parsed.arrays.tokens.size(), again.arrays.tokens.size()) << once;
  for (size_t k = 0; k < std::min(parsed.arrays.tokens.size(), again.arrays.tokens.size()); ++k) {
    const Token& a = parsed.arrays.tokens[k];
    const Token& b = again.arrays.tokens[k];
    EXPECT_EQ(text.substr(a.begin, a.end - a.begin), once.substr(b.begin, b.end - b.begin));
  }
  return once;
}

TEST(Format, IndentsClassesSectionsAndClauses) {
  EXPECT_EQ(
      Formatted("within A;model M\"d\" Real x;protected Real y;equation x=1;for i in 1:2 loop if a then\n"
                "b=1;else end if;end for;annotation(A=1);end M;"),
      "within A;\n"
      "model M \"d\"\n"
      "  Real x;\n"
      "protected\n"
      "  Real y;\n"
      "equation\n"
      "  x = 1;\n"
      "  for i in 1:2 loop\n"
      "    if a then\n"
      "      b = 1;\n"
      "    else\n"
      "    end if;\n"
      "  end for;\n"
      "  annotation (A=1);\n"
      "end M;\n");
}

// One equation, without the model around it.
auto FormattedEquation(const std::string& text) -> std::string {
  const std::string all = Formatted("model M equation " + text + ";end M;");
  const std::string head = "model M\nequation\n  ";
  const std::string tail = ";\nend M;\n";
  EXPECT_EQ(all.substr(0, head.size()), head);
  return all.substr(head.size(), all.size() - head.size() - tail.size());
}

TEST(Format, Blanks) {
  EXPECT_EQ(FormattedEquation("x=-a^2+b*(-c)/d"), "x = -a^2 + b * (-c) / d");
  EXPECT_EQ(FormattedEquation("x=2 .^y+z .^y"), "x = 2 .^ y + z.^y");
  EXPECT_EQ(FormattedEquation("x [ 1,: ]=if a<b and not c then.A.f( 1,n = 2 )else{1,2}"),
            "x[1, :] = if a < b and not c then .A.f(1, n=2) else {1, 2}");
  EXPECT_EQ(FormattedEquation("(a,,b)=f((c),[1,2;3,4])"), "(a, , b) = f((c), [1, 2; 3, 4])");
  EXPECT_EQ(FormattedEquation("connect(a,b)annotation(Line(points={{1,-2},{3,4}},color={0,0,1}))"),
            "connect(a, b) annotation (Line(points={{1,-2},{3,4}}, color={0,0,1}))");
  EXPECT_EQ(Formatted("model M import A . *;import C.* ;import A.{b,c};Real x( start=1 )=2;end M;"),
            "model M\n  import A. *;\n  import C.*;\n  import A.{b, c};\n  Real x(start=1) = 2;\nend M;\n");
}

TEST(Format, KeepsBreaksInsideAnElement) {
  EXPECT_EQ(Formatted("model M\nA a(\nb=1,\n\n\nc(\nd=2\n)\n)\n\"text\";\nend M;"),
            "model M\n"
            "  A a(\n"
            "    b=1,\n"
            "    c(\n"
            "      d=2\n"
            "    )\n"
            "  )\n"
            "    \"text\";\n"
            "end M;\n");
}

TEST(Format, BreaksLongLinesAtCommasAndBeforeAnnotations) {
  FormatOptions options;
  options.width = 40;
  EXPECT_EQ(
      Formatted(
          "model M Real abc(start=1,min=0,max=100,nominal=f(10,20,30)) annotation(Evaluate=true);end M;",
          options),
      "model M\n"
      "  Real abc(start=1, min=0, max=100,\n"
      "    nominal=f(10, 20, 30))\n"
      "    annotation (Evaluate=true);\n"
      "end M;\n");
  // A string cannot be broken.
  EXPECT_EQ(
      Formatted("model M Real x \"a description that is longer than forty characters\";end M;", options),
      "model M\n  Real x \"a description that is longer than forty characters\";\nend M;\n");
}

TEST(Format, CommentsStayWhereTheyAre) {
  EXPECT_EQ(
      Formatted("// first\n\n\n\nmodel M // head\nReal x; // behind\n\n\n// own\n/* two\n lines */\nReal y;\n"
                "Real z = /* in */ 1;\nequation\n    // last\nend M;\n// end"),
      "// first\n"
      "\n"
      "model M // head\n"
      "  Real x; // behind\n"
      "\n"
      "  // own\n"
      "  /* two\n lines */\n"
      "  Real y;\n"
      "  Real z = /* in */ 1;\n"
      "equation\n"
      "  // last\n"
      "end M;\n"
      "// end\n");
  EXPECT_EQ(FormattedEquation("x = 1 + // one\n2"), "x = 1 + // one\n    2");
}

TEST(Format, StringsStayAsTheyAre) {
  EXPECT_EQ(Formatted("model M\nannotation(Documentation(info=\"<html>\n   a  b\n\n\n</html>\"));end M;"),
            "model M\n  annotation (Documentation(info=\"<html>\n   a  b\n\n\n</html>\"));\nend M;\n");
}

TEST(Format, KeepsTheFilesLineEndsAndMark) {
  EXPECT_EQ(Formatted("\xEF\xBB\xBFmodel M\r\nReal x;\r\nend M;\r\n"),
            "\xEF\xBB\xBFmodel M\r\n  Real x;\r\nend M;\r\n");
  EXPECT_EQ(Formatted(""), "");
}

TEST(Format, IndentIsAnOption) {
  FormatOptions options;
  options.indent = 4;
  EXPECT_EQ(Formatted("model M Real x;end M;", options), "model M\n    Real x;\nend M;\n");
}

TEST(Format, ExternalAndLongReplaceableClasses) {
  EXPECT_EQ(Formatted("function f input Real x;external\"C\" y=g(x)annotation(Library=\"m\");end f;"),
            "function f\n  input Real x;\nexternal \"C\" y = g(x) annotation (Library=\"m\");\nend f;\n");
  EXPECT_EQ(Formatted("model M replaceable model N Real x;end N constrainedby B;end M;"),
            "model M\n  replaceable model N\n    Real x;\n  end N constrainedby B;\nend M;\n");
}

}  // namespace

}  // namespace kerf::modelica::test
