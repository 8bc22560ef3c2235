// Expressions: numbers, choices, arrays, comprehensions, texts.
#include "fixture.h"

#include <cmath>
#include <limits>

namespace kerf::flat {

namespace {

using InterpretExprTest = InterpretTest;

TEST_F(InterpretExprTest, IntegersStayIntegersAndDivisionIsReal) {
  EXPECT_EQ(Show(Make(Op::Add, Kind::Integer, {Int(2), Int(3)})), "5");
  EXPECT_EQ(interpreter.Evaluate(Make(Op::Add, Kind::Integer, {Int(2), Int(3)}))->kind, Kind::Integer);
  EXPECT_EQ(interpreter.Evaluate(Make(Op::Add, Kind::Real, {Int(2), Num(3)}))->kind, Kind::Real);
  EXPECT_EQ(Show(Make(Op::Div, Kind::Real, {Int(1), Int(4)})), "0.25");
  EXPECT_EQ(Show(Make(Op::Div, Kind::Real, {Int(1), Int(0)})), "error: division by zero in 1/0");
  const int64_t greatest = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Show(Make(Op::Add, Kind::Integer, {Int(greatest), Int(1)})),
            "error: Integer overflow in 9223372036854775807 + 1");
}

TEST_F(InterpretExprTest, DivisionOfNegativeNumbers) {
  const auto of = [&](Op op, int64_t x, int64_t y) {
    return Show(Make(op, Kind::Integer, {Int(x), Int(y)}));
  };
  EXPECT_EQ(of(Op::Quotient, -7, 2), "-3");
  EXPECT_EQ(of(Op::Remainder, -7, 2), "-1");
  EXPECT_EQ(of(Op::Mod, -7, 2), "1");
  EXPECT_EQ(of(Op::Mod, 7, -2), "-1");
  EXPECT_EQ(of(Op::Mod, std::numeric_limits<int64_t>::min(), -1), "0");
  EXPECT_EQ(of(Op::Quotient, 1, 0), "error: division by zero in div(1, 0)");
  const auto real = [&](Op op, double x, double y) {
    return interpreter.Evaluate(Make(op, Kind::Real, {Num(x), Num(y)}))->real;
  };
  EXPECT_NEAR(real(Op::Mod, 3, 1.4), 0.2, 1e-15);
  EXPECT_NEAR(real(Op::Mod, -3, 1.4), 1.2, 1e-15);
  EXPECT_NEAR(real(Op::Mod, 3, -1.4), -1.2, 1e-15);
  EXPECT_NEAR(real(Op::Remainder, -3, 1.4), -0.2, 1e-15);
  EXPECT_EQ(real(Op::Quotient, -3, 1.4), -2);
  EXPECT_EQ(Show(Make(Op::IntegerPart, Kind::Integer, {Num(-1.5)})), "-2");
  const auto sign = interpreter.Evaluate(Make(Op::Sign, Kind::Integer, {Reals({-1.5, 0, 2})}, {3}));
  EXPECT_EQ(sign, Value::IntegerVector(std::vector<int64_t>{-1, 0, 1}));
}

TEST_F(InterpretExprTest, PowersAndDomains) {
  const auto power = [&](ExprId x, ExprId y) { return Show(Make(Op::Pow, Kind::Real, {x, y})); };
  EXPECT_EQ(power(Num(-2), Int(3)), "-8");
  EXPECT_EQ(power(Num(0), Int(0)), "1");
  EXPECT_EQ(power(Num(0), Int(-1)), "error: 0^-1 is not defined");
  EXPECT_EQ(power(Num(-8), Num(0.5)), "error: -8^0.5 is not defined");
  EXPECT_EQ(Show(Make(Op::Sqrt, Kind::Real, {Num(-1)})), "error: sqrt(-1) is not defined");
  EXPECT_EQ(Show(Make(Op::Log, Kind::Real, {Num(0)})), "error: log(0) is not defined");
}

TEST_F(InterpretExprTest, OnlyTheNeededBranchIsEvaluated) {
  const ExprId bad = Make(Op::Quotient, Kind::Integer, {Int(1), Int(0)});
  const ExprId yes = Make(Op::Less, Kind::Boolean, {Int(1), Int(2)});
  const ExprId no = Make(Op::Less, Kind::Boolean, {Int(2), Int(1)});
  const ExprId bad_condition = Make(Op::Less, Kind::Boolean, {bad, Int(1)});
  EXPECT_EQ(Show(Make(Op::If, Kind::Integer, {yes, Int(5), bad})), "5");
  EXPECT_EQ(Show(Make(Op::And, Kind::Boolean, {no, bad_condition})), "false");
  EXPECT_EQ(Show(Make(Op::Or, Kind::Boolean, {yes, bad_condition})), "true");
  EXPECT_EQ(Show(Make(Op::And, Kind::Boolean, {yes, bad_condition})), "error: division by zero in div(1, 0)");
}

TEST_F(InterpretExprTest, WhatBelongsToTheRunIsUnknown) {
  EXPECT_EQ(Show(pool.Time()), "unknown: time has a value only during the simulation");
  const ExprId x = pool.Var(VarId{uint32_t{7}});
  EXPECT_EQ(Show(pool.Add(Num(1), x)), "unknown: a variable has no value");
  EXPECT_EQ(interpreter.error().var, VarId{uint32_t{7}});
  vars.values[7] = Value::Real(2);
  EXPECT_EQ(Show(pool.Add(Num(1), x)), "3");
  EXPECT_EQ(Show(Make(Op::Homotopy, Kind::Real, {Num(1), pool.Time()})), "1");
  EXPECT_EQ(Show(Make(Op::Smooth, Kind::Real, {Int(0), Num(4)})), "4");
  EXPECT_EQ(Show(Make(Op::SemiLinear, Kind::Real, {Num(-2), pool.Time(), Num(3)})), "-6");
}

// A size that the type knows needs no value.
TEST_F(InterpretExprTest, SizeOfAnUnknownVariable) {
  const ExprId x = pool.Var(VarId{uint32_t{1}}, TypeOf(Kind::Real, {3, 4}));
  EXPECT_EQ(Show(Make(Op::Size, Kind::Integer, {x, Int(2)})), "4");
  EXPECT_EQ(Show(Make(Op::Size, Kind::Integer, {x}, {2})), "{3, 4}");
  EXPECT_EQ(Show(Make(Op::Size, Kind::Integer, {Reals({1}), Int(2)})),
            "error: size: the array has no dimension 2");
}

TEST_F(InterpretExprTest, ProductsOfArrays) {
  const ExprId a = Matrix({{1, 2}, {3, 4}});
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {a, a}, {2, 2})), "{{7, 10}, {15, 22}}");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {a, Reals({1, 1})}, {2})), "{3, 7}");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {Reals({1, 1}), a}, {2})), "{4, 6}");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {Reals({1, 2}), Reals({3, 4})})), "11");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {Num(2), a}, {2, 2})), "{{2, 4}, {6, 8}}");
  EXPECT_EQ(Show(Make(Op::Pow, Kind::Real, {a, Int(3)}, {2, 2})), "{{37, 54}, {81, 118}}");
  EXPECT_EQ(Show(Make(Op::Pow, Kind::Real, {a, Int(0)}, {2, 2})), "{{1, 0}, {0, 1}}");
  EXPECT_EQ(Show(Make(Op::ElementMul, Kind::Real, {a, a}, {2, 2})), "{{1, 4}, {9, 16}}");
  EXPECT_EQ(Show(Make(Op::ElementSub, Kind::Integer, {Int(1), Ints({1, 2})}, {2})), "{0, -1}");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {a, Reals({1, 2, 3})}, {2})),
            "error: sizes [2, 2] and [3] do not fit in a product");
  EXPECT_EQ(Show(Make(Op::Add, Kind::Real, {Reals({1}), Reals({1, 2})}, {2})),
            "error: sizes [1] and [2] do not fit in operator +");
}

