// Node layout of equations and statements.
#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

auto Equation(const std::string& text) -> std::string { return DumpItem("equation", text); }
auto Statement(const std::string& text) -> std::string { return DumpItem("algorithm", text); }

TEST(Equation, Simple) {
  EXPECT_EQ(Equation("a = 1 \"d\" annotation()"),
            "(Equality (Ref (Part a)) (Number 1) (Description \"d\") (Annotation (ClassModification)))");
  EXPECT_EQ(Equation("(a, b) = f()"),
            "(Equality (OutputList (Ref (Part a)) (Ref (Part b))) (Call (Ref (Part f)) (Arguments)))");
  EXPECT_EQ(Equation("assert(a, \"b\")"),
            "(CallClause (Call (Ref (Part assert)) (Arguments (Ref (Part a)) (String \"b\"))))");
  EXPECT_EQ(Equation("connect(a.b, c)"), "(Connect (Ref (Part a) (Part b)) (Ref (Part c)))");
}

TEST(Equation, Clauses) {
  EXPECT_EQ(Equation("if a then x = 1; elseif b then else y = 2; end if"),
            "(IfClause (Branch (Ref (Part a)) (Block (Equality (Ref (Part x)) (Number 1)))) (Branch "
            "(Ref (Part b)) (Block)) (Branch (Block (Equality (Ref (Part y)) (Number 2)))))");
  EXPECT_EQ(Equation("when a then elsewhen b then end when \"d\""),
            "(WhenClause (Branch (Ref (Part a)) (Block)) (Branch (Ref (Part b)) (Block)) "
            "(Description \"d\"))");
  EXPECT_EQ(Equation("for i in 1:2, j loop x = 1; end for"),
            "(ForClause (ForIndex i (Range (Number 1) (Number 2))) (ForIndex j) (Block (Equality "
            "(Ref (Part x)) (Number 1))))");
}

TEST(Equation, MuModelicaWritesElseifInWhen) {
  const std::string text = "model M equation when a then x = 1; elseif b then x = 2; end when; end M;";
  EXPECT_FALSE(Parsed(text).consumer.all.empty());
  ParseOptions options;
  options.mu_modelica = true;
  EXPECT_TRUE(Parsed(text, options).consumer.all.empty());
  EXPECT_TRUE(Parsed("model M Real a(self = 3); equation self.a = 1; end M;", options).consumer.all.empty());
}

TEST(Statement, Simple) {
  EXPECT_EQ(Statement("a[1] := 2"), "(Assignment (Ref (Part a (Subscripts (Number 1)))) (Number 2))");
  EXPECT_EQ(Statement("(a, , b) := f()"),
            "(Assignment (OutputList (Ref (Part a)) (Empty) (Ref (Part b))) (Call (Ref (Part f)) "
            "(Arguments)))");
  EXPECT_EQ(Statement("(a) := f()"),
            "(Assignment (OutputList (Ref (Part a))) (Call (Ref (Part f)) (Arguments)))");
  EXPECT_EQ(Statement("f(a)"), "(CallClause (Call (Ref (Part f)) (Arguments (Ref (Part a)))))");
  EXPECT_EQ(Statement("break \"d\""), "(BreakClause (Description \"d\"))");
  EXPECT_EQ(Statement("return"), "(ReturnClause)");
}

TEST(Statement, Clauses) {
  EXPECT_EQ(Statement("while a loop x := 1; break; end while"),
            "(WhileClause (Ref (Part a)) (Block (Assignment (Ref (Part x)) (Number 1)) (BreakClause)))");
  EXPECT_EQ(Statement("for i loop if a then return; end if; end for"),
            "(ForClause (ForIndex i) (Block (IfClause (Branch (Ref (Part a)) (Block (ReturnClause))))))");
}

}  // namespace

}  // namespace kerf::modelica::test
