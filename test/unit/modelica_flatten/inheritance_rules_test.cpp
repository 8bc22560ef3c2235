// Base classes, redeclarations, inner and outer.
#include "rules_fixture.h"

namespace kerf::modelica::test {
namespace {

TEST(InheritanceRules, KindsOfBases) {
  EXPECT_EQ(Errors("model M block B Real y = 1; end B; model D extends B; end D; D d; end M;"), "");
  EXPECT_EQ(Errors("model M model B Real y = 1; end B; block D extends B; end D; D d; end M;"), "base-kind");
  EXPECT_EQ(Errors("model M package B constant Real y = 1; end B; model D extends B; end D; D d; end M;"),
            "base-kind");
  EXPECT_EQ(Errors("model M type B = Real; connector D extends B; end D; D d = 1; end M;"), "");
  EXPECT_EQ(Errors("model M type B = Real; block D extends B; end D; D d = 1; end M;"), "base-kind");
}

TEST(InheritanceRules, ArraysAndSimpleTypesAreExtendedAlone) {
  const std::string types = "model A Real x = 1; end A; model A3 = A[3]; partial model Icon end Icon; ";
  EXPECT_EQ(Errors("model M " + types + "model B extends A3; Real y = 2; end B; B b; end M;"),
            "base-not-alone");
  EXPECT_EQ(Errors("model M type T extends Real; end T; T t = 1; end M;"), "");
  EXPECT_EQ(Errors("model M connector C extends Real; Real e = 1; flow Real f; end C; C c; end M;"),
            "base-not-alone");
}

TEST(InheritanceRules, NamesOfBases) {
  EXPECT_EQ(Errors("model M replaceable model A Real x = 2; end A; extends A; end M;"), "replaceable-base");
  EXPECT_EQ(Errors("model M model A model B end B; end A; extends A; extends B; end M;"),
            "inherited-base-name");
  EXPECT_EQ(Errors("model M operator record R Real x = 1; end R; operator record S extends R; end S; S s; "
                   "end M;"),
            "operator-record-base");
}

TEST(InheritanceRules, ElementsInheritedTwiceAreAlike) {
  EXPECT_EQ(Errors("model M model B Real x = 2; end B; Integer x = 1; extends B; end M;"),
            "inherited-differs");
  EXPECT_EQ(Errors("model M model B Real x = 2; end B; Real x = 2; extends B; end M;"), "");
  EXPECT_EQ(Errors("model M model B model A Real x = 2; end A; end B; model A Real x = 3; end A; extends B; "
                   "A a; end M;"),
            "inherited-differs");
}

const std::string kTypes =
    "class A Real x = 1; end A; class B Real x = 2; Real y = 3; end B; class I Integer x = 1; end I; ";

TEST(InheritanceRules, RedeclaredTypesFit) {
  EXPECT_EQ(Errors("model M " + kTypes + "class C replaceable A a; end C; C c(redeclare B a); end M;"), "");
  EXPECT_EQ(Errors("model M " + kTypes + "class C replaceable B a; end C; C c(redeclare A a); end M;"),
            "redeclare-type");
  EXPECT_EQ(Errors("model M " + kTypes + "class C replaceable A a; end C; C c(redeclare I a); end M;"),
            "redeclare-type");
  EXPECT_EQ(Errors("model M " + kTypes +
                   "class C replaceable B a constrainedby A; end C; C c(redeclare A a); end M;"),
            "");
  EXPECT_EQ(Errors("model M " + kTypes +
                   "class C replaceable class T = B; T t; end C; C c(redeclare class T = A); end M;"),
            "redeclare-type");
}

TEST(InheritanceRules, ConstrainingTypes) {
  EXPECT_EQ(Errors("model M " + kTypes + "replaceable A a constrainedby B; end M;"), "default-type");
  EXPECT_EQ(Errors("model M " + kTypes +
                   "class C replaceable B b constrainedby B; end C; class D extends C(replaceable B b "
                   "constrainedby A); end D; D d; end M;"),
            "constraining-type");
  // A redeclaration may narrow what the next one must fit.
  EXPECT_EQ(Errors("model M " + kTypes +
                   "class C replaceable A b; end C; class D extends C(replaceable B b constrainedby B); end "
                   "D; D d(redeclare A b); end M;"),
            "redeclare-type");
  EXPECT_EQ(Errors("model M type R3 = Real[3]; type R23 = Real[2, 3]; replaceable R3 x[2] = fill(1, 2, 3) "
                   "constrainedby R23; end M;"),
            "default-dimensions");
}

TEST(InheritanceRules, WhatCannotBeRedeclared) {
  const auto with = [](const std::string& original, const std::string& use) {
    return Errors("model M " + kTypes + "class C " + original + " end C; " + use + " end M;");
  };
  EXPECT_EQ(with("replaceable A a;", "extends C; redeclare B a;"), "");
  EXPECT_EQ(with("A a;", "extends C; redeclare B a;"), "redeclare-not-replaceable");
  EXPECT_EQ(with("Real x[2] = {1, 2};", "C c(redeclare parameter Real x[2]);"), "");
  EXPECT_EQ(with("final replaceable Real x = 2;", "extends C; redeclare Real x = 3;"), "redeclare-final");
  EXPECT_EQ(with("replaceable constant Real x = 1;", "C c(redeclare Real x = 2);"), "redeclare-constant");
  EXPECT_EQ(with("replaceable A a;", "extends C; protected redeclare B a;"), "redeclare-visibility");
  EXPECT_EQ(with("protected replaceable A a;", "extends C; redeclare B a;"), "redeclare-visibility");
  EXPECT_EQ(with("protected replaceable A a;", "extends C; protected redeclare B a;"), "");
  EXPECT_EQ(with("replaceable A a;", "class D extends C(redeclare A a); end D; D d(redeclare B a);"),
            "redeclare-not-replaceable");
  EXPECT_EQ(with("replaceable A a;", "class D extends C(replaceable A a); end D; D d(redeclare B a);"), "");
}

TEST(InheritanceRules, ClassExtendsNeedsAReplaceableClass) {
  const auto with = [](const std::string& prefix, const std::string& use) {
    return Errors("model M model A " + prefix + " model B Real x = 1; end B; B a; end A; extends A; " + use +
                  " end M;");
  };
  EXPECT_EQ(with("", "model extends B Real y = 2; end B; B b;"), "redeclare-not-replaceable");
  EXPECT_EQ(with("replaceable", "model extends B Real y = 2; end B; B b;"), "");
  // Only `redeclare` changes what the base makes of the class.
  EXPECT_EQ(with("replaceable", "redeclare model extends B Real y = 2; end B; Real z = a.y;"), "");
  EXPECT_NE(with("replaceable", "model extends B Real y = 2; end B; Real z = a.y;"), "");
}

TEST(InheritanceRules, InnerFitsOuter) {
  const auto with = [](const std::string& outer, const std::string& inner, const std::string& use) {
    return Errors(
        "model M record R Integer i = 1; end R; record S extends R; Real a = 1; end S; partial "
        "record P Integer i = 1; end P; model A outer " +
        outer + "; end A; inner " + inner + "; A a" + use + "; end M;");
  };
  EXPECT_EQ(with("Real p", "Real p = 1", ""), "");
  EXPECT_EQ(with("Integer p", "Real p = 1", ""), "inner-type");
  EXPECT_EQ(with("Real p", "Real p[1] = {1}", ""), "inner-sizes");
  EXPECT_EQ(with("R p", "S p", ""), "");
  EXPECT_EQ(with("S p", "R p", ""), "inner-type");
  EXPECT_EQ(with("P p", "P p", ""), "inner-partial");
  EXPECT_EQ(with("parameter Real p = 2", "parameter Real p = 1", ""), "outer-modified");
  EXPECT_EQ(with("parameter Real p", "parameter Real p = 1", "(p = 3)"), "outer-modified");
}

}  // namespace
}  // namespace kerf::modelica::test