TEST_F(InterpretExprTest, ArraysWithoutElements) {
  const ExprId none = Make(Op::Array, Kind::Real, {}, {0});
  const ExprId tall = Make(Op::Fill, Kind::Real, {Num(0), Int(3), Int(0)}, {3, 0});
  const ExprId wide = Make(Op::Fill, Kind::Real, {Num(0), Int(0), Int(2)}, {0, 2});
  EXPECT_EQ(Show(Make(Op::Sum, Kind::Real, {none})), "0");
  EXPECT_EQ(Show(Make(Op::Product, Kind::Real, {none})), "1");
  EXPECT_EQ(interpreter.Evaluate(Make(Op::MinElement, Kind::Real, {none}))->real,
            std::numeric_limits<double>::max());
  EXPECT_EQ(interpreter.Evaluate(Make(Op::MaxElement, Kind::Real, {none}))->real,
            std::numeric_limits<double>::lowest());
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {tall, wide}, {3, 2})), "{{0, 0}, {0, 0}, {0, 0}}");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {wide, Matrix({{1}, {2}})}, {0, 1})), "fill(0.0, 0, 1)");
  EXPECT_EQ(Show(Make(Op::Add, Kind::Real, {tall, tall}, {3, 0})), "fill(0.0, 3, 0)");
  EXPECT_EQ(Show(Make(Op::Transpose, Kind::Real, {tall}, {0, 3})), "fill(0.0, 0, 3)");
  EXPECT_EQ(Show(Make(Op::Cat, Kind::Real, {Int(1), none, Reals({4})}, {1})), "{4}");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {tall, Int(2), pool.Colon()}, {0})), "fill(0.0, 0)");
}

