#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <map>
#include <random>

#include "expr/derivative.h"
#include "expr/evaluate.h"
#include "expr/linear_split.h"
#include "expr/print.h"
#include "expr/rules.h"

namespace kerf::expr {
namespace {

class TestNamer : public Namer {
 public:
  [[nodiscard]] auto VarName(VarId var) const -> std::string override {
    return std::string(1, static_cast<char>('a' + var.index % 26));
  }
  [[nodiscard]] auto FunctionName(FunctionId function) const -> std::string override {
    return "f" + std::to_string(function.index);
  }
  [[nodiscard]] auto Text(base::NameId name) const -> std::string override {
    return "n" + std::to_string(name.index);
  }
};

class ExprTest : public testing::Test {
 protected:
  auto V(char c) -> ExprId { return pool.Var(VarId{static_cast<uint32_t>(c - 'a')}); }
  auto N(double v) -> ExprId { return pool.Real(v); }
  auto Show(ExprId e, Dialect dialect = Dialect::Dymola) -> std::string {
    return Print(pool, e, namer, {.dialect = dialect});
  }
  auto Value(ExprId e, const std::map<uint32_t, double>& values) -> double {
    Evaluator evaluator(pool);
    const auto result = evaluator.TryEvaluate(e, [&](ExprId id) -> std::optional<double> {
      return pool.op(id) == Op::Time ? 0.5 : values.at(pool.var(id).index);
    });
    EXPECT_TRUE(result.has_value());
    return result.value_or(NAN);
  }

