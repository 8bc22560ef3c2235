// Types and functions in flat Modelica text.
#include "print_fixture.h"

namespace kerf::flat {
namespace {

using expr::Kind;
using expr::Op;

class FlatDefinitionsTest : public PrintFixture {
 protected:
  // The text before the model.
  auto Before() -> std::string {
    const std::string text = Print(model);
    return text.substr(0, text.find("model M\n"));
  }
  auto HasLine(std::string_view line) -> bool {
    return ("\n" + Print(model)).find("\n" + std::string(line) + "\n") != std::string::npos;
  }
};

TEST_F(FlatDefinitionsTest, OnlyEnumerationsThatAreUsed) {
  world.enumerations = {{Name("P.Unused"), {Name("a")}},
                        {Name("P.Init"), {Name("NoInit"), Name("'steady state'"), Name("x")}},
                        {Name("StateSelect"), {Name("never")}}};
  const expr::Type init{Kind::Enumeration, expr::kScalar, 1};
  const VarId e = AddVar("e", init);
  model.vars[e].binding = pool.Literal(1, 2);
  AddVar("s", {Kind::Enumeration, expr::kScalar, 2});
  EXPECT_EQ(Before(), "type 'P.Init' = enumeration(NoInit, 'steady state', x);\n");
  EXPECT_TRUE(HasLine("  'P.Init' e = 'P.Init'.'steady state';"));
  EXPECT_TRUE(HasLine("  StateSelect s;"));
}

TEST_F(FlatDefinitionsTest, RecordsWithTheRecordsInThem) {
  const expr::Type complex{Kind::Record, expr::kScalar, 1};
  world.records = {{Name("P.Pair"), {{Name("a"), complex}, {Name("b"), {Kind::Real, Shape({2}), 0}}}},
                   {Name("Complex"), {{Name("re"), {}}, {Name("im"), {}}}}};
  const ExprId pair = Use(AddVar("a.pair", {Kind::Record, expr::kScalar, 0}));
  const ExprId part = pool.Typed(Op::Field, complex, {pair, pool.Integer(0)});
  AddEquation(part, pool.Typed(Op::Record, complex, {pool.Real(1), pool.Real(2)}));
  EXPECT_EQ(Before(),
            "record 'P.Pair'\n  Complex a;\n  Real b[2];\nend 'P.Pair';\n"
            "record Complex\n  Real re;\n  Real im;\nend Complex;\n");
  EXPECT_TRUE(HasLine("  'P.Pair' 'a.pair';"));
  EXPECT_TRUE(HasLine("  'a.pair'.a = Complex(1,2);"));
}

TEST_F(FlatDefinitionsTest, RecordsOfOneNameAreNumbered) {
  world.records = {{Name("P.R"), {{Name("a"), {}}}},
                   {Name("P.R"), {{Name("a"), {Kind::Real, Shape({2}), 0}}}}};
  AddVar("x", {Kind::Record, expr::kScalar, 0});
  AddVar("y", {Kind::Record, expr::kScalar, 1});
  EXPECT_TRUE(HasLine("  'P.R' x;"));
  EXPECT_TRUE(HasLine("  'P.R$2' y;"));
  EXPECT_TRUE(HasLine("record 'P.R$2'"));
}

TEST_F(FlatDefinitionsTest, TheConstructorOfARecordIsNotDefinedTwice) {
  world.records = {{Name("P.R"), {{Name("a"), {}}}}};
  const expr::Type type{Kind::Record, expr::kScalar, 0};
  FunctionBody& body = AddFunction("P.R");
  AddLocal(body, "a", Role::Input);
  AddLocal(body, "r", Role::Output, type);
  body.is_constructor = true;
  AddEquation(Use(AddVar("r", type)), Call("P.R", {pool.Real(1)}, type));
  EXPECT_EQ(Before(), "record 'P.R'\n  Real a;\nend 'P.R';\n");
  EXPECT_TRUE(HasLine("  r = 'P.R'(1);"));
}

TEST_F(FlatDefinitionsTest, FunctionsWithLoops) {
  FunctionBody& body = AddFunction("P.total");
  const expr::Type vector{Kind::Real, Shape({expr::kUnknownSize}), 0};
  const ExprId x = AddLocal(body, "x", Role::Input, vector);
  const ExprId n = AddLocal(body, "n", Role::Input, {Kind::Integer, expr::kScalar, 0});
  body.variables.back().binding =
      pool.Typed(Op::Size, {Kind::Integer, expr::kScalar, 0}, {x, pool.Integer(1)});
  const ExprId y = AddLocal(body, "y", Role::Output);
  const ExprId z = AddLocal(body, "z", Role::Protected, vector);
  body.variables.back().sizes = {n};
  const ExprId i = pool.Iterator(0, Name("i"));
  Statement loop = Make(StatementKind::For, i, pool.Typed(Op::Range, vector, {pool.Integer(1), n}));
  const ExprId element = pool.Typed(Op::Subscript, {}, {x, i});
  loop.branches = {{{}, {Make(StatementKind::Assignment, y, pool.Add(y, element))}}};
  Statement repeat = Make(StatementKind::While);
  repeat.branches = {{Less(y, 1), {Make(StatementKind::Break)}}};
  body.statements = {Make(StatementKind::Assignment, z, x), loop, repeat,
                     Make(StatementKind::Assert, {}, Less(y, 2), Text("no")), Make(StatementKind::Return)};
  model.functions = {world.FunctionNamed(Name("P.total"))};
  EXPECT_EQ(Before(),
            "function 'P.total'\n"
            "  input Real x[:];\n"
            "  input Integer n = size(x,1);\n"
            "  output Real y;\n"
            "protected\n"
            "  Real z[n];\n"
            "algorithm\n"
            "  z := x;\n"
            "  for i in 1:n loop\n"
            "    y := y + x[i];\n"
            "  end for;\n"
            "  while y < 1 loop\n"
            "    break;\n"
            "  end while;\n"
            "  assert(y < 2, \"no\");\n"
            "  return;\n"
            "end 'P.total';\n");
}

TEST_F(FlatDefinitionsTest, ExternalFunctions) {
  FunctionBody& body = AddFunction("f");
  const ExprId x = AddLocal(body, "x", Role::Input);
  const ExprId y = AddLocal(body, "y", Role::Output);
  body.external =
      ExternalCall{"C", "c_f", y, {x, pool.Integer(2)}, {"m", "other"}, {"#include \"f.h\""}, {}, {}, {}};
  AddEquation(Use(AddVar("v")), Call("f", {pool.Real(1)}));
  EXPECT_EQ(Before(),
            "pure function f\n  input Real x;\n  output Real y;\n"
            "  external \"C\" y = c_f(x,2) annotation(Library = {\"m\", \"other\"}, "
            "Include = \"#include \\\"f.h\\\"\");\nend f;\n");
  body.is_impure = true;
  EXPECT_TRUE(HasLine("impure function f"));
}

TEST_F(FlatDefinitionsTest, AnnotationsBringTheirFunctionsAlong) {
  AddFunction("P.df");
  AddFunction("P.g");
  FunctionBody& body = AddFunction("P.f");
  AddLocal(body, "x", Role::Input);
  AddLocal(body, "n", Role::Input);
  const ExprId y = AddLocal(body, "y", Role::Output);
  body.derivatives = {{world.FunctionNamed(Name("P.df")), 2, {}, {1}}};
  body.inverses = {{0, Call("P.g", {y})}};
  body.inlining = Inlining::Late;
  body.smooth_order = 3;
  model.functions = {world.FunctionNamed(Name("P.f"))};
  EXPECT_TRUE(
      HasLine("  annotation(derivative(order = 2, noDerivative = n) = 'P.df', inverse(x = 'P.g'(y)), "
              "LateInline = true, smoothOrder = 3);"));
  EXPECT_TRUE(HasLine("function 'P.df'"));
  EXPECT_TRUE(HasLine("function 'P.g'"));
}

TEST_F(FlatDefinitionsTest, FunctionsCalledByFunctionsAreSortedByName) {
  FunctionBody& outer = AddFunction("P.a");
  const ExprId y = AddLocal(outer, "y", Role::Output);
  outer.statements = {Make(StatementKind::Assignment, y, Call("P.c", {Call("P.b", {})}))};
  AddFunction("P.c");
  AddFunction("P.b");
  AddFunction("P.unused");
  AddEquation(Use(AddVar("v")), Call("P.a", {}));
  EXPECT_EQ(Before(),
            "function 'P.a'\n  output Real y;\nalgorithm\n  y := 'P.c'('P.b'());\nend 'P.a';\n"
            "function 'P.b'\nend 'P.b';\nfunction 'P.c'\nend 'P.c';\n");
}

TEST_F(FlatDefinitionsTest, ClassesOfObjectsContainTheirFunctions) {
  world.object_classes = {Name("P.Table")};
  const expr::Type table{Kind::Object, expr::kScalar, 0};
  FunctionBody& make = AddFunction("P.Table.constructor");
  AddLocal(make, "t", Role::Output, table);
  FunctionBody& end = AddFunction("P.Table.destructor");
  AddLocal(end, "t", Role::Input, table);
  const VarId t = AddVar("a.t", table);
  model.vars[t].binding = Call("P.Table.constructor", {}, table);
  EXPECT_EQ(Before(),
            "class 'P.Table'\n  extends ExternalObject;\n"
            "  function constructor\n    output 'P.Table' t;\n  end constructor;\n"
            "  function destructor\n    input 'P.Table' t;\n  end destructor;\nend 'P.Table';\n");
  EXPECT_TRUE(HasLine("  'P.Table' 'a.t' = 'P.Table'();"));
}

TEST_F(FlatDefinitionsTest, AVariableDoesNotHideAFunction) {
  AddFunction("f");
  AddEquation(Use(AddVar("f")), Call("f", {}));
  EXPECT_EQ(Before(), "function f\nend f;\n");
  EXPECT_TRUE(HasLine("  f = .f();"));
}

TEST_F(FlatDefinitionsTest, FunctionsKnownByNameAloneAreNotDefined) {
  AddEquation(Use(AddVar("v")), Call("P.f", {}));
  EXPECT_EQ(Before(), "");
  EXPECT_TRUE(HasLine("  v = 'P.f'();"));
}

}  // namespace
}  // namespace kerf::flat
