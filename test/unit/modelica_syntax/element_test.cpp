// Node layout of elements and modifications.
#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

TEST(Element, Imports) {
  EXPECT_EQ(DumpElement("import A.B"), "(Import qualified (Ref (Part A) (Part B)))");
  EXPECT_EQ(DumpElement("import C = A.B \"d\""),
            "(Import renamed C (Ref (Part A) (Part B)) (Description \"d\"))");
  EXPECT_EQ(DumpElement("import A.*"), "(Import star (Ref (Part A)))");
  EXPECT_EQ(DumpElement("import A . *"), "(Import star (Ref (Part A)))");
  EXPECT_EQ(DumpElement("import A.{b, c}"), "(Import list (Ref (Part A)) (Part b) (Part c))");
}

TEST(Element, Extends) {
  EXPECT_EQ(DumpElement("extends .A.B(x = 1, break y, break connect(a, b)) annotation()"),
            "(Extends (Ref +global (Part A) (Part B)) (ClassModification (ElementModification (Ref (Part x)) "
            "(Modification = (Number 1))) (InheritanceBreak (Ref (Part y))) (InheritanceBreak (Connect "
            "(Ref (Part a)) (Ref (Part b))))) (Annotation (ClassModification)))");
}

TEST(Element, Components) {
  EXPECT_EQ(DumpElement("final inner parameter input Real[2] a[3](start = 1) = 2 if c \"d\", b"),
            "(ComponentClause +final +inner +parameter +input (Ref (Part Real)) (Subscripts (Number 2)) "
            "(Component a (Subscripts (Number 3)) (Modification = (ClassModification (ElementModification "
            "(Ref (Part start)) (Modification = (Number 1)))) (Number 2)) (Condition (Ref (Part c))) "
            "(Description \"d\")) (Component b))");
  EXPECT_EQ(DumpElement("replaceable A a constrainedby B \"d\" annotation()"),
            "(ComponentClause +replaceable (Ref (Part A)) (Component a) (Constrainedby (Ref (Part B)) "
            "(Description \"d\") (Annotation (ClassModification))))");
  EXPECT_EQ(DumpElement("stream Real x"), "(ComponentClause +stream (Ref (Part Real)) (Component x))");
}

TEST(Element, PrefixesHaveAnOrder) {
  EXPECT_EQ(DumpElement("parameter flow Real x"), "`flow` cannot stand after `parameter`");
  EXPECT_EQ(DumpElement("parameter constant Real x"), "`constant` cannot stand after `parameter`");
  EXPECT_EQ(DumpElement("parameter model N end N"), "expected a type but found `model`");
}

TEST(Element, ModificationKinds) {
  const auto dump = [](const std::string& text) { return DumpElement("A a" + text); };
  const std::string head = "(ComponentClause (Ref (Part A)) (Component a (Modification ";
  EXPECT_EQ(dump("()"), head + "none (ClassModification))))");
  EXPECT_EQ(dump(" := 1"), head + ":= (Number 1))))");
  EXPECT_EQ(dump(" = break"), head + "break)))");
}

TEST(Element, ArgumentsOfModifications) {
  const auto dump = [](const std::string& text) {
    const Parsed parsed("model M extends A(" + text + "); end M;");
    if (!parsed.consumer.all.empty()) return parsed.texts().front();
    return DumpTree(Root(parsed.tree).child().child().child().Find(NodeKind::ClassModification).child());
  };
  EXPECT_EQ(dump("each final a.b(c = 1) = 2 \"d\""),
            "(ElementModification +final +each (Ref (Part a) (Part b)) (Modification = (ClassModification "
            "(ElementModification (Ref (Part c)) (Modification = (Number 1)))) (Number 2)) "
            "(Description \"d\"))");
  EXPECT_EQ(dump("redeclare each final Real x[2] = y"),
            "(ComponentClause +final +redeclare +each (Ref (Part Real)) (Component x (Subscripts (Number 2)) "
            "(Modification = (Ref (Part y)))))");
  EXPECT_EQ(dump("redeclare replaceable package P = Q constrainedby R"),
            "(ClassDef package P +replaceable +redeclare +short (ShortClass (Ref (Part Q))) (Constrainedby "
            "(Ref (Part R))))");
  EXPECT_EQ(dump("replaceable type T = Real"),
            "(ClassDef type T +replaceable +short (ShortClass (Ref (Part Real))))");
  EXPECT_EQ(dump("redeclare model N Real x; end N"), "expected `=` but found `Real`");
  EXPECT_EQ(dump("model N = A"), "expected `redeclare` or the name of an element but found `model`");
}

}  // namespace

}  // namespace kerf::modelica::test