TEST_F(InterpretExprTest, Subscripts) {
  const ExprId a = Matrix({{1, 2, 3}, {4, 5, 6}});
  const ExprId all = pool.Colon();
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {a, Int(2), Int(3)})), "6");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {a, all, Int(2)}, {2})), "{2, 5}");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {a, Int(2)}, {3})), "{4, 5, 6}");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {a, all, Ints({3, 1})}, {2, 2})), "{{3, 1}, {6, 4}}");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {a, Ints({1}), all}, {1, 3})), "{{1, 2, 3}}");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {a, Int(1), Int(4)})),
            "error: subscript 4 of dimension 2 is outside 1:3");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {Reals({7, 8}), pool.Boolean(true)})), "8");
}

TEST_F(InterpretExprTest, ElementsThatAreNotChosenNeedNoValue) {
  const ExprId parts = pool.Make(Op::Array, {Num(1), pool.Time()});
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {parts, Int(1)})), "1");
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Real, {parts, Int(3)})),
            "unknown: time has a value only during the simulation");
}

TEST_F(InterpretExprTest, ArrayFunctions) {
  EXPECT_EQ(Show(Make(Op::Identity, Kind::Integer, {Int(2)}, {2, 2})), "{{1, 0}, {0, 1}}");
  EXPECT_EQ(Show(Make(Op::Diagonal, Kind::Integer, {Ints({1, 2})}, {2, 2})), "{{1, 0}, {0, 2}}");
  EXPECT_EQ(Show(Make(Op::Linspace, Kind::Real, {Num(0), Num(1), Int(3)}, {3})), "{0, 0.5, 1}");
  EXPECT_EQ(Show(Make(Op::Cross, Kind::Integer, {Ints({1, 2, 3}), Ints({4, 5, 6})}, {3})), "{-3, 6, -3}");
  EXPECT_EQ(Show(Make(Op::Skew, Kind::Integer, {Ints({1, 2, 3})}, {3, 3})),
            "{{0, -3, 2}, {3, 0, -1}, {-2, 1, 0}}");
  EXPECT_EQ(Show(Make(Op::OuterProduct, Kind::Integer, {Ints({1, 2}), Ints({3, 4})}, {2, 2})),
            "{{3, 4}, {6, 8}}");
  EXPECT_EQ(Show(Make(Op::Symmetric, Kind::Real, {Matrix({{1, 2}, {3, 4}})}, {2, 2})), "{{1, 2}, {2, 4}}");
  EXPECT_EQ(Show(Make(Op::Cat, Kind::Real, {Int(2), Matrix({{1}, {2}}), Matrix({{3, 4}, {5, 6}})}, {2, 3})),
            "{{1, 3, 4}, {2, 5, 6}}");
  EXPECT_EQ(Show(Make(Op::Promote, Kind::Integer, {Ints({1, 2}), Int(2)}, {2, 1})), "{{1}, {2}}");
  EXPECT_EQ(Show(Make(Op::Scalar, Kind::Real, {Matrix({{5}})})), "5");
  EXPECT_EQ(Show(Make(Op::Vector, Kind::Real, {Matrix({{1, 2}})}, {2})), "{1, 2}");
  EXPECT_EQ(Show(Make(Op::Vector, Kind::Real, {Matrix({{1, 2}, {3, 4}})}, {4})),
            "error: vector cannot take an argument of size [2, 2]");
  EXPECT_EQ(Show(Make(Op::Matrix, Kind::Integer, {Ints({1, 2})}, {2, 1})), "{{1}, {2}}");
  EXPECT_EQ(Show(Make(Op::Fill, Kind::Integer, {Ints({1, 2}), Int(2)}, {2, 2})), "{{1, 2}, {1, 2}}");
  EXPECT_EQ(Show(Make(Op::Fill, Kind::Integer, {Int(1), Int(-1)}, {-1})),
            "error: an array cannot have size -1");
}

