// Operators, conversions and records.
#include "typing_fixture.h"

namespace kerf::modelica {
namespace {

TEST_F(TypingTest, SumsOfScalarsKeepIntegerAndMixToReal) {
  const ExprId i = Integer();
  const ExprId r = Real();
  EXPECT_EQ(TypeOf(Bin(TokenKind::Plus, i, i)), "Integer");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Minus, i, r)), "Real");
  EXPECT_EQ(pool.op(Bin(TokenKind::Plus, i, r)), Op::Add);
  EXPECT_EQ(Bin(TokenKind::Plus, r, Int(0)), r);
  EXPECT_EQ(Said(), "0 diagnostics");
}

TEST_F(TypingTest, RulesOfThePoolDoNotChangeTheKind) {
  const ExprId i = Integer();
  EXPECT_EQ(Bin(TokenKind::Star, Int(0), Real()), pool.Real(0));
  EXPECT_EQ(TypeOf(Bin(TokenKind::Plus, i, pool.Real(0))), "Real");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Slash, i, Int(1))), "Real");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Caret, i, Int(1))), "Real");
  EXPECT_EQ(Bin(TokenKind::Star, i, Int(1)), i);
}

TEST_F(TypingTest, ArraysAddOnlyWithEqualSizes) {
  EXPECT_EQ(TypeOf(Bin(TokenKind::Plus, Real({3}), Integer({3}))), "Real[3]");
  EXPECT_EQ(Bin(TokenKind::Plus, Real({3}), Real({2})), kError);
  EXPECT_EQ(Said(), "operand-types: `+` does not work on Real[3] and Real[2]");
  EXPECT_EQ(Bin(TokenKind::Minus, Real({3}), Real()), kError);
  EXPECT_EQ(Said(), "operand-types: `-` does not work on Real[3] and Real");
  EXPECT_EQ(Bin(TokenKind::Plus, Boolean(), Real()), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
}

TEST_F(TypingTest, ErrorsSwallowTheirUsers) {
  EXPECT_EQ(Bin(TokenKind::Plus, kError, Text("a")), kError);
  EXPECT_EQ(typing.Unary(TokenKind::Not, kError, {}), kError);
  EXPECT_EQ(Call("sin", {kError}), kError);
  EXPECT_EQ(Array({Int(1), kError}), kError);
  EXPECT_EQ(At(kError, {Int(1)}), kError);
  EXPECT_EQ(Said(), "0 diagnostics");
}

TEST_F(TypingTest, OpenSizesFitAnySize) {
  const ExprId open = Real({-1});
  EXPECT_EQ(TypeOf(Bin(TokenKind::Plus, open, Real({3}))), "Real[3]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Plus, open, open)), "Real[:]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Real({4, -1}), Real({3, 2}))), "Real[4, 2]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Real({-1, 3}), Real({3}))), "Real[:]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Caret, Real({-1, 3}), Int(2))), "Real[3, 3]");
}

TEST_F(TypingTest, ProductsFollowLinearAlgebra) {
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Real({3}), Real({3}))), "Real");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Real({2, 3}), Real({3}))), "Real[2]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Real({2}), Real({2, 3}))), "Real[3]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Integer({2, 3}), Integer({3, 4}))), "Integer[2, 4]");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Star, Real(), Integer({2, 3, 4}))), "Real[2, 3, 4]");
  EXPECT_EQ(Bin(TokenKind::Star, Real({2, 3}), Real({2})), kError);
  EXPECT_EQ(Said(), "operand-types: `*` does not work on Real[2, 3] and Real[2]");
  EXPECT_EQ(Bin(TokenKind::Star, Real({2, 3, 4}), Real({4})), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
}

