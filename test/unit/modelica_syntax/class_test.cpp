// Node layout of classes, sections and files.
#include <gtest/gtest.h>

#include "helpers.h"

namespace kerf::modelica::test {

namespace {

TEST(File, WithinAndSeveralClasses) {
  EXPECT_EQ(DumpTree(Root(Parsed("within A.B; final model M end M; type T = Real;").tree)),
            "(StoredDefinition (Within (Ref (Part A) (Part B))) (ClassDef model M +final) "
            "(ClassDef type T +short (ShortClass (Ref (Part Real)))))");
  EXPECT_EQ(DumpTree(Root(Parsed("within ;").tree)), "(StoredDefinition (Within))");
  EXPECT_EQ(DumpTree(Root(Parsed("").tree)), "(StoredDefinition)");
}

TEST(Class, RestrictionsAndPrefixes) {
  const auto dump = [](const std::string& prefixes) { return DumpClass(prefixes + " A end A;"); };
  EXPECT_EQ(dump("encapsulated partial class"), "(ClassDef class A +encapsulated +partial)");
  EXPECT_EQ(dump("expandable connector"), "(ClassDef connector A +expandable)");
  EXPECT_EQ(dump("operator record"), "(ClassDef operator-record A)");
  EXPECT_EQ(dump("pure operator function"), "(ClassDef operator-function A +pure)");
  EXPECT_EQ(dump("impure function"), "(ClassDef function A +impure)");
  EXPECT_EQ(dump("operator"), "(ClassDef operator A)");
  EXPECT_EQ(dump("package"), "(ClassDef package A)");
}

TEST(Class, SectionsInOrder) {
  EXPECT_EQ(DumpClass("model M \"d\" + \"e\" Real x; protected Real y; public equation x = 1; initial "
                      "equation algorithm initial algorithm annotation(A=1); end M;"),
            "(ClassDef model M (Description \"d\") "
            "(ElementList (ComponentClause (Ref (Part Real)) (Component x))) "
            "(ElementList +protected (ComponentClause (Ref (Part Real)) (Component y))) (ElementList) "
            "(EquationSection (Equality (Ref (Part x)) (Number 1))) (EquationSection +initial) "
            "(AlgorithmSection) (AlgorithmSection +initial) (Annotation (ClassModification "
            "(ElementModification (Ref (Part A)) (Modification = (Number 1))))))");
}

TEST(Class, AnAnnotationBeforeTheLastStaysInItsSection) {
  EXPECT_EQ(
      DumpClass("model M annotation(); Real x; equation annotation(); x = 1; annotation(); end M;"),
      "(ClassDef model M (ElementList (Annotation (ClassModification)) (ComponentClause (Ref (Part Real)) "
      "(Component x))) (EquationSection) (EquationSection (Annotation (ClassModification)) "
      "(Equality (Ref (Part x)) (Number 1))) (Annotation (ClassModification)))");
}

TEST(Class, ShortForms) {
  EXPECT_EQ(DumpClass("connector C = input Real[3](min = 0) \"d\" annotation();"),
            "(ClassDef connector C +short (ShortClass +input (Ref (Part Real)) (Subscripts (Number 3)) "
            "(ClassModification (ElementModification (Ref (Part min)) (Modification = (Number 0))))) "
            "(Description \"d\") (Annotation (ClassModification)))");
  EXPECT_EQ(DumpClass("type E = enumeration(a \"A\", b) \"d\";"),
            "(ClassDef type E +enum (Enumeration (EnumLiteral a (Description \"A\")) (EnumLiteral b)) "
            "(Description \"d\"))");
  EXPECT_EQ(DumpClass("type E = enumeration(:);"), "(ClassDef type E +enum (Enumeration +open-enum))");
  EXPECT_EQ(DumpClass("function f = der(g, x, y);"),
            "(ClassDef function f +der-class (DerClass (Ref (Part g)) (Part x) (Part y)))");
}

TEST(Class, ClassExtends) {
  EXPECT_EQ(DumpElement("redeclare model extends N(a = 1) \"d\" Real x; end N"),
            "(ClassDef model N +redeclare +class-extends (ClassModification (ElementModification "
            "(Ref (Part a)) (Modification = (Number 1)))) (Description \"d\") (ElementList (ComponentClause "
            "(Ref (Part Real)) (Component x))))");
}

TEST(Class, ReplaceableWithConstraint) {
  const std::string expected =
      "(ClassDef model N +replaceable +short (ShortClass (Ref (Part A))) (Constrainedby (Ref (Part B)) "
      "(ClassModification) (Description \"d\")))";
  EXPECT_EQ(DumpElement("replaceable model N = A constrainedby B() \"d\""), expected);
  EXPECT_EQ(DumpElement("replaceable model N = A extends B() \"d\""), expected);
  EXPECT_EQ(DumpElement("replaceable model N end N constrainedby B"),
            "(ClassDef model N +replaceable (Constrainedby (Ref (Part B))))");
}

TEST(Class, External) {
  const auto dump = [](const std::string& text) { return DumpClass("function f " + text + " end f;"); };
  EXPECT_EQ(dump("external;"), "(ClassDef function f (External external))");
  EXPECT_EQ(dump("external \"C\" annotation(); annotation();"),
            "(ClassDef function f (External \"C\" (Annotation (ClassModification))) (Annotation "
            "(ClassModification)))");
  EXPECT_EQ(dump("external \"C\" y.a = g(x, 1);"),
            "(ClassDef function f (External \"C\" (ExternalCall g (Ref (Part y) (Part a)) (Arguments "
            "(Ref (Part x)) (Number 1)))))");
  EXPECT_EQ(dump("external g();"), "(ClassDef function f (External external (ExternalCall g (Arguments))))");
}

}  // namespace

}  // namespace kerf::modelica::test
