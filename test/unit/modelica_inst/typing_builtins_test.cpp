// Built-in functions and operators.
#include "typing_fixture.h"

namespace kerf::modelica {
namespace {

TEST_F(TypingTest, KnowsItsBuiltins) {
  for (const std::string_view name : {"sin", "atan2", "String", "size", "Clock", "spatialDistribution"}) {
    EXPECT_TRUE(Typing::IsBuiltin(name)) << name;
  }
  for (const std::string_view name : {"", "reinit", "assert", "cardinality", "getInstanceName", "Sin"}) {
    EXPECT_FALSE(Typing::IsBuiltin(name)) << name;
  }
}

TEST_F(TypingTest, MathematicalFunctionsWorkElementByElement) {
  EXPECT_EQ(TypeOf(Call("sin", {Int(1)})), "Real");
  EXPECT_EQ(pool.op(Call("log", {Real()})), Op::Log);
  EXPECT_EQ(TypeOf(Call("exp", {Real({2, 3})})), "Real[2, 3]");
  EXPECT_EQ(TypeOf(Call("atan2", {Real({3}), Real()})), "Real[3]");
  EXPECT_EQ(TypeOf(Call("floor", {Real()})), "Real");
  EXPECT_EQ(TypeOf(Call("ceil", {Integer()})), "Real");
  EXPECT_EQ(Call("sin", {Text("a")}), kError);
  EXPECT_EQ(Said(), "builtin-argument-type: argument 1 of `sin` must be a number, not String");
  EXPECT_EQ(Call("atan2", {Real({3}), Real({2})}), kError);
  EXPECT_EQ(
      Said(),
      "builtin-argument-sizes: the arguments of `atan2` have sizes that do not fit: Real[3] and Real[2]");
}

TEST_F(TypingTest, IntegersStayIntegersWhereTheySaySo) {
  EXPECT_EQ(TypeOf(Call("abs", {Integer()})), "Integer");
  EXPECT_EQ(TypeOf(Call("abs", {Real({2})})), "Real[2]");
  EXPECT_EQ(TypeOf(Call("sign", {Real()})), "Integer");
  EXPECT_EQ(TypeOf(Call("integer", {Real({2})})), "Integer[2]");
  EXPECT_EQ(TypeOf(Call("mod", {Integer(), Integer()})), "Integer");
  EXPECT_EQ(TypeOf(Call("rem", {Integer(), Real()})), "Real");
  EXPECT_EQ(TypeOf(Call("div", {Integer({2}), Integer()})), "Integer[2]");
  EXPECT_EQ(TypeOf(Call("max", {Integer(), Integer()})), "Integer");
  EXPECT_EQ(TypeOf(Call("min", {Integer(), Real()})), "Real");
  EXPECT_EQ(TypeOf(Call("min", {Integer({2, 3})})), "Integer");
  EXPECT_EQ(TypeOf(Call("max", {Var(Kind::Enumeration, {3})})), "Colour");
  EXPECT_EQ(Call("max", {Integer(), Boolean()}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("Integer", {pool.Literal(0, 3)}), Int(3));
  EXPECT_EQ(Call("Integer", {Real()}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
}

TEST_F(TypingTest, StringTakesOptionsOrAFormat) {
  const ExprId r = Real();
  const ExprId full = pool.Typed(Op::ToText, {Kind::Text}, {r, Int(3), Int(0), pool.Boolean(true)});
  EXPECT_EQ(Call("String", {r}, {{"significantDigits", Int(3)}}), full);
  EXPECT_EQ(Call("String", {r, Int(3)}), full);
  EXPECT_EQ(Call("String", {r}), pool.Typed(Op::ToText, {Kind::Text}, {r}));
  const ExprId format = pool.Typed(Op::ToText, {Kind::Text}, {r, Text("5.2f")});
  EXPECT_EQ(Call("String", {r}, {{"format", Text("5.2f")}}), format);
  EXPECT_EQ(Call("String", {r, Text("5.2f")}), format);
  const ExprId i = Integer();
  const ExprId wide = pool.Typed(Op::ToText, {Kind::Text}, {i, Int(6), Int(9), pool.Boolean(false)});
  EXPECT_EQ(Call("String", {i, Int(9), pool.Boolean(false)}), wide);
  EXPECT_EQ(Call("String", {i}, {{"leftJustified", pool.Boolean(false)}, {"minimumLength", Int(9)}}), wide);
  EXPECT_EQ(TypeOf(Call("String", {pool.Literal(0, 1)})), "String");
  EXPECT_EQ(Said(), "0 diagnostics");
  EXPECT_EQ(Call("String", {i}, {{"significantDigits", Int(3)}}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("String", {r}, {{"format", Text("g")}, {"minimumLength", Int(3)}}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("String", {Real({2})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
}

TEST_F(TypingTest, ArgumentsAreCountedAndNamed) {
  EXPECT_EQ(Call("sin", {}), kError);
  EXPECT_EQ(Said(), "builtin-argument-count: `sin` takes 1 argument, not 0");
  EXPECT_EQ(Call("delay", {Real()}), kError);
  EXPECT_EQ(Said(), "builtin-argument-count: `delay` takes 2 to 3 arguments, not 1");
  EXPECT_EQ(Call("zeros", {}), kError);
  EXPECT_EQ(Said(), "builtin-argument-count: `zeros` takes at least 1 argument, not 0");
  EXPECT_EQ(Call("homotopy", {Real()}, {{"simple", Real()}}), kError);
  EXPECT_EQ(Said(), "builtin-argument-name: `homotopy` has no parameter named `simple`");
  EXPECT_EQ(Call("homotopy", {Real(), Real()}, {{"actual", Real()}}), kError);
  EXPECT_EQ(Said(), "builtin-argument-twice: parameter `actual` of `homotopy` is given twice");
  EXPECT_EQ(Call("homotopy", {}, {{"simplified", Real()}}), kError);
  EXPECT_EQ(Said(), "builtin-argument-missing: parameter `actual` of `homotopy` is not given");
  const ExprId a = Real();
  const ExprId b = Real();
  EXPECT_EQ(Call("homotopy", {}, {{"simplified", b}, {"actual", a}}), Call("homotopy", {a, b}));
}

TEST_F(TypingTest, EventOperators) {
  EXPECT_EQ(TypeOf(Call("der", {Real({3})})), "Real[3]");
  EXPECT_EQ(pool.op(Call("der", {Real()})), Op::Der);
  EXPECT_EQ(TypeOf(Call("pre", {Var(Kind::Enumeration, {2})})), "Colour[2]");
  EXPECT_EQ(TypeOf(Call("edge", {Boolean({2})})), "Boolean[2]");
  EXPECT_EQ(TypeOf(Call("change", {Integer()})), "Boolean");
  EXPECT_EQ(Call("edge", {Integer()}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(TypeOf(Call("initial", {})), "Boolean");
  EXPECT_EQ(TypeOf(Call("noEvent", {Integer({2})})), "Integer[2]");
  EXPECT_EQ(TypeOf(Call("smooth", {Int(0), Real()})), "Real");
  EXPECT_EQ(TypeOf(Call("delay", {Real(), pool.Real(1), Int(2)})), "Real");
  EXPECT_EQ(TypeOf(Call("semiLinear", {Real({2}), Real(), Real({2})})), "Real[2]");
  EXPECT_EQ(TypeOf(Call("inStream", {Real({2})})), "Real[2]");
  EXPECT_EQ(TypeOf(Call("homotopy", {Real({2}), Real({2})})), "Real[2]");
  const ExprId flow = Call("spatialDistribution", {Real(), Real(), Real(), Boolean()});
  EXPECT_EQ(pool.operands(flow).size(), 6U);
}

TEST_F(TypingTest, SampleIsOverloaded) {
  const ExprId clock = Var(Kind::Clock);
  const ExprId u = Real({2});
  EXPECT_EQ(pool.op(Call("sample", {Int(0), pool.Real(0.1)})), Op::Sample);
  EXPECT_EQ(TypeOf(Call("sample", {Int(0), pool.Real(0.1)})), "Boolean");
  EXPECT_EQ(pool.op(Call("sample", {u})), Op::ClockSample);
  EXPECT_EQ(TypeOf(Call("sample", {u, clock})), "Real[2]");
  EXPECT_EQ(Call("sample", {u}, {{"clock", clock}}), Call("sample", {u, clock}));
  EXPECT_EQ(Call("sample", {u, pool.Real(0.1)}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
}

TEST_F(TypingTest, ClocksAreToldApartByTheirOperands) {
  const auto operands = [&](ExprId clock) {
    std::string text;
    for (const ExprId operand : pool.operands(clock)) text += TypeOf(operand) + " ";
    return text;
  };
  EXPECT_EQ(operands(Call("Clock", {})), "");
  EXPECT_EQ(operands(Call("Clock", {Int(3)})), "Integer Integer ");
  EXPECT_EQ(operands(Call("Clock", {Int(3)}, {{"resolution", Int(10)}})), "Integer Integer ");
  EXPECT_EQ(operands(Call("Clock", {pool.Real(0.1)})), "Real ");
  EXPECT_EQ(operands(Call("Clock", {}, {{"interval", Int(1)}})), "Real ");
  EXPECT_EQ(operands(Call("Clock", {Boolean()})), "Boolean Real ");
  EXPECT_EQ(operands(Call("Clock", {Boolean(), Int(1)})), "Boolean Real ");
  const ExprId clock = Var(Kind::Clock);
  EXPECT_EQ(operands(Call("Clock", {clock}, {{"solverMethod", Text("Euler")}})), "Clock String ");
  EXPECT_EQ(Said(), "0 diagnostics");
  EXPECT_EQ(Call("Clock", {clock}), kError);
  EXPECT_EQ(Said(), "clock-arguments: a Clock cannot be made of (Clock)");
  EXPECT_EQ(Call("Clock", {Int(1)}, {{"factor", Int(2)}}), kError);
  EXPECT_EQ(Said(), "clock-arguments: a Clock cannot be made of (Integer, factor = Integer)");
}

TEST_F(TypingTest, ClockedOperators) {
  EXPECT_EQ(TypeOf(Call("previous", {Integer({2})})), "Integer[2]");
  EXPECT_EQ(TypeOf(Call("hold", {Boolean()})), "Boolean");
  EXPECT_EQ(TypeOf(Call("subSample", {Var(Kind::Clock)}, {{"factor", Int(2)}})), "Clock");
  EXPECT_EQ(TypeOf(Call("superSample", {Real()})), "Real");
  EXPECT_EQ(pool.operands(Call("shiftSample", {Real(), Int(1)})).size(), 3U);
  EXPECT_EQ(TypeOf(Call("backSample", {Real(), Int(1), Int(2)})), "Real");
  EXPECT_EQ(TypeOf(Call("interval", {})), "Real");
  EXPECT_EQ(TypeOf(Call("firstTick", {Real()})), "Boolean");
  EXPECT_EQ(TypeOf(Call("ticksInState", {})), "Integer");
  EXPECT_EQ(Call("subSample", {Real(), Real()}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
}

TEST_F(TypingTest, SizesAreLiteralsWhereKnown) {
  EXPECT_EQ(Call("size", {Real({2, 3}), Int(2)}), Int(3));
  EXPECT_EQ(Call("size", {Real({2, 3})}), Ints({2, 3}));
  EXPECT_EQ(TypeOf(Call("size", {Real()})), "Integer[0]");
  EXPECT_EQ(Call("ndims", {Real({2, -1})}), Int(2));
  const ExprId open = Real({2, -1});
  EXPECT_EQ(Call("size", {open, Int(1)}), Int(2));
  EXPECT_EQ(pool.op(Call("size", {open, Int(2)})), Op::Size);
  const ExprId n = Integer();
  EXPECT_EQ(pool.op(Call("size", {open, n})), Op::Subscript);
  known.emplace_back(n, 1);
  EXPECT_EQ(Call("size", {open, n}), Int(2));
  EXPECT_EQ(Call("size", {open, Int(3)}), kError);
  EXPECT_EQ(SaidCode(), "index-bounds");
}

TEST_F(TypingTest, ConversionsOfDimensions) {
  const ExprId x = Real();
  const ExprId column = Real({3, 1});
  EXPECT_EQ(Call("scalar", {Array({Array({x})})}), x);
  EXPECT_EQ(Call("scalar", {Real({2})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(pool.op(Call("scalar", {Real({-1})})), Op::Scalar);
  EXPECT_EQ(Call("vector", {x}), Array({x}));
  EXPECT_EQ(Call("vector", {column}), At(column, {pool.Colon(), Int(1)}));
  EXPECT_EQ(TypeOf(Call("vector", {Real({1, 1})})), "Real[1]");
  EXPECT_EQ(TypeOf(Call("vector", {Real({-1, -1})})), "Real[:]");
  EXPECT_EQ(Call("vector", {Real({2, 2})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("matrix", {x}), Array({Array({x})}));
  EXPECT_EQ(TypeOf(Call("matrix", {Real({3})})), "Real[3, 1]");
  EXPECT_EQ(TypeOf(Call("matrix", {Real({3, 2, 1})})), "Real[3, 2]");
  EXPECT_EQ(TypeOf(Call("promote", {Real({3}), Int(3)})), "Real[3, 1, 1]");
  EXPECT_EQ(Call("promote", {Real({3}), Int(0)}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
}

TEST_F(TypingTest, ConstructorFunctions) {
  const ExprId n = Integer();
  EXPECT_EQ(TypeOf(Call("zeros", {Int(2), Int(3)})), "Integer[2, 3]");
  EXPECT_EQ(pool.operand(Call("ones", {Int(2)}), 0), Int(1));
  EXPECT_EQ(TypeOf(Call("fill", {Text("a"), n, Int(2)})), "String[:, 2]");
  EXPECT_EQ(TypeOf(Call("fill", {Real({3}), Int(2)})), "Real[2, 3]");
  EXPECT_EQ(TypeOf(Call("identity", {Int(3)})), "Integer[3, 3]");
  EXPECT_EQ(TypeOf(Call("diagonal", {Real({2})})), "Real[2, 2]");
  EXPECT_EQ(TypeOf(Call("linspace", {Int(0), Int(1), Int(11)})), "Real[11]");
  known.emplace_back(n, 4);
  EXPECT_EQ(Call("zeros", {n}), Call("zeros", {Int(4)}));
  EXPECT_EQ(Call("zeros", {pool.Neg(Int(1))}), kError);
  EXPECT_EQ(SaidCode(), "negative-array-size");
  EXPECT_EQ(Call("fill", {Int(1), Real()}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("linspace", {Int(0), Int(1), Int(1)}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("array", {Int(1), Int(2)}), Ints({1, 2}));
}

TEST_F(TypingTest, MatrixAlgebra) {
  EXPECT_EQ(TypeOf(Call("transpose", {Var(Kind::Record, {2, 3}, 1)})), "RealPoint[3, 2]");
  EXPECT_EQ(TypeOf(Call("outerProduct", {Real({2}), Real({3})})), "Real[2, 3]");
  EXPECT_EQ(TypeOf(Call("symmetric", {Real({2, 2})})), "Real[2, 2]");
  EXPECT_EQ(TypeOf(Call("cross", {Real({3}), Real({-1})})), "Real[3]");
  EXPECT_EQ(TypeOf(Call("skew", {Real({3})})), "Real[3, 3]");
  EXPECT_EQ(TypeOf(Call("sum", {Integer({2, 2})})), "Integer");
  EXPECT_EQ(TypeOf(Call("product", {Real({2})})), "Real");
  EXPECT_EQ(Call("cross", {Real({3}), Real({2})}), kError);
  EXPECT_EQ(Said(),
            "builtin-argument-type: argument 2 of `cross` must be a vector of 3 numbers, not Real[2]");
  EXPECT_EQ(Call("symmetric", {Real({2, 3})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("transpose", {Real({3})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
}

}  // namespace
}  // namespace kerf::modelica
