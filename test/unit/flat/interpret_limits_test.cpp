// What a model asks too much of gives an error, not a crash.
#include "fixture.h"

namespace kerf::flat {

namespace {

using LimitsTest = InterpretTest;

TEST_F(LimitsTest, HugeArraysAreRefused) {
  EXPECT_EQ(Show(Make(Op::Fill, Kind::Real, {Num(0), Int(1'000'000'000), Int(1'000'000'000)}, {-1, -1})),
            "error: an array of size [1000000000, 1000000000] is too large");
  EXPECT_EQ(Show(Range(1, int64_t{1} << 60)), "error: an array of size [1152921504606846976] is too large");
  EXPECT_EQ(Show(Make(Op::Identity, Kind::Integer, {Int(100'000)}, {-1, -1})),
            "error: an array of size [100000, 100000] is too large");
  const ExprId row = Make(Op::Fill, Kind::Real, {Num(1), Int(1), Int(100'000)}, {1, 100'000});
  const ExprId column = Make(Op::Transpose, Kind::Real, {row}, {100'000, 1});
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {column, row}, {-1, -1})),
            "error: an array of size [100000, 100000] is too large");
  EXPECT_EQ(Show(Make(Op::Mul, Kind::Real, {row, column}, {1, 1})), "{{1e+05}}");
}

TEST_F(LimitsTest, ArraysAndTextsThatDoubleStop) {
  for (const bool is_text : {false, true}) {
    const FunctionId f = NewFunction("f");
    const Type type = is_text ? TypeOf(Kind::Text) : TypeOf(Kind::Integer, {-1});
    const ExprId y = Variable(f, Role::Output, "y", type, is_text ? Str("ab") : Ints({1, 2}),
                              is_text ? std::vector<ExprId>{} : std::vector<ExprId>{ExprId{}});
    const ExprId twice = is_text ? Make(Op::Concatenate, Kind::Text, {y, y})
                                 : Make(Op::Cat, Kind::Integer, {Int(1), y, y}, {-1});
    Body(f).statements = {For(Iter(0, "i"), Range(1, 100), {Assignment(y, twice)})};
    Interpreter limited(world, vars, {.max_steps = 1'000'000});
    EXPECT_FALSE(limited.Call(f, {}));
    EXPECT_EQ(limited.error().text, "function `f` takes more than 1000000 steps");
  }
}

TEST_F(LimitsTest, OddFormatsAreSafe) {
  const auto text = [&](const std::vector<ExprId>& operands) {
    return Show(Make(Op::ToText, Kind::Text, operands));
  };
  EXPECT_EQ(text({Int(INT64_MAX), Str("d")}), "\"9223372036854775807\"");
  EXPECT_EQ(text({Num(1e300), Str("d")}), "\"1e+300\"");
  EXPECT_EQ(text({Num(2.6), Str("3d")}), "\"  3\"");
  EXPECT_EQ(text({Num(1), Str("99999f")}), "error: \"99999f\" is no format of a number");
  EXPECT_EQ(text({Num(1), Str("")}), "error: \"\" is no format of a number");
}

}  // namespace

}  // namespace kerf::flat
