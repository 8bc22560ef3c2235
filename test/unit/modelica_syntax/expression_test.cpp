// Priorities, associativity and the layout of expression nodes.
#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

// A dump in which (Ref (Part a)) is only a.
auto Short(const std::string& expression) -> std::string {
  std::string dump = DumpExpression(expression);
  const std::string begin = "(Ref (Part ";
  for (size_t at = dump.find(begin); at != std::string::npos; at = dump.find(begin, at + 1)) {
    const size_t end = dump.find("))", at);
    if (dump.find_first_of("( ", at + begin.size()) < end) continue;
    dump =
        dump.substr(0, at) + dump.substr(at + begin.size(), end - at - begin.size()) + dump.substr(end + 2);
  }
  return dump;
}

TEST(Expression, OperatorsOfOnePriorityAssociateLeft) {
  EXPECT_EQ(Short("a - b + c"), "(Binary + (Binary - a b) c)");
  EXPECT_EQ(Short("a / b * c"), "(Binary * (Binary / a b) c)");
  EXPECT_EQ(Short("a or b or c"), "(Binary or (Binary or a b) c)");
}

TEST(Expression, Priorities) {
  EXPECT_EQ(Short("a + b * c ^ d"), "(Binary + a (Binary * b (Binary ^ c d)))");
  EXPECT_EQ(Short("a or b and not c < d + e"),
            "(Binary or a (Binary and b (Unary not (Binary < c (Binary + d e)))))");
  EXPECT_EQ(Short("a .+ b ./ c .^ d"), "(Binary .+ a (Binary ./ b (Binary .^ c d)))");
  EXPECT_EQ(Short("a <> b"), "(Binary <> a b)");
}

TEST(Expression, ASignBindsWeakerThanAProduct) {
  EXPECT_EQ(Short("-a * b + c"), "(Binary + (Unary - (Binary * a b)) c)");
  EXPECT_EQ(Short("-a ^ b"), "(Unary - (Binary ^ a b))");
  EXPECT_EQ(Short("+a == .-b"), "(Binary == (Unary + a) (Unary .- b))");
  EXPECT_EQ(Short("not a and b"), "(Binary and (Unary not a) b)");
}

TEST(Expression, WhatTheGrammarWantsInParentheses) {
  EXPECT_EQ(Short("a * -b"), "`-` after an operator needs parentheses around it and its operand");
  EXPECT_EQ(Short("a == not b"), "`not` after an operator needs parentheses around it and its operand");
  EXPECT_EQ(Short("a < b < c"), "`<` after `<` needs parentheses");
  EXPECT_EQ(Short("a ^ b .^ c"), "`.^` after `^` needs parentheses");
  EXPECT_EQ(Short("(a ^ b) ^ c"), "(Binary ^ (Paren (Binary ^ a b)) c)");
}

TEST(Expression, Literals) {
  EXPECT_EQ(Short("1.5e3"), "(Number 1.5e3)");
  EXPECT_EQ(Short("\"a\""), "(String \"a\")");
  EXPECT_EQ(Short("{true, false}"), "(Array (True) (False))");
}

TEST(Expression, References) {
  EXPECT_EQ(DumpExpression("a[1].b"), "(Ref (Part a (Subscripts (Number 1))) (Part b))");
  EXPECT_EQ(DumpExpression(".a.'b c'"), "(Ref +global (Part a) (Part 'b c'))");
  EXPECT_EQ(Short("a[:, end - 1, 2:end]"),
            "(Ref (Part a (Subscripts (Colon) (Binary - (End) (Number 1)) (Range (Number 2) (End)))))");
  EXPECT_EQ(Short("end"), "expected an expression but found `end`");
  EXPECT_EQ(Short("a."), "expected a name but found `;`");
}

TEST(Expression, Calls) {
  EXPECT_EQ(Short("f()"), "(Call f (Arguments))");
  EXPECT_EQ(Short("der(x)"), "(Call der (Arguments x))");
  EXPECT_EQ(Short("initial() or pure(f(1))"),
            "(Binary or (Call initial (Arguments)) (Call pure (Arguments (Call f (Arguments (Number 1))))))");
  EXPECT_EQ(Short("f(a, n = b)"), "(Call f (Arguments a (NamedArgument n b)))");
  EXPECT_EQ(Short("f(n = a, b)"), "expected a named argument but found `b`");
  EXPECT_EQ(Short("f(function g(p = 1), h = function k())"),
            "(Call f (Arguments (PartialCall g (Arguments (NamedArgument p (Number 1)))) "
            "(NamedArgument h (PartialCall k (Arguments)))))");
  EXPECT_EQ(Short("der"), "expected `(` but found `;`");
}

TEST(Expression, Comprehensions) {
  EXPECT_EQ(
      Short("sum(a for i in 1:3, j)"),
      "(Call sum (Arguments (Comprehension a (ForIndex i (Range (Number 1) (Number 3))) (ForIndex j))))");
  EXPECT_EQ(Short("{i for i in r}"), "(Array (Comprehension i (ForIndex i r)))");
}

TEST(Expression, Brackets) {
  EXPECT_EQ(Short("[a, b; c, d]"), "(Matrix (Row a b) (Row c d))");
  EXPECT_EQ(Short("{}"), "(Array)");
  EXPECT_EQ(Short("(a)"), "(Paren a)");
  EXPECT_EQ(Short("(a, , b)"), "(OutputList a (Empty) b)");
  EXPECT_EQ(Short("(, a,)"), "(OutputList (Empty) a (Empty))");
  EXPECT_EQ(Short("()"), "(OutputList)");
  EXPECT_EQ(Short("(a)[1] + (a).re"), "(Binary + (Paren a (Subscripts (Number 1))) (Paren a (Part re)))");
}

TEST(Expression, IfAndRanges) {
  EXPECT_EQ(Short("if a then b elseif c then d else e"), "(If a b c d e)");
  EXPECT_EQ(Short("a:b:c"), "(Range a b c)");
  EXPECT_EQ(Short("if a then b"), "expected `else` but found `;`");
}

}  // namespace

}  // namespace kerf::modelica::test
