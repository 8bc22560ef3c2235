// Declarations, equations and algorithms of flat Modelica text.
#include "print_fixture.h"

namespace kerf::flat {
namespace {

using expr::Kind;
using expr::Op;

class FlatPrintTest : public PrintFixture {
 protected:
  // The text between the first and the last line.
  auto Inside() -> std::string {
    const std::string text = Print(model);
    const size_t begin = text.find("model M\n") + 8;
    return text.substr(begin, text.rfind("end M;\n") - begin);
  }
};

TEST_F(FlatPrintTest, TheNameOfTheModelIsOneIdentifier) {
  model.name = Name("A.B.C");
  EXPECT_EQ(Print(model), "model 'A.B.C'\nend 'A.B.C';\n");
}

TEST_F(FlatPrintTest, PathsAreQuotedPlainNamesAreNot) {
  AddVar("x");
  AddVar("a.b.x");
  AddVar("'a.b.y'");
  const std::vector<int32_t> two = {2};
  Var var;
  var.path = world.paths.Child(world.paths.Child(base::PathStore::kRoot, Name("b"), two), Name("c"));
  model.vars.Add(var);
  EXPECT_EQ(Inside(), "  Real x;\n  Real 'a.b.x';\n  Real 'a.b.y';\n  Real 'b[2].c';\n");
}

TEST_F(FlatPrintTest, Prefixes) {
  model.vars[AddVar("c")].variability = Variability::Constant;
  model.vars[AddVar("p")].variability = Variability::Parameter;
  model.vars[AddVar("p")].is_final = true;
  model.vars[AddVar("d")].variability = Variability::Discrete;
  model.vars[AddVar("n", {Kind::Integer, expr::kScalar, 0})].variability = Variability::Discrete;
  model.vars[AddVar("u")].causality = Causality::Input;
  model.vars[AddVar("y", {Kind::Boolean, expr::kScalar, 0})].causality = Causality::Output;
  model.vars[AddVar("a.i")].role = ConnectorRole::Flow;
  model.vars[AddVar("a.h")].role = ConnectorRole::Stream;
  AddVar("s", {Kind::Text, expr::kScalar, 0});
  EXPECT_EQ(Inside(),
            "  constant Real c;\n  parameter Real p;\n  final Real p;\n  discrete Real d;\n  Integer n;\n"
            "  input Real u;\n  output Boolean y;\n  flow Real 'a.i';\n  Real 'a.h';\n  String s;\n");
}

TEST_F(FlatPrintTest, ProtectedVariablesStandInASectionOfTheirOwn) {
  model.vars[AddVar("x")].is_protected = true;
  AddVar("y");
  EXPECT_EQ(Inside(), "  Real y;\nprotected\n  Real x;\n");
}

TEST_F(FlatPrintTest, AttributesHaveAFixedOrder) {
  const VarId x = AddVar("x");
  Attributes& a = AttributesOf(x);
  a.start = pool.Real(1);
  a.fixed_value = pool.Boolean(true);
  a.min = pool.Real(-2);
  a.max = pool.Real(3);
  a.nominal = pool.Real(10);
  a.quantity = Name("Length");
  a.unit = Name("m");
  a.display_unit = Name("mm");
  a.description = Name("a \"long\" way");
  a.state_select = StateSelect::Prefer;
  EXPECT_EQ(Inside(),
            "  Real x(quantity = \"Length\", unit = \"m\", displayUnit = \"mm\", start = 1, fixed = true, "
            "min = -2, max = 3, nominal = 10, stateSelect = StateSelect.prefer) \"a \\\"long\\\" way\";\n");
}

TEST_F(FlatPrintTest, OneValueForAllElementsIsEach) {
  const VarId x = AddVar("a.x", {Kind::Real, Shape({2}), 0});
  AttributesOf(x).unit = Name("m");
  AttributesOf(x).start = pool.Make(Op::Array, {pool.Real(1), pool.Real(2)});
  AttributesOf(x).min = pool.Real(0);
  AttributesOf(x).fixed = true;
  EXPECT_EQ(Inside(),
            "  Real 'a.x'[2](each unit = \"m\", start = {1,2}, each fixed = true, each min = 0);\n");
}

TEST_F(FlatPrintTest, BindingsAndAnnotations) {
  const VarId p = AddVar("p");
  model.vars[p].variability = Variability::Parameter;
  model.vars[p].binding = pool.Real(2);
  model.vars[p].is_structural = true;
  const VarId q = AddVar("a.q");
  model.vars[q].binding = pool.Mul(pool.Real(3), Use(p));
  model.vars[q].is_hidden = true;
  AttributesOf(q).description = Name("half");
  EXPECT_EQ(Inside(),
            "  parameter Real p = 2 annotation(Evaluate = true);\n"
            "  Real 'a.q' = 3*p \"half\" annotation(HideResult = true);\n");
}

TEST_F(FlatPrintTest, DerivativesOfOtherLanguagesAreNotDeclared) {
  const VarId x = AddVar("T.x", {Kind::Real, Shape({2}), 0});
  const VarId dx = AddVar("T.derx", {Kind::Real, Shape({2}), 0});
  model.vars[dx].derivative_of = x;
  AddEquation(pool.Make(Op::Subscript, {Use(dx), pool.Integer(1)}), pool.Real(1));
  EXPECT_EQ(Inside(), "  Real 'T.x'[2];\nequation\n  der('T.x'[1]) = 1;\n");
}

TEST_F(FlatPrintTest, Families) {
  const ExprId x = Use(AddVar("x", {Kind::Real, Shape({3, 4}), 0}));
  Domain domain;
  domain.iterations = {{Name("i"), 1, 3, 1}, {Name("j"), 4, 2, -2}};
  const ExprId i = pool.Iterator(0, Name("i"));
  const ExprId j = pool.Iterator(1, Name("j"));
  AddEquation(pool.Make(Op::Subscript, {x, i, j}), pool.Add(i, j), model.domains.Add(domain));
  EXPECT_EQ(Inside(),
            "  Real x[3,4];\nequation\n  for i in 1:3, j in 4:-2:2 loop\n    x[i,j] = i + j;\n  end for;\n");
}

TEST_F(FlatPrintTest, InitialSectionsComeFirst) {
  const ExprId x = Use(AddVar("x"));
  AddEquation(x, pool.Real(1));
  AddEquation(x, pool.Real(2), {}, true);
  Algorithm algorithm;
  algorithm.statements = {Make(StatementKind::Assignment, x, pool.Real(3))};
  model.algorithms.push_back(algorithm);
  algorithm.is_initial = true;
  model.algorithms.push_back(algorithm);
  Clause clause;
  clause.statement = Make(StatementKind::Terminate, {}, {}, Text("stop"));
  clause.is_initial = true;
  model.clauses.push_back(clause);
  EXPECT_EQ(Inside(),
            "  Real x;\ninitial equation\n  x = 2;\n  terminate(\"stop\");\ninitial algorithm\n  x := 3;\n"
            "equation\n  x = 1;\nalgorithm\n  x := 3;\n");
}

TEST_F(FlatPrintTest, WhenAndIfClausesNest) {
  const ExprId x = Use(AddVar("x"));
  Statement inner = Make(StatementKind::If);
  inner.branches = {{Less(x, 1), {Make(StatementKind::Equality, x, pool.Real(1))}},
                    {Less(x, 2), {Make(StatementKind::Equality, x, pool.Real(2))}},
                    {{}, {Make(StatementKind::Call, {}, Call("f", {x}))}}};
  Clause clause;
  clause.statement = Make(StatementKind::When);
  clause.statement.branches = {{Less(x, 3), {inner, Make(StatementKind::Reinit, x, pool.Real(0))}},
                               {Less(x, 4), {Make(StatementKind::Equality, x, pool.Real(5))}}};
  model.clauses.push_back(clause);
  EXPECT_EQ(Inside(),
            "  Real x;\n"
            "equation\n"
            "  when x < 3 then\n"
            "    if x < 1 then\n"
            "      x = 1;\n"
            "    elseif x < 2 then\n"
            "      x = 2;\n"
            "    else\n"
            "      f(x);\n"
            "    end if;\n"
            "    reinit(x, 0);\n"
            "  elsewhen x < 4 then\n"
            "    x = 5;\n"
            "  end when;\n");
}

TEST_F(FlatPrintTest, Assertions) {
  const ExprId x = Use(AddVar("x"));
  Assertion assertion;
  assertion.condition = Less(x, 1);
  model.assertions.push_back(assertion);
  assertion.message = Text("too \"large\"");
  assertion.is_warning = true;
  model.assertions.push_back(assertion);
  EXPECT_EQ(Inside(),
            "  Real x;\nequation\n  assert(x < 1, \"outside the region of validity\");\n"
            "  assert(x < 1, \"too \\\"large\\\"\", AssertionLevel.warning);\n");
}

TEST_F(FlatPrintTest, Experiment) {
  model.stop_time = 2.5;
  model.tolerance = 1e-6;
  EXPECT_EQ(Inside(), "  annotation(experiment(StopTime = 2.5, Tolerance = 1e-06));\n");
}

TEST_F(FlatPrintTest, LongExpressionsAreNotCutOff) {
  const ExprId x = Use(AddVar("x"));
  ExprId sum = x;
  for (int k = 0; k < 300'000; ++k) sum = pool.Typed(Op::Add, {}, {sum, x});
  AddEquation(x, sum);
  EXPECT_EQ(Print(model).find("…"), std::string::npos);
  EXPECT_TRUE(Print(model).ends_with(" + x;\nend M;\n"));
}

}  // namespace
}  // namespace kerf::flat
