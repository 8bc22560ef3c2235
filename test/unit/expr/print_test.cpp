// Expressions in the Modelica dialect: every operator, and parentheses as its grammar wants them.
#include <gtest/gtest.h>

#include "expr/print.h"
#include "expr/print_identifier.h"

namespace kerf::expr {
namespace {

class PlainNamer : public Namer {
 public:
  [[nodiscard]] auto VarName(VarId var) const -> std::string override {
    return std::string(1, static_cast<char>('a' + var.index));
  }
  // z is the derivative of y, which is the derivative of x.
  [[nodiscard]] auto DerivativeOf(VarId var) const -> VarId override {
    return var.index == 24 || var.index == 25 ? VarId{var.index - 1} : VarId{};
  }
  [[nodiscard]] auto FunctionName(FunctionId function) const -> std::string override {
    return "f" + std::to_string(function.index);
  }
  [[nodiscard]] auto Text(base::NameId name) const -> std::string override {
    return name.index == 0 ? "i" : name.index == 1 ? "a \"b\"\\\n\tc" : "j 2";
  }
};

// A namer that knows more than the defaults.
class FullNamer : public PlainNamer {
 public:
  [[nodiscard]] auto InputName(FunctionId /*function*/, uint32_t position) const -> std::string override {
    return "u" + std::to_string(position);
  }
  [[nodiscard]] auto LocalName(uint32_t position) const -> std::string override {
    return "v" + std::to_string(position);
  }
  [[nodiscard]] auto LiteralName(uint16_t detail, int64_t ordinal) const -> std::string override {
    return "E" + std::to_string(detail) + ".l" + std::to_string(ordinal);
  }
  [[nodiscard]] auto TypeName(const Type& type) const -> std::string override {
    return (type.kind == Kind::Record ? "R" : "E") + std::to_string(type.detail);
  }
  [[nodiscard]] auto FieldName(uint16_t /*detail*/, uint32_t position) const -> std::string override {
    return position == 0 ? "re" : "im";
  }
};

class PrintTest : public testing::Test {
 protected:
  auto Show(ExprId id) -> std::string { return Print(pool, id, namer); }
  auto V(char c, Type type = {}) -> ExprId { return pool.Var(VarId{static_cast<uint32_t>(c - 'a')}, type); }
  auto I(int64_t value) -> ExprId { return pool.Integer(value); }
  auto R(double value) -> ExprId { return pool.Real(value); }
  auto T(Op op, std::initializer_list<ExprId> operands, Type type = {}) -> ExprId {
    return pool.Typed(op, type, operands);
  }
  auto Vector(int32_t n, Kind kind = Kind::Real) -> Type {
    return {kind, pool.shapes().Make(std::vector<int32_t>{n}), 0};
  }
  auto Integers(std::initializer_list<int64_t> values) -> ExprId {
    std::vector<ExprId> list;
    for (const int64_t value : values) list.push_back(I(value));
    return pool.Typed(Op::Array, Vector(static_cast<int32_t>(values.size()), Kind::Integer), list);
  }