TEST_F(InterpretExprTest, Ranges) {
  const auto real = [&](double first, double step, double last) {
    return Show(Make(Op::Range, Kind::Real, {Num(first), Num(step), Num(last)}, {-1}));
  };
  EXPECT_EQ(Show(Make(Op::Range, Kind::Integer, {Int(5), Int(-2), Int(0)}, {-1})), "{5, 3, 1}");
  EXPECT_EQ(Show(Range(1, 0)), "fill(0, 0)");
  EXPECT_EQ(real(2.7, 1, 6.8), "{2.7, 3.7, 4.7, 5.7, 6.7}");
  EXPECT_EQ(real(1, -1, 2), "fill(0.0, 0)");
  EXPECT_EQ(Show(Make(Op::Range, Kind::Integer, {Int(1), Int(0), Int(2)}, {-1})),
            "error: the step of a range is 0");
  EXPECT_EQ(Show(Make(Op::Range, Kind::Boolean, {pool.Boolean(false), pool.Boolean(true)}, {2})),
            "{false, true}");
}

// {i - j for i in 1:2, j in 1:3}: the last iterator is the outermost.
TEST_F(InterpretExprTest, Comprehensions) {
  const ExprId i = Iter(0, "i");
  const ExprId j = Iter(1, "j");
  const ExprId body = Make(Op::Sub, Kind::Integer, {i, j});
  EXPECT_EQ(Show(Make(Op::ArrayOf, Kind::Integer, {body, i, Range(1, 2), j, Range(1, 3)}, {3, 2})),
            "{{0, 1}, {-1, 0}, {-2, -1}}");
  EXPECT_EQ(Show(Make(Op::SumOf, Kind::Integer,
                      {i, i, Make(Op::Range, Kind::Integer, {Int(1), Int(1), j}, {-1}), j, Range(1, 3)})),
            "10");
  EXPECT_EQ(Show(Make(Op::ProductOf, Kind::Integer, {i, i, Ints({2, 3, 7})})), "42");
  EXPECT_EQ(Show(Make(Op::MinOf, Kind::Integer, {i, i, Ints({2, -3, 7})})), "-3");
  EXPECT_EQ(Show(Make(Op::SumOf, Kind::Real, {i, i, Range(1, 0)})), "0");
  EXPECT_EQ(Show(Make(Op::ArrayOf, Kind::Real, {Reals({1, 2}), i, Range(1, 2)}, {2, 2})), "{{1, 2}, {1, 2}}");
  EXPECT_EQ(Show(i), "unknown: the iterator i has no value");
  const IteratorValue given{0, world.names.Intern("i"), Value::Integer(9)};
  EXPECT_EQ(interpreter.Evaluate(i, {&given, 1}), Value::Integer(9));
}

TEST_F(InterpretExprTest, ValuesAsText) {
  world.enumerations.push_back(
      {world.names.Intern("Colour"), {world.names.Intern("red"), world.names.Intern("green")}});
  const auto text = [&](const std::vector<ExprId>& operands) {
    return Show(Make(Op::ToText, Kind::Text, operands));
  };
  EXPECT_EQ(text({Num(12.3456789)}), "\"12.3457\"");
  EXPECT_EQ(text({Num(1.23456e-10)}), "\"1.23456e-10\"");
  EXPECT_EQ(text({Num(3.14159265), Int(3), Int(6), pool.Boolean(false)}), "\"  3.14\"");
  EXPECT_EQ(text({Int(42), Int(5), pool.Boolean(true)}), "\"42   \"");
  EXPECT_EQ(text({Int(42), Str("05d")}), "\"00042\"");
  EXPECT_EQ(text({Num(1.5), Str(".3f")}), "\"1.500\"");
  EXPECT_EQ(text({Int(4), Str(".2f")}), "\"4.00\"");
  EXPECT_EQ(text({Num(1.5), Str("s")}), "error: \"s\" is no format of a number");
  EXPECT_EQ(text({Num(1.5), Str("*d")}), "error: \"*d\" is no format of a number");
  EXPECT_EQ(text({pool.Boolean(true)}), "\"true\"");
  EXPECT_EQ(text({pool.Literal(0, 2)}), "\"green\"");
  EXPECT_EQ(Show(pool.Literal(0, 2)), "Colour.green");
  EXPECT_EQ(Show(Make(Op::Concatenate, Kind::Text, {Str("a\""), Str("b")})), "\"a\\\"b\"");
  EXPECT_EQ(Show(pool.Typed(Op::ToEnumeration, {Kind::Enumeration, expr::kScalar, 0}, {Int(3)})),
            "error: 3 is no literal of Colour, which has 2");
  EXPECT_EQ(Show(Make(Op::ToInteger, Kind::Integer, {pool.Literal(0, 2)})), "2");
}