TEST_F(TypingTest, QuotientsAndPowers) {
  EXPECT_EQ(TypeOf(Bin(TokenKind::Slash, Integer(), Integer())), "Real");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Slash, Integer({2}), Integer())), "Real[2]");
  EXPECT_EQ(Bin(TokenKind::Slash, Real(), Real({2})), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Caret, Integer(), Integer())), "Real");
  EXPECT_EQ(TypeOf(Bin(TokenKind::Caret, Integer({2, 2}), Integer())), "Integer[2, 2]");
  EXPECT_EQ(Bin(TokenKind::Caret, Real({2, 3}), Int(2)), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
  EXPECT_EQ(Bin(TokenKind::Caret, Real({2, 2}), Real()), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
}

TEST_F(TypingTest, ElementwiseOperatorsSpreadScalars) {
  const ExprId v = Real({3});
  EXPECT_EQ(TypeOf(Bin(TokenKind::DotPlus, v, Real())), "Real[3]");
  EXPECT_EQ(pool.op(Bin(TokenKind::DotPlus, v, Real())), Op::ElementAdd);
  EXPECT_EQ(pool.op(Bin(TokenKind::DotMinus, v, v)), Op::Sub);
  EXPECT_EQ(pool.op(Bin(TokenKind::DotStar, v, v)), Op::ElementMul);
  EXPECT_EQ(pool.op(Bin(TokenKind::DotStar, v, Real())), Op::Mul);
  EXPECT_EQ(TypeOf(Bin(TokenKind::DotSlash, Int(1), Integer({3}))), "Real[3]");
  EXPECT_EQ(pool.op(Bin(TokenKind::DotSlash, v, Real())), Op::Div);
  EXPECT_EQ(TypeOf(Bin(TokenKind::DotCaret, Integer({2, 3}), Int(2))), "Real[2, 3]");
  EXPECT_EQ(Bin(TokenKind::DotStar, v, Real({2})), kError);
  EXPECT_EQ(Said(), "operand-types: `.*` does not work on Real[3] and Real[2]");
}

TEST_F(TypingTest, TextsConcatenate) {
  EXPECT_EQ(pool.op(Bin(TokenKind::Plus, Text("a"), Text("b"))), Op::Concatenate);
  EXPECT_EQ(TypeOf(Bin(TokenKind::Plus, Var(Kind::Text, {2}), Var(Kind::Text, {2}))), "String[2]");
  EXPECT_EQ(Bin(TokenKind::Minus, Text("a"), Text("b")), kError);
  EXPECT_EQ(Said(), "operand-types: `-` does not work on String and String");
}

TEST_F(TypingTest, RelationsCompareScalarsOfOneType) {
  const ExprId red = pool.Literal(0, 1);
  EXPECT_EQ(TypeOf(Bin(TokenKind::Less, Integer(), Real())), "Boolean");
  EXPECT_EQ(TypeOf(Bin(TokenKind::EqualEqual, Text("a"), Var(Kind::Text))), "Boolean");
  EXPECT_EQ(TypeOf(Bin(TokenKind::GreaterEqual, red, Var(Kind::Enumeration))), "Boolean");
  EXPECT_EQ(TypeOf(Bin(TokenKind::NotEqual, Boolean(), Boolean())), "Boolean");
  EXPECT_EQ(Bin(TokenKind::EqualEqual, red, pool.Literal(1, 1)), kError);
  EXPECT_EQ(Said(), "operand-types: `==` does not work on Colour and Shape");
  EXPECT_EQ(Bin(TokenKind::Less, Real({2}), Real({2})), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
  EXPECT_EQ(Bin(TokenKind::EqualEqual, red, Int(1)), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
}

TEST_F(TypingTest, LogicWorksOnBooleansOfOneShape) {
  const ExprId b = Boolean();
  EXPECT_EQ(Bin(TokenKind::And, b, pool.Boolean(true)), b);
  EXPECT_EQ(TypeOf(Bin(TokenKind::Or, Boolean({2}), Boolean({2}))), "Boolean[2]");
  EXPECT_EQ(TypeOf(typing.Unary(TokenKind::Not, Boolean({2}), {})), "Boolean[2]");
  EXPECT_EQ(Bin(TokenKind::And, b, Boolean({2})), kError);
  EXPECT_EQ(SaidCode(), "operand-types");
  EXPECT_EQ(typing.Unary(TokenKind::Not, Int(1), {}), kError);
  EXPECT_EQ(Said(), "operand-type: `not` does not work on Integer");
  EXPECT_EQ(typing.Unary(TokenKind::Minus, Text("a"), {}), kError);
  EXPECT_EQ(Said(), "operand-type: `-` does not work on String");
}

TEST_F(TypingTest, IfNeedsABooleanAndBranchesOfOneType) {
  const ExprId b = Boolean();
  EXPECT_EQ(TypeOf(typing.If(b, Int(1), Real(), {})), "Real");
  EXPECT_EQ(TypeOf(typing.If(b, Text("a"), Text("b"), {})), "String");
  EXPECT_EQ(TypeOf(typing.If(b, Real({-1}), Real({3}), {})), "Real[3]");
  EXPECT_EQ(typing.If(b, Real({2}), Real({3}), {}), kError);
  EXPECT_EQ(SaidCode(), "if-branch-types");
  EXPECT_EQ(typing.If(Int(1), Int(1), Int(2), {}), kError);
  EXPECT_EQ(SaidCode(), "if-condition-type");
  const ExprId three = Real({3});
  EXPECT_EQ(typing.If(pool.Boolean(false), Real({2}), three, {}), three);
  EXPECT_EQ(typing.If(pool.Boolean(true), Int(1), pool.Real(2), {}), pool.Real(1));
  EXPECT_EQ(Said(), "0 diagnostics");
}

TEST_F(TypingTest, ConvertsIntegersToReal) {
  const Type real = {};
  EXPECT_EQ(typing.TryConvert(Int(3), real), pool.Real(3));
  EXPECT_EQ(typing.TryConvert(pool.Neg(Int(3)), real), pool.Neg(pool.Real(3)));
  const ExprId i = Integer();
  EXPECT_EQ(pool.op(*typing.TryConvert(i, real)), Op::ToReal);
  const Type vector = {Kind::Real, pool.shapes().Make(std::vector<int32_t>{-1}), 0};
  EXPECT_EQ(typing.TryConvert(Ints({1, 2}), vector), Array({pool.Real(1), pool.Real(2)}));
  EXPECT_EQ(typing.TryConvert(Real(), Type{Kind::Integer}), std::nullopt);
  EXPECT_EQ(typing.TryConvert(Real({2}), real), std::nullopt);
  EXPECT_EQ(typing.TryConvert(pool.Literal(0, 1), Type{Kind::Enumeration, expr::kScalar, 1}), std::nullopt);
  EXPECT_EQ(Said(), "0 diagnostics");
}

TEST_F(TypingTest, UnifiesTwoOperands) {
  ExprId x = Int(1);
  ExprId y = Real();
  EXPECT_TRUE(typing.TryUnify(x, y));
  EXPECT_EQ(x, pool.Real(1));
  x = Text("a");
  EXPECT_FALSE(typing.TryUnify(x, y));
  EXPECT_EQ(x, Text("a"));
}

TEST_F(TypingTest, FieldsOfConstructorsFold) {
  const ExprId r = Real();
  const ExprId point = typing.MakeRecord(0, std::vector<ExprId>{r, Int(2)});
  EXPECT_EQ(TypeOf(point), "Point");
  EXPECT_EQ(typing.Field(point, 0), r);
  const ExprId points = Array({point, typing.MakeRecord(0, std::vector<ExprId>{Int(1), Int(5)})});
  EXPECT_EQ(typing.Field(points, 1), Ints({2, 5}));
  EXPECT_EQ(typing.Field(points, 0), Array({r, pool.Real(1)}));
}

TEST_F(TypingTest, FieldsOfVariablesStay) {
  const ExprId array = Var(Kind::Record, {3});
  EXPECT_EQ(TypeOf(typing.Field(array, 1)), "Integer[3]");
  const ExprId record = Var(Kind::Record);
  EXPECT_EQ(TypeOf(typing.Field(record, 0)), "Real");
  const std::vector<ExprId> fields = {typing.Field(record, 0), typing.Field(record, 1)};
  EXPECT_EQ(typing.MakeRecord(0, fields), record);
  EXPECT_EQ(typing.Field(Call("fill", {record, Int(2)}), 1), Call("fill", {typing.Field(record, 1), Int(2)}));
}

TEST_F(TypingTest, RecordsConvertByTheirFields) {
  const ExprId point = Var(Kind::Record);
  const auto converted = typing.TryConvert(point, Type{Kind::Record, expr::kScalar, 1});
  ASSERT_TRUE(converted);
  EXPECT_EQ(TypeOf(*converted), "RealPoint");
  // The fields of the other record stand in another order.
  EXPECT_EQ(typing.Field(*converted, 1), typing.Field(point, 0));
  EXPECT_EQ(TypeOf(typing.Field(*converted, 0)), "Real");
  EXPECT_EQ(typing.TryConvert(point, Type{Kind::Record, expr::kScalar, 2}), std::nullopt);
  EXPECT_EQ(Array({point, Var(Kind::Record, {}, 2)}), kError);
  EXPECT_EQ(SaidCode(), "array-element-types");
}

}  // namespace
}  // namespace kerf::modelica