  Pool pool;
  FullNamer namer;
  ExprId i = pool.Iterator(0, base::NameId{0U});
  Type record{Kind::Record, kScalar, 4};
};

TEST_F(PrintTest, SignsStandOnlyAtTheBeginningOfASum) {
  const ExprId a = V('a');
  EXPECT_EQ(Show(pool.Add(a, R(-3))), "a + (-3)");
  EXPECT_EQ(Show(pool.Sub(a, R(-3))), "a - (-3)");
  EXPECT_EQ(Show(pool.Add(R(-3), a)), "-3 + a");
  EXPECT_EQ(Show(T(Op::Mul, {I(-2), a})), "(-2)*a");
  EXPECT_EQ(Show(pool.Pow(a, I(-2))), "a^(-2)");
  EXPECT_EQ(Show(pool.Binary(Op::Less, a, R(-1))), "a < -1");
  EXPECT_EQ(Show(T(Op::ElementAdd, {a, T(Op::Neg, {a})})), "a .+ (-a)");
  EXPECT_EQ(Show(T(Op::Neg, {T(Op::Neg, {a})})), "-(-a)");
  EXPECT_EQ(Show(pool.Mul(V('b'), pool.Add(a, pool.Mul(a, V('c'))))), "b*(a + a*c)");
}

TEST_F(PrintTest, DymolaKeepsItsSigns) {
  EXPECT_EQ(Print(pool, pool.Pow(V('a'), I(-2)), namer, {.dialect = Dialect::Dymola}), "a**-2");
}

TEST_F(PrintTest, PowersTakePrimaries) {
  const ExprId power = pool.Pow(V('a'), V('b'));
  EXPECT_EQ(Show(pool.Pow(power, V('c'))), "(a^b)^c");
  EXPECT_EQ(Show(T(Op::ElementPow, {V('a'), power})), "a .^ (a^b)");
}

TEST_F(PrintTest, Literals) {
  EXPECT_EQ(Show(pool.Literal(3, 2)), "E3.l2");
  EXPECT_EQ(Print(pool, pool.Literal(3, 2), PlainNamer()), "2");
  EXPECT_EQ(Show(pool.Text(base::NameId{1U})), "\"a \\\"b\\\"\\\\\\n\\tc\"");
  EXPECT_EQ(Show(pool.Spelled(0.5, ".5")), "0.5");
  EXPECT_EQ(Show(pool.Boolean(true)), "true");
  EXPECT_EQ(Show(pool.Time()), "time");
  EXPECT_EQ(Show(pool.Local(1, {})), "v1");
  EXPECT_EQ(Print(pool, pool.Local(1, {}), PlainNamer()), "local2");
  EXPECT_EQ(Show(pool.Iterator(1, base::NameId{2U})), "'j 2'");
}

TEST_F(PrintTest, ConversionsToRealAreImplicit) {
  const ExprId n = V('n', {Kind::Integer, kScalar, 0});
  EXPECT_EQ(Show(pool.Mul(T(Op::ToReal, {T(Op::Add, {n, I(1)})}), V('a'))), "(n + 1)*a");
  EXPECT_EQ(Show(T(Op::ToInteger, {V('e')})), "Integer(e)");
  EXPECT_EQ(Show(T(Op::ToEnumeration, {n}, {Kind::Enumeration, kScalar, 7})), "E7(n)");
}

TEST_F(PrintTest, Texts) {
  const Type text{Kind::Text, kScalar, 0};
  EXPECT_EQ(Show(T(Op::ToText, {R(3)}, text)), "String(3.0)");
  EXPECT_EQ(Show(T(Op::ToText, {R(2.5), I(3), I(0), pool.Boolean(true)}, text)),
            "String(2.5, significantDigits = 3)");
  EXPECT_EQ(Show(T(Op::ToText, {I(3)}, text)), "String(3)");
  const ExprId sum = T(Op::Concatenate, {V('s', text), V('t', text)}, text);
  EXPECT_EQ(Show(sum), "s + t");
  EXPECT_EQ(Show(T(Op::Concatenate, {V('s', text), sum}, text)), "s + (s + t)");
}

TEST_F(PrintTest, ChainsOfIfUseElseif) {
  const ExprId a = V('a', {Kind::Boolean, kScalar, 0});
  const ExprId b = V('b', {Kind::Boolean, kScalar, 0});
  const ExprId inner = pool.If(b, I(2), I(3));
  const ExprId chain = pool.If(a, R(1), T(Op::ToReal, {inner}));
  EXPECT_EQ(Show(chain), "if a then 1 elseif b then 2 else 3");
  EXPECT_EQ(Show(pool.Add(V('x'), chain)), "x + (if a then 1 elseif b then 2 else 3)");
  EXPECT_EQ(Show(pool.If(a, T(Op::ToReal, {inner}), R(1))), "if a then if b then 2 else 3 else 1");
  EXPECT_EQ(PrintEquation(pool, inner, inner, namer), "(if b then 2 else 3) = if b then 2 else 3");
}

TEST_F(PrintTest, Ranges) {
  const Type type = Vector(kUnknownSize, Kind::Integer);
  EXPECT_EQ(Show(T(Op::Range, {I(1), I(1), I(3)}, type)), "1:3");
  EXPECT_EQ(Show(T(Op::Range, {I(1), I(2), V('n')}, type)), "1:2:n");
  EXPECT_EQ(Show(T(Op::Range, {I(3), I(-1), I(1)}, type)), "3:-1:1");
  const ExprId range = T(Op::Range, {I(1), I(3)}, type);
  EXPECT_EQ(Show(T(Op::ElementAdd, {range, range}, type)), "(1:3) .+ (1:3)");
  EXPECT_EQ(Show(T(Op::Subscript, {V('x', Vector(9)), range}, Vector(3))), "x[1:3]");
}

TEST_F(PrintTest, Comprehensions) {
  const ExprId range = T(Op::Range, {I(1), I(1), I(3)}, Vector(3, Kind::Integer));
  const ExprId j = pool.Iterator(1, base::NameId{2U});
  const ExprId body = pool.Mul(i, j);
  EXPECT_EQ(Show(T(Op::ArrayOf, {i, i, range}, Vector(3))), "{i for i in 1:3}");
  EXPECT_EQ(Show(T(Op::SumOf, {body, i, range, j, V('r')})), "sum(i*'j 2' for i in 1:3,'j 2' in r)");
  EXPECT_EQ(Show(T(Op::ProductOf, {i, i, range})), "product(i for i in 1:3)");
  EXPECT_EQ(Show(T(Op::MinOf, {i, i, range})), "min(i for i in 1:3)");
  EXPECT_EQ(Show(T(Op::MaxOf, {i, i, range})), "max(i for i in 1:3)");
}

TEST_F(PrintTest, Arrays) {
  const ExprId row = Integers({1, 2});
  EXPECT_EQ(Show(pool.Make(Op::Array, {row, row})), "{{1,2},{1,2}}");
  EXPECT_EQ(Show(Integers({})), "fill(0,0)");
  const std::vector<int32_t> dims = {0, 3};
  EXPECT_EQ(Show(pool.Typed(Op::Array, {Kind::Real, pool.shapes().Make(dims), 0}, {})), "fill(0.0,0,3)");
  EXPECT_EQ(Show(T(Op::Cat, {I(1), row, row})), "cat(1,{1,2},{1,2})");
  EXPECT_EQ(Show(T(Op::Fill, {R(0), I(2), I(3)})), "fill(0,2,3)");
  EXPECT_EQ(Show(T(Op::Size, {V('x'), I(1)})), "size(x,1)");
}

TEST_F(PrintTest, PartsOfVariables) {
  const ExprId r = V('r', record);
  const ExprId field = T(Op::Field, {r, I(1)});
  EXPECT_EQ(Show(field), "r.im");
  EXPECT_EQ(Show(T(Op::Subscript, {field, I(2)})), "r.im[2]");
  const ExprId element = T(Op::Subscript, {V('q', record), I(2), pool.Colon()}, record);
  EXPECT_EQ(Show(T(Op::Field, {element, I(0)})), "q[2,:].re");
  EXPECT_EQ(Show(T(Op::Field, {pool.Local(3, record), I(0)})), "v3.re");
  EXPECT_EQ(Show(T(Op::Subscript, {T(Op::Subscript, {r, I(1)}), I(2)})), "(r[1])[2]");
}

TEST_F(PrintTest, PartsOfOtherValuesStandBehindParentheses) {
  const ExprId call = T(Op::Call, {pool.Function(FunctionId{1U}), V('a')}, record);
  const ExprId field = T(Op::Field, {call, I(0)});
  EXPECT_EQ(Show(field), "(f1(a)).re");
  EXPECT_EQ(Show(T(Op::Subscript, {field, I(2)})), "((f1(a)).re)[2]");
  EXPECT_EQ(Show(T(Op::Subscript, {Integers({4, 5}), i})), "({4,5})[i]");
}

TEST_F(PrintTest, Derivatives) {
  EXPECT_EQ(Show(V('y')), "der(x)");
  EXPECT_EQ(Show(V('z')), "der(der(x))");
  EXPECT_EQ(Show(T(Op::Subscript, {V('y', Vector(3)), I(2)})), "der(x[2])");
  EXPECT_EQ(Show(pool.Unary(Op::Der, V('a'))), "der(a)");
}

TEST_F(PrintTest, Calls) {
  const ExprId f = pool.Function(FunctionId{1U});
  const ExprId call = T(Op::Call, {f, V('a'), V('b')});
  EXPECT_EQ(Show(call), "f1(a,b)");
  EXPECT_EQ(Show(T(Op::Output, {call, I(0)})), "f1(a,b)");
  EXPECT_EQ(Show(T(Op::Tuple, {V('a'), pool.Colon(), V('c')})), "(a,,c)");
  EXPECT_EQ(Show(T(Op::Call, {pool.Local(2, {Kind::Function, kScalar, 0}), V('a')})), "v2(a)");
  EXPECT_EQ(Show(T(Op::Record, {V('a'), V('b')}, record)), "R4(a,b)");
}

TEST_F(PrintTest, Closures) {
  const ExprId f = pool.Function(FunctionId{1U});
  EXPECT_EQ(Show(T(Op::Closure, {f, V('a'), R(2), Integers({1, 3})})), "function f1(u1 = a,u3 = 2)");
  EXPECT_EQ(Show(T(Op::Closure, {f, Integers({})})), "f1");
}

TEST_F(PrintTest, BuiltInsHaveTheirModelicaNames) {
  const ExprId a = V('a');
  const ExprId b = V('b');
  EXPECT_EQ(Show(T(Op::IntegerPart, {a})), "integer(a)");
  EXPECT_EQ(Show(T(Op::Quotient, {a, b})), "div(a,b)");
  EXPECT_EQ(Show(T(Op::Remainder, {a, b})), "rem(a,b)");
  EXPECT_EQ(Show(T(Op::Initial, {})), "initial()");
  EXPECT_EQ(Show(T(Op::Clock, {})), "Clock()");
  EXPECT_EQ(Show(T(Op::ClockSample, {a, b})), "sample(a,b)");
  EXPECT_EQ(Show(T(Op::Pre, {a})), "pre(a)");
  EXPECT_EQ(Show(T(Op::Homotopy, {a, b})), "homotopy(a,b)");
  EXPECT_EQ(Show(T(Op::MaxElement, {a})), "max(a)");
  EXPECT_EQ(Show(pool.Unary(Op::Log, a)), "log(a)");
}

// Every operator prints something, and a call with all its operands.
TEST_F(PrintTest, AllTypedOperatorsShowTheirOperands) {
  for (size_t k = 0; k < kOpCount; ++k) {
    const Op op = static_cast<Op>(k);
    const bool takes_any = group_of(op) == Group::Typed && op != Op::Field && op != Op::Closure;
    if (!takes_any) continue;
    std::vector<ExprId> operands = {V('a'), V('b'), V('c')};
    if (op == Op::ToText) operands.push_back(V('d'));
    if (arity_of(op) > 0) operands.resize(static_cast<size_t>(arity_of(op)));
    const std::string text = Show(pool.Typed(op, record, operands));
    for (size_t n = 0; n < operands.size(); ++n)
      EXPECT_NE(text.find(static_cast<char>('a' + n)), std::string::npos) << text_of(op) << " gave " << text;
  }
}

TEST_F(PrintTest, DeepExpressionsNeedNoStack) {
  constexpr int kDepth = 200'000;
  ExprId sum = V('a');
  ExprId choice = V('a');
  const ExprId condition = V('b', {Kind::Boolean, kScalar, 0});
  for (int k = 0; k < kDepth; ++k) {
    sum = T(Op::Add, {sum, V('b')});
    choice = pool.If(condition, R(k), choice);
  }
  const PrintOptions whole = {.max_length = size_t{1} << 30};
  EXPECT_EQ(Print(pool, sum, namer, whole).size(), 1 + 4 * size_t{kDepth});
  const std::string text = Print(pool, choice, namer, whole);
  EXPECT_TRUE(text.ends_with("elseif b then 0 else a"));
}

TEST(PrintIdentifier, OnlyIdentifiersStayPlain) {
  EXPECT_EQ(ModelicaIdentifier("x_1"), "x_1");
  EXPECT_EQ(ModelicaIdentifier("a.b[2].c"), "'a.b[2].c'");
  EXPECT_EQ(ModelicaIdentifier("1x"), "'1x'");
  EXPECT_EQ(ModelicaIdentifier("equation"), "'equation'");
  EXPECT_EQ(ModelicaIdentifier("within"), "'within'");
  EXPECT_EQ(ModelicaIdentifier(""), "''");
}

TEST(PrintIdentifier, QuotesBelongToTheName) {
  EXPECT_EQ(ModelicaIdentifier("'a b'"), "'a b'");
  EXPECT_EQ(ModelicaIdentifier("'it\\'s'"), "'it\\'s'");
  EXPECT_EQ(ModelicaIdentifier("a.'b c'"), "'a.\\'b c\\''");
  EXPECT_EQ(ModelicaIdentifier("'a'.'b'"), "'\\'a\\'.\\'b\\''");
  EXPECT_EQ(ModelicaIdentifier("'a\\'"), "'\\'a\\\\\\''");
  for (const std::string name : {"a.'b c'", "'a'.'b'", "'a\\'", "x y", "it's"}) {
    const std::string once = ModelicaIdentifier(name);
    EXPECT_EQ(ModelicaIdentifier(once), once);
  }
}

}  // namespace
}  // namespace kerf::expr
