// Constructors, joins, ranges, subscripts and reductions.
#include "typing_fixture.h"

namespace kerf::modelica {
namespace {

TEST_F(TypingTest, ArrayConstructorsUnifyTheirElements) {
  EXPECT_EQ(TypeOf(Ints({1, 2, 3})), "Integer[3]");
  EXPECT_EQ(Array({Int(1), pool.Real(2.5)}), Array({pool.Real(1), pool.Real(2.5)}));
  EXPECT_EQ(TypeOf(Array({Ints({1, 2}), Real({2})})), "Real[2, 2]");
  EXPECT_EQ(TypeOf(Array({Real({-1}), Real({4})})), "Real[2, 4]");
  EXPECT_EQ(TypeOf(Array({pool.Literal(0, 1), pool.Literal(0, 3)})), "Colour[2]");
  EXPECT_EQ(Array({Int(1), Text("a")}), kError);
  EXPECT_EQ(
      Said(),
      "array-element-types: element 2 of this array has type String, which does not fit Integer before it");
  EXPECT_EQ(Array({Real({2}), Real({3})}), kError);
  EXPECT_EQ(SaidCode(), "array-element-types");
  EXPECT_EQ(Array({}), kError);
  EXPECT_EQ(SaidCode(), "empty-array-constructor");
}

TEST_F(TypingTest, MatricesOfScalarsAreNestedArrays) {
  const ExprId matrix = typing.Matrix({{Int(1), Int(2)}, {Int(3), Int(4)}}, {});
  EXPECT_EQ(matrix, Array({Ints({1, 2}), Ints({3, 4})}));
  EXPECT_EQ(TypeOf(typing.Matrix({{Text("a"), Text("b")}}, {})), "String[1, 2]");
  EXPECT_EQ(typing.Matrix({{Int(1), Int(2)}, {Int(3)}}, {}), kError);
  EXPECT_EQ(Said(),
            "concatenation-types: values of types Integer[1, 2] and Integer[1, 1] cannot be joined along "
            "dimension 1");
}

TEST_F(TypingTest, MatricesPromoteAndJoin) {
  const ExprId v = Real({3});
  EXPECT_EQ(TypeOf(typing.Matrix({{v}}, {})), "Real[3, 1]");
  EXPECT_EQ(TypeOf(typing.Matrix({{v, v}}, {})), "Real[3, 2]");
  EXPECT_EQ(TypeOf(typing.Matrix({{v}, {v}}, {})), "Real[6, 1]");
  EXPECT_EQ(TypeOf(typing.Matrix({{Real({2, 3}), Integer({2, 1})}, {Integer({1, 4})}}, {})), "Real[3, 4]");
  EXPECT_EQ(TypeOf(typing.Matrix({{Real({2, 3, 4})}, {Real({1, 3, 4})}}, {})), "Real[3, 3, 4]");
  EXPECT_EQ(TypeOf(typing.Matrix({{Real({-1, 2})}, {Real({3, 2})}}, {})), "Real[:, 2]");
  const ExprId m = Real({2, 2});
  EXPECT_EQ(typing.Matrix({{m}}, {}), m);
  EXPECT_EQ(typing.Matrix({{v, Real({2})}}, {}), kError);
  EXPECT_EQ(SaidCode(), "concatenation-types");
}

TEST_F(TypingTest, CatJoinsAlongAnyDimension) {
  EXPECT_EQ(Call("cat", {Int(1), Ints({1, 2}), Ints({3})}), Ints({1, 2, 3}));
  EXPECT_EQ(TypeOf(Call("cat", {Int(2), Real({2, 3}), Integer({2, 4})})), "Real[2, 7]");
  EXPECT_EQ(TypeOf(Call("cat", {Int(1), Real({2}), Real({-1})})), "Real[:]");
  EXPECT_EQ(Call("cat", {Int(2), Real({2}), Real({2})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-type");
  EXPECT_EQ(Call("cat", {Integer(), Real({2}), Real({2})}), kError);
  EXPECT_EQ(SaidCode(), "builtin-argument-unknown");
  EXPECT_EQ(Call("cat", {Int(2), Real({2, 3}), Real({3, 3})}), kError);
  EXPECT_EQ(SaidCode(), "concatenation-types");
}

TEST_F(TypingTest, RangesKnowTheirLength) {
  const auto range = [&](ExprId start, ExprId step, ExprId stop) {
    return TypeOf(typing.Range(start, step, stop, {}));
  };
  const ExprId none;
  EXPECT_EQ(range(Int(1), none, Int(5)), "Integer[5]");
  EXPECT_EQ(range(Int(1), Int(2), Int(6)), "Integer[3]");
  EXPECT_EQ(range(Int(5), pool.Neg(Int(2)), Int(1)), "Integer[3]");
  EXPECT_EQ(range(Int(5), none, Int(1)), "Integer[0]");
  EXPECT_EQ(range(pool.Real(2.7), none, pool.Real(6.8)), "Real[5]");
  EXPECT_EQ(range(Int(0), pool.Real(0.5), Int(2)), "Real[5]");
  EXPECT_EQ(range(pool.Boolean(false), none, pool.Boolean(true)), "Boolean[2]");
  EXPECT_EQ(range(pool.Literal(0, 1), none, pool.Literal(0, 3)), "Colour[3]");
  const ExprId n = Integer();
  EXPECT_EQ(range(Int(1), none, n), "Integer[:]");
  known.emplace_back(n, 7);
  EXPECT_EQ(range(Int(1), none, n), "Integer[7]");
  EXPECT_EQ(Said(), "0 diagnostics");
}

TEST_F(TypingTest, RangesRejectWhatCannotBeCounted) {
  const ExprId none;
  EXPECT_EQ(typing.Range(Int(1), none, Text("a"), {}), kError);
  EXPECT_EQ(SaidCode(), "range-operands");
  EXPECT_EQ(typing.Range(Int(1), none, Real({2}), {}), kError);
  EXPECT_EQ(SaidCode(), "range-operands");
  EXPECT_EQ(typing.Range(pool.Literal(0, 1), Int(1), pool.Literal(0, 3), {}), kError);
  EXPECT_EQ(SaidCode(), "range-operands");
  EXPECT_EQ(typing.Range(Int(1), Int(0), Int(3), {}), kError);
  EXPECT_EQ(SaidCode(), "range-step-zero");
  EXPECT_EQ(typing.Range(Int(1), pool.Real(0), Int(3), {}), kError);
  EXPECT_EQ(SaidCode(), "range-step-zero");
}

TEST_F(TypingTest, SubscriptsSelectDimensions) {
  const ExprId a = Real({2, 3, 4});
  const ExprId two = typing.Range(Int(1), ExprId{}, Int(2), {});
  EXPECT_EQ(TypeOf(At(a, {Int(1), Int(2), Integer()})), "Real");
  EXPECT_EQ(TypeOf(At(a, {Int(1)})), "Real[3, 4]");
  EXPECT_EQ(TypeOf(At(a, {pool.Colon(), Int(1)})), "Real[2, 4]");
  EXPECT_EQ(TypeOf(At(a, {pool.Colon(), two, Ints({4, 1, 2})})), "Real[2, 2, 3]");
  EXPECT_EQ(TypeOf(At(a, {Integer({-1})})), "Real[:, 3, 4]");
  EXPECT_EQ(At(a, {pool.Colon(), pool.Colon()}), a);
  EXPECT_EQ(TypeOf(At(Var(Kind::Record, {3}, 1), {Int(2)})), "RealPoint");
  EXPECT_EQ(At(a, {pool.Literal(0, 2)}), At(a, {Int(2)}));
  EXPECT_EQ(At(a, {pool.Boolean(true)}), At(a, {Int(2)}));
  EXPECT_EQ(TypeOf(At(a, {Var(Kind::Enumeration)})), "Real[3, 4]");
}

TEST_F(TypingTest, SubscriptsAreChecked) {
  const ExprId a = Real({2, 3});
  EXPECT_EQ(At(a, {Int(1), Int(1), Int(1)}), kError);
  EXPECT_EQ(Said(), "index-rank: 3 subscripts are too many for Real[2, 3]");
  EXPECT_EQ(At(a, {Int(3)}), kError);
  EXPECT_EQ(Said(), "index-bounds: subscript 3 lies outside of 1 to 2");
  EXPECT_EQ(At(a, {Int(1), Int(0)}), kError);
  EXPECT_EQ(SaidCode(), "index-bounds");
  EXPECT_EQ(At(a, {typing.Range(Int(1), ExprId{}, Int(3), {})}), kError);
  EXPECT_EQ(Said(), "index-bounds: subscript 3 lies outside of 1 to 2");
  EXPECT_EQ(TypeOf(At(a, {typing.Range(Int(3), ExprId{}, Int(2), {})})), "Real[0, 3]");
  EXPECT_EQ(At(a, {Real()}), kError);
  EXPECT_EQ(SaidCode(), "index-type");
  EXPECT_EQ(At(a, {Integer({2, 2})}), kError);
  EXPECT_EQ(SaidCode(), "index-type");
  EXPECT_EQ(TypeOf(At(Real({-1}), {Int(9)})), "Real");
  // A long range is not written out.
  EXPECT_EQ(TypeOf(At(Real({-1}), {typing.Range(Int(1), ExprId{}, Int(2000000000), {})})),
            "Real[2000000000]");
}

TEST_F(TypingTest, ElementsOfConstructorsFold) {
  const ExprId x = Real();
  const ExprId y = Real();
  const ExprId v = Array({x, y});
  EXPECT_EQ(At(v, {Int(2)}), y);
  const ExprId m = Array({v, Array({y, x})});
  EXPECT_EQ(At(m, {Int(2), Int(1)}), y);
  EXPECT_EQ(At(m, {Int(1)}), v);
  EXPECT_EQ(At(m, {pool.Colon(), Int(1)}), v);
  EXPECT_EQ(At(v, {Ints({2, 1})}), Array({y, x}));
  EXPECT_EQ(At(v, {typing.Range(Int(2), ExprId{}, Int(2), {})}), Array({y}));
  EXPECT_EQ(pool.op(At(v, {Integer()})), Op::Subscript);
  const ExprId rows = Array({Real({3}), Real({3})});
  EXPECT_EQ(At(rows, {Int(2), Int(3)}), At(pool.operand(rows, 1), {Int(3)}));
}

TEST_F(TypingTest, ElementsOfRangesAndFillsFold) {
  const ExprId none;
  EXPECT_EQ(At(typing.Range(Int(3), Int(2), Int(9), {}), {Int(3)}), Int(7));
  EXPECT_EQ(At(typing.Range(pool.Literal(0, 2), none, pool.Literal(0, 3), {}), {Int(2)}), pool.Literal(0, 3));
  EXPECT_EQ(At(typing.Range(pool.Boolean(false), none, pool.Boolean(true), {}), {Int(2)}),
            pool.Boolean(true));
  const ExprId n = Integer();
  EXPECT_EQ(At(typing.Range(n, none, Int(9), {}), {Int(2)}), pool.Add(n, Int(1)));
  const ExprId v = Real({2});
  const ExprId fill = Call("fill", {v, Int(3), Int(4)});
  EXPECT_EQ(At(fill, {Int(1), Int(2)}), v);
  EXPECT_EQ(At(fill, {Int(1), Int(2), Int(1)}), At(v, {Int(1)}));
  EXPECT_EQ(At(fill, {Int(3)}), Call("fill", {v, Int(4)}));
}

TEST_F(TypingTest, SelectionsOfSelectionsBecomeOne) {
  const ExprId a = Real({4, 5});
  EXPECT_EQ(At(At(a, {Int(2)}), {Int(3)}), At(a, {Int(2), Int(3)}));
  EXPECT_EQ(At(At(a, {pool.Colon(), Int(2)}), {Int(3)}), At(a, {Int(3), Int(2)}));
  EXPECT_EQ(At(At(a, {Ints({4, 2})}), {Int(2), Int(5)}), At(a, {Int(2), Int(5)}));
}

TEST_F(TypingTest, ReductionsHaveTheTypeOfTheirBody) {
  const ExprId i = pool.Iterator(0, Name("i"));
  const ExprId j = pool.Iterator(1, Name("j"));
  const ExprId three = typing.Range(Int(1), ExprId{}, Int(3), {});
  const ExprId four = typing.Range(Int(1), ExprId{}, Int(4), {});
  const auto reduce = [&](std::string_view name, ExprId body) {
    return typing.Reduction(name, body, std::vector<ExprId>{i, j}, std::vector<ExprId>{three, four}, {});
  };
  // The last range is the first dimension.
  EXPECT_EQ(TypeOf(reduce("", i)), "Integer[4, 3]");
  EXPECT_EQ(TypeOf(reduce("array", Real({2}))), "Real[4, 3, 2]");
  EXPECT_EQ(TypeOf(reduce("sum", Real({2}))), "Real[2]");
  EXPECT_EQ(TypeOf(reduce("max", pool.Literal(0, 1))), "Colour");
  EXPECT_EQ(pool.operands(reduce("sum", i)).size(), 5U);
  EXPECT_EQ(reduce("product", Real({2})), kError);
  EXPECT_EQ(Said(), "reduction-body: `product` does not reduce values of type Real[2]");
  EXPECT_EQ(reduce("sum", Boolean()), kError);
  EXPECT_EQ(SaidCode(), "reduction-body");
  EXPECT_EQ(reduce("mean", i), kError);
  EXPECT_EQ(SaidCode(), "unknown-reduction");
  EXPECT_EQ(typing.Reduction("sum", i, std::vector<ExprId>{i}, std::vector<ExprId>{Int(3)}, {}), kError);
  EXPECT_EQ(Said(), "reduction-range: an iterator runs over a vector, not over Integer");
}

}  // namespace
}  // namespace kerf::modelica
