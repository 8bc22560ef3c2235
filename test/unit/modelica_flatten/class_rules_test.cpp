// What specialized classes may contain, prefixes, statements in wrong places.
#include "rules_fixture.h"

namespace kerf::modelica::test {
namespace {

TEST(ClassRules, PredefinedNamesCannotBeDeclared) {
  EXPECT_EQ(Errors("model M Real Integer = 1; end M;"), "reserved-name");
  EXPECT_EQ(Errors("model M class Boolean Real x = 1; end Boolean; Boolean b; end M;"), "reserved-name");
  EXPECT_EQ(Errors("model M Real real = 1; end M;"), "");
}

TEST(ClassRules, EnumerationsHaveDistinctLiteralsAndNoAttributesAmongThem) {
  EXPECT_EQ(Errors("model M type E = enumeration(a, b, a); E e = E.b; end M;"), "enum-literal-twice");
  EXPECT_EQ(Errors("model M type E = enumeration(a, start); E e = E.a; end M;"), "enum-literal-reserved");
  EXPECT_EQ(Errors("model M type E = enumeration(a, 'start'); E e = E.a; end M;"), "");
}

TEST(ClassRules, RecordsAreOnlyData) {
  EXPECT_EQ(Errors("model M record R Real x; equation x = 1; end R; R r; end M;"), "section-not-allowed");
  EXPECT_EQ(Errors("model M record R Real x = 1; protected Real y = 1; end R; R r; end M;"),
            "protected-not-allowed");
  EXPECT_EQ(Errors("model M record R output Real x = 1; end R; R r; end M;"), "prefix-not-allowed");
  EXPECT_EQ(Errors("model M model A Real x = 1; end A; record R A a; end R; R r; end M;"), "component-kind");
  EXPECT_EQ(Errors("model M record R parameter Real x = 1; end R; R r; end M;"), "");
}

// A plain class has the restrictions of what is made of it.
TEST(ClassRules, RecordsInheritNoEquations) {
  const std::string base = "class B Real x; equation x = 1; end B; ";
  EXPECT_EQ(Errors("model M " + base + "record R extends B; end R; R r; end M;"), "section-not-allowed");
  EXPECT_EQ(Errors("model M " + base + "model R extends B; end R; R r; end M;"), "");
}

TEST(ClassRules, ConnectorsHaveNoEquationsAndNoInner) {
  EXPECT_EQ(Errors("model M connector C Real e; flow Real f; algorithm e := 1; end C; C c; end M;"),
            "section-not-allowed");
  EXPECT_EQ(Errors("model M connector C inner Real e = 1; flow Real f; end C; C c; end M;"),
            "prefix-not-allowed");
}

TEST(ClassRules, PackagesHaveConstantsOnly) {
  const auto with = [](const std::string& variable) {
    return Errors("model M type T = constant Real; package P " + variable +
                  " constant Real c = 1; end P; Real x = P.c; end M;");
  };
  EXPECT_EQ(with("parameter Real p = 1;"), "package-variable");
  EXPECT_EQ(with("constant Real p = 1;"), "");
  EXPECT_EQ(with("T p = 1;"), "");
}

TEST(ClassRules, FunctionsHaveOneBodyAndReadOnlyInputs) {
  const auto with = [](const std::string& rest) {
    return Errors("model M function f input Real u; output Real y; " + rest +
                  " end f; Real x = f(2); end M;");
  };
  EXPECT_EQ(with("algorithm y := u;"), "");
  EXPECT_EQ(with("algorithm y := u; algorithm y := u;"), "function-bodies");
  EXPECT_EQ(with("initial algorithm y := u;"), "section-not-allowed");
  EXPECT_EQ(with("algorithm u := 1; y := u;"), "input-assigned");
  EXPECT_EQ(with("Real z; algorithm z := u; y := z;"), "function-public-variable");
  EXPECT_EQ(with("protected Real z; algorithm z := u; y := z;"), "");
  EXPECT_EQ(with("algorithm when u > 1 then y := 2; end when;"), "when-not-allowed");
}

TEST(ClassRules, BreakReturnAndWhenHaveTheirPlaces) {
  const auto with = [](const std::string& algorithm) {
    return Errors("model M Real x; Boolean b = time > 1; algorithm x := 1; " + algorithm + " end M;");
  };
  EXPECT_EQ(with("if b then break; end if;"), "break-outside-loop");
  EXPECT_EQ(with("while b loop if x > 3 then break; end if; x := x + 1; end while;"), "");
  EXPECT_EQ(with("if b then return; end if;"), "return-outside-function");
  EXPECT_EQ(with("when b then x := 2; end when;"), "");
  EXPECT_EQ(with("when b then when x > 3 then x := 2; end when; end when;"), "when-not-allowed");
  EXPECT_EQ(with("for k in 1:2 loop when b then x := 2; end when; end for;"), "when-not-allowed");
}

TEST(ClassRules, TypePrefixesNeedTypesRecordsOrConnectors) {
  const std::string a = "model A Real x = 1; end A; record R Real x = 1; end R; ";
  EXPECT_EQ(Errors("model M " + a + "parameter A p; end M;"), "prefix-on-model");
  EXPECT_EQ(Errors("model M " + a + "parameter R p; end M;"), "");
  EXPECT_EQ(Errors("model M connector C flow Integer f; Real e = 1; end C; C c; end M;"),
            "prefix-needs-real");
  EXPECT_EQ(Errors("model M connector C input Real u; end C; output C c(u = 1); end M;"), "prefix-conflict");
  EXPECT_EQ(Errors("model M connector C parameter Real p = 1; end C; output C c; end M;"), "");
}

TEST(ClassRules, ConnectorsOfBlocksHaveADirection) {
  const std::string types = "connector C Real e = 1; flow Real f; end C; connector I = input Real; ";
  EXPECT_EQ(Errors("model M " + types + "block B C c; end B; B b; end M;"), "block-connector");
  EXPECT_EQ(Errors("model M " + types + "model B C c; end B; B b; end M;"), "");
  EXPECT_EQ(Errors("model M " + types + "block B I u; end B; B b(u = 1); end M;"), "");
}

TEST(ClassRules, ConstructorsOfOperatorRecords) {
  const auto with = [](const std::string& functions) {
    return Errors(
        "encapsulated package P operator record C Real re; encapsulated operator 'constructor' "
        "import P.C; " +
        functions + " end 'constructor'; end C; end P; model M P.C c = P.C(1); end M;");
  };
  const std::string first = "function a input Integer i; output C o(re = i); algorithm end a; ";
  EXPECT_EQ(with(first), "");
  EXPECT_EQ(with(first + "function b input Integer k; output C o(re = k); algorithm end b;"),
            "constructor-ambiguous");
  EXPECT_EQ(with("function a input Integer i; output C o(re = i); output C p(re = i); algorithm end a;"),
            "constructor-outputs");
  EXPECT_EQ(with(first + "constant Real k = 1;"), "operator-element");
}

}  // namespace
}  // namespace kerf::modelica::test