TEST_F(InterpretExprTest, LongChainsDoNotNest) {
  ExprId sum = Int(0);
  for (int k = 1; k <= 100'000; ++k) sum = Make(Op::Add, Kind::Integer, {sum, Int(k)});
  EXPECT_EQ(Show(sum), "5000050000");
  ExprId choice = Int(-1);
  const ExprId n = pool.Var(VarId{uint32_t{0}}, TypeOf(Kind::Integer));
  vars.values[0] = Value::Integer(0);
  for (int k = 100'000; k > 0; --k) {
    choice = Make(Op::If, Kind::Integer, {Make(Op::Equal, Kind::Boolean, {n, Int(k)}), Int(k), choice});
  }
  EXPECT_EQ(Show(choice), "-1");
}

TEST_F(InterpretExprTest, DeepNestingIsAnErrorAndNoCrash) {
  ExprId nested = Num(1);
  for (int k = 0; k < 200'000; ++k) nested = Make(Op::Sin, Kind::Real, {nested});
  EXPECT_EQ(Show(nested), "error: expressions or calls are nested too deeply");
}

TEST_F(InterpretExprTest, LiteralsGiveTheirValueAgain) {
  world.records.push_back({world.names.Intern("R"),
                           {{world.names.Intern("x"), TypeOf(Kind::Real)},
                            {world.names.Intern("n"), TypeOf(Kind::Integer, {2})}}});
  const Value record = Value::Record(0, {Value::Real(1.5), Value::IntegerVector(std::vector<int64_t>{1, 2})});
  const Value records = Value::Array(Kind::Record, 0, {2}, {record, record});
  const Value empty = Value::Array(Kind::Text, 0, {2, 0, 3}, {});
  const Value odd = Value::RealVector(std::vector<double>{std::nan(""), INFINITY, -0.5});
  for (const Value& value : {record, records, empty, odd, Value::Text("a\nb"), Value::Boolean(true)}) {
    EXPECT_EQ(interpreter.Evaluate(ToExpr(value, world)), value) << ValueText(value, world);
    EXPECT_EQ(pool.shapes().rank(pool.type(ToExpr(value, world)).shape), value.dims().size());
  }
  EXPECT_EQ(ValueText(records, world), "{R(x = 1.5, n = {1, 2}), R(x = 1.5, n = {1, 2})}");
  EXPECT_EQ(ValueText(empty, world), "fill(\"\", 2, 0, 3)");
  const ExprId field = Make(Op::Field, Kind::Integer, {ToExpr(records, world), Int(1)}, {2, 2});
  EXPECT_EQ(Show(field), "{{1, 2}, {1, 2}}");
  const ExprId columns =
      pool.Typed(Op::Record, TypeOf(Kind::Record, {2}, 0), {Reals({1, 2}), Matrix({{3, 4}, {5, 6}})});
  EXPECT_EQ(Show(Make(Op::Subscript, Kind::Record, {columns, Int(2)})), "R(x = 2, n = {5, 6})");
}

TEST_F(InterpretExprTest, CopiesDoNotSeeEachOthersChanges) {
  Value first = Value::IntegerVector(std::vector<int64_t>{1, 2});
  const Value second = first;
  first.MutableElements()[0] = Value::Integer(7);
  EXPECT_EQ(ValueText(first, world), "{7, 2}");
  EXPECT_EQ(ValueText(second, world), "{1, 2}");
}

}  // namespace

}  // namespace kerf::flat