  Pool pool;
  TestNamer namer;
};

TEST_F(ExprTest, EqualStructureEqualId) {
  EXPECT_EQ(pool.Add(V('a'), V('b')), pool.Add(V('a'), V('b')));
  EXPECT_NE(pool.Add(V('a'), V('b')), pool.Add(V('b'), V('a')));
  const std::array<ExprId, 2> args = {V('a'), V('b')};
  EXPECT_EQ(pool.Call(FunctionId{1U}, args), pool.Call(FunctionId{1U}, args));
  EXPECT_NE(pool.Call(FunctionId{1U}, args), pool.Call(FunctionId{2U}, args));
  EXPECT_EQ(N(0.0), N(-0.0));
}

TEST_F(ExprTest, ErrorSwallowsItsUsers) {
  EXPECT_EQ(pool.Add(Pool::kError, V('a')), Pool::kError);
  EXPECT_EQ(pool.If(V('a'), Pool::kError, V('b')), Pool::kError);
}

TEST_F(ExprTest, SpelledNumbersPrintAsWritten) {
  EXPECT_EQ(Show(pool.Spelled(1e4, "10E3")), "10E3");
  EXPECT_EQ(pool.Mul(pool.Spelled(1, "1.0"), V('a')), V('a'));
  EXPECT_EQ(pool.Spelled(2, "2"), N(2));
}

TEST_F(ExprTest, BuilderRules) {
  const ExprId a = V('a');
  const ExprId b = V('b');
  const ExprId c = V('c');
  EXPECT_EQ(Show(pool.Add(a, pool.Neg(b))), "a - b");
  EXPECT_EQ(Show(pool.Add(pool.Neg(a), b)), "b - a");
  EXPECT_EQ(Show(pool.Sub(N(0), b)), "-b");
  EXPECT_EQ(Show(pool.Neg(pool.Sub(a, b))), "b - a");
  EXPECT_EQ(Show(pool.Mul(a, pool.Neg(b))), "-a*b");
  EXPECT_EQ(Show(pool.Div(pool.Sub(a, b), pool.Neg(c))), "(b - a)/c");
  EXPECT_EQ(Show(pool.Div(a, pool.Div(b, c))), "a*c/b");
  EXPECT_EQ(pool.Pow(a, N(1)), a);
  EXPECT_EQ(pool.If(pool.Binary(Op::Less, a, b), c, c), c);
  // Literals are not folded with each other.
  EXPECT_EQ(Show(pool.Pow(a, pool.Div(N(1), N(3)))), "a**(1/3)");
}

TEST_F(ExprTest, RulesKeepTheValue) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(0.5, 2.0);
  for (const auto rules : {AddRules(), MulRules()}) {
    for (const Rule& rule : rules) {
      const auto make = [&](Form form, char c) -> ExprId {
        switch (form) {
          case Form::Zero: return N(0);
          case Form::One:  return N(1);
          case Form::Neg:  return pool.Neg(V(c));
          case Form::Sub:  return pool.Sub(V(c), V(static_cast<char>(c + 1)));
          case Form::Div:  return pool.Div(V(c), V(static_cast<char>(c + 1)));
          default:         return V(c);
        }
      };
      const ExprId x = make(rule.left, 'a');
      const ExprId y = rule.op == Op::Neg ? x : make(rule.right, 'c');
      const std::map<uint32_t, double> values = {
          {0, draw(random)}, {1, draw(random)}, {2, draw(random)}, {3, draw(random)}};
      const std::array<double, 2> operands = {Value(x, values), Value(y, values)};
      EXPECT_NEAR(*EvaluateOp(rule.op, operands), Value(rule.result(pool, x, y), values), 1e-12) << rule.text;
    }
  }
}

TEST_F(ExprTest, MinimalParentheses) {
  const ExprId a = V('a');
  const ExprId b = V('b');
  const ExprId c = V('c');
  EXPECT_EQ(Show(pool.Mul(pool.Add(a, b), c)), "(a + b)*c");
  EXPECT_EQ(Show(pool.Sub(a, pool.Add(b, c))), "a - (b + c)");
  EXPECT_EQ(Show(pool.Mul(a, pool.Mul(b, c))), "a*b*c");
  EXPECT_EQ(Show(pool.Mul(a, pool.Mul(b, c)), Dialect::Modelica), "a*(b*c)");
  EXPECT_EQ(Show(pool.Div(a, pool.Mul(b, c))), "a/(b*c)");
  EXPECT_EQ(Show(pool.Pow(pool.Neg(a), N(2))), "(-a)**2");
  EXPECT_EQ(Show(pool.Neg(pool.Mul(a, b))), "-a*b");
  EXPECT_EQ(Show(pool.If(pool.Binary(Op::Less, a, b), a, pool.Add(b, c))), "if a < b then a else b + c");
  EXPECT_EQ(Show(pool.Add(a, pool.If(pool.Binary(Op::Less, a, b), a, b))), "a + (if a < b then a else b)");
}

TEST_F(ExprTest, SolvesTheThesisExample) {
  // A + B + C*(D + 2*B) = E*F for B.
  LinearSplitter splitter(pool);
  const ExprId lhs =
      pool.Add(pool.Add(V('a'), V('b')), pool.Mul(V('c'), pool.Add(V('d'), pool.Mul(N(2), V('b')))));
  const Solution solution = SolveFor(pool, splitter, lhs, pool.Mul(V('e'), V('f')), V('b'));
  ASSERT_EQ(solution.status, SolveStatus::Solved);
  EXPECT_EQ(Show(solution.value), "(e*f - (a + c*d))/(1 + c*2)");
}

TEST_F(ExprTest, SplitSeesWhatIsNotLinear) {
  LinearSplitter splitter(pool);
  EXPECT_FALSE(splitter.TrySplit(pool.Mul(V('a'), V('a')), V('a')).has_value());
  EXPECT_FALSE(splitter.TrySplit(pool.Unary(Op::Sin, V('a')), V('a')).has_value());
  EXPECT_FALSE(splitter.TrySplit(pool.Div(V('b'), V('a')), V('a')).has_value());
  const ExprId both = pool.Add(V('a'), V('b'));
  EXPECT_EQ(SolveFor(pool, splitter, both, both, V('a')).status, SolveStatus::Cancels);
  const auto split = splitter.TrySplit(pool.If(pool.Binary(Op::Less, V('b'), V('c')), V('a'), N(3)), V('a'));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(Show(split->factor), "if b < c then 1 else 0");
}

TEST_F(ExprTest, SolutionsSatisfyTheirEquations) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> draw(0.5, 2.0);
  LinearSplitter splitter(pool);
  const ExprId lhs =
      pool.Sub(pool.Div(pool.Mul(V('x'), V('a')), V('b')), pool.Mul(V('c'), pool.Sub(V('d'), V('x'))));
  const ExprId rhs = pool.Neg(pool.Mul(pool.Add(V('x'), V('a')), V('e')));
  const Solution solution = SolveFor(pool, splitter, lhs, rhs, V('x'));
  ASSERT_EQ(solution.status, SolveStatus::Solved);
  for (int k = 0; k < 20; ++k) {
    std::map<uint32_t, double> values;
    for (const char c : {'a', 'b', 'c', 'd', 'e'}) values[static_cast<uint32_t>(c - 'a')] = draw(random);
    values[uint32_t{'x' - 'a'}] = Value(solution.value, values);
    EXPECT_NEAR(Value(lhs, values), Value(rhs, values), 1e-11);
  }
}

TEST_F(ExprTest, DerivativesAgreeWithDifferences) {
  const ExprId x = V('x');
  const std::vector<ExprId> expressions = {
      pool.Mul(pool.Unary(Op::Sin, x), pool.Unary(Op::Exp, pool.Mul(V('a'), x))),
      pool.Div(pool.Unary(Op::Log, x), pool.Add(x, V('a'))),
      pool.Pow(x, N(3)),
      pool.Pow(V('a'), x),
      pool.Pow(x, V('a')),
      pool.Unary(Op::Sqrt, pool.Add(N(1), pool.Pow(x, N(2)))),
      pool.Unary(Op::Tan, x),
      pool.Unary(Op::Asin, pool.Div(x, N(3))),
      pool.Unary(Op::Acos, pool.Div(x, N(3))),
      pool.Unary(Op::Atan, x),
      pool.Unary(Op::Tanh, x),
      pool.Unary(Op::Sinh, x),
      pool.Unary(Op::Cosh, x),
      pool.Unary(Op::Log10, x),
      pool.Unary(Op::Abs, pool.Neg(x)),
      pool.Binary(Op::Atan2, x, V('a')),
      pool.Binary(Op::Max, x, V('a')),
      pool.If(pool.Binary(Op::Less, V('a'), x), pool.Mul(x, x), x),
  };
  for (const ExprId e : expressions) {
    Differentiator differentiator(pool);
    const ExprId d = differentiator.Differentiate(e, [&](ExprId id) { return pool.Real(id == x ? 1 : 0); });
    const double at = 1.3;
    const double h = 1e-6;
    const uint32_t xi = 'x' - 'a';
    const double numeric =
        (Value(e, {{0, 0.7}, {xi, at + h}}) - Value(e, {{0, 0.7}, {xi, at - h}})) / (2 * h);
    EXPECT_NEAR(Value(d, {{0, 0.7}, {xi, at}}), numeric, 1e-7) << Show(e) << " -> " << Show(d);
  }
}

TEST_F(ExprTest, ARootHeldAtZeroIsFlat) {
  const ExprId x = V('x');
  const ExprId e = pool.Unary(Op::Sqrt, pool.Binary(Op::Max, x, N(0)));
  Differentiator differentiator(pool);
  const ExprId d = differentiator.Differentiate(e, [&](ExprId id) { return pool.Real(id == x ? 1 : 0); });
  EXPECT_EQ(Value(d, {{uint32_t{'x' - 'a'}, -1.0}}), 0);
  EXPECT_NEAR(Value(d, {{uint32_t{'x' - 'a'}, 4.0}}), 0.25, 1e-15);
}

TEST_F(ExprTest, ExternalFunctionsGivePartials) {
  Differentiator differentiator(pool);
  const std::array<ExprId, 2> args = {V('a'), pool.Mul(N(2), V('x'))};
  const ExprId d = differentiator.Differentiate(pool.Call(FunctionId{3U}, args),
                                                [&](ExprId id) { return pool.Real(id == V('x') ? 1 : 0); });
  EXPECT_EQ(Show(d), "partial2(f3(a,2*x))*2");
}

TEST_F(ExprTest, AMillionTermsDoNotOverflowTheStack) {
  ExprId sum = V('a');
  for (int k = 0; k < 1'000'000; ++k) sum = pool.Add(sum, pool.Mul(V(static_cast<char>('a' + k % 20)), N(k)));
  Differentiator differentiator(pool);
  EXPECT_TRUE(differentiator.Differentiate(sum, [&](ExprId id) { return pool.Real(id == V('b') ? 1 : 0); })
                  .has_value());
  LinearSplitter splitter(pool);
  EXPECT_TRUE(splitter.TrySplit(sum, V('c')).has_value());
  EXPECT_GT(Show(sum).size(), size_t{1} << 20);
  ExprId quotient = V('a');
  for (int k = 0; k < 200'000; ++k) quotient = pool.Div(quotient, V(static_cast<char>('a' + k % 20)));
  EXPECT_NE(pool.Div(V('z'), quotient), Pool::kError);
}

TEST_F(ExprTest, ShapesFollowLinearAlgebra) {
  const auto shape = [&](std::vector<int32_t> dims) { return pool.shapes().Make(dims); };
  const ExprId m = pool.Var(VarId{50U}, {Kind::Real, shape({2, 3})});
  const ExprId v = pool.Var(VarId{51U}, {Kind::Real, shape({3})});
  EXPECT_EQ(pool[pool.Mul(m, v)].shape, shape({2}));
  EXPECT_EQ(pool[pool.Mul(v, v)].shape, kScalar);
  EXPECT_EQ(pool.Mul(v, m), Pool::kError);
  EXPECT_EQ(pool.Add(m, v), Pool::kError);
  EXPECT_EQ(pool[pool.Unary(Op::Transpose, m)].shape, shape({3, 2}));
  EXPECT_EQ(pool[pool.Make(Op::Subscript, {m, pool.Integer(1), pool.Colon()})].shape, shape({3}));
  EXPECT_EQ(pool[pool.Make(Op::Array, {v, v})].shape, shape({2, 3}));
}

}  // namespace
}  // namespace kerf::expr
