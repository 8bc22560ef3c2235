// The interpreter against the C library and against the meaning written in its header.
#include "model/interpret.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <vector>

namespace kerf::model {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
const std::vector<double> kValues = {0.0, -0.0, 1.0,    -1.0,  0.5,  -0.3,  2.0,
                                     3.7, -3.7, 1e-300, 1e300, kInf, -kInf, kNan};

auto SameBits(double a, double b) -> bool {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

// w[3] = op(w[0], w[1], w[2]).
auto OpTape(Instr instr) -> Tape {
  Tape tape;
  Shape shape;
  shape.n_args = 4;
  shape.code = {{TapeOp::Load, 0, 0, 0},
                {TapeOp::Load, 1, 0, 0},
                {TapeOp::Load, 2, 0, 0},
                instr,
                {TapeOp::Store, 3, 3, 0}};
  tape.args = {0, 1, 2, 3};
  tape.codes.Add({{{tape.shapes.Add(shape), 0, 1}}});
  return tape;
}

auto Apply(Instr instr, double a, double b = 0, double c = 0) -> double {
  const Tape tape = OpTape(instr);
  std::vector<double> w = {a, b, c, -77};
  Interpret(tape, CodeId{0U}, {}, w.data());
  return w[3];
}

auto Apply(TapeOp op, double a, double b = 0, double c = 0) -> double {
  return Apply(Instr{op, 0, 1, 2}, a, b, c);
}

TEST(Interpret, UnaryFunctionsAreTheLibrarys) {
  const std::map<TapeOp, std::function<double(double)>> functions = {
      {TapeOp::Neg, [](double x) { return -x; }},
      {TapeOp::Abs, [](double x) { return std::fabs(x); }},
      {TapeOp::Sqrt, [](double x) { return std::sqrt(x); }},
      {TapeOp::Exp, [](double x) { return std::exp(x); }},
      {TapeOp::Log, [](double x) { return std::log(x); }},
      {TapeOp::Log10, [](double x) { return std::log10(x); }},
      {TapeOp::Sin, [](double x) { return std::sin(x); }},
      {TapeOp::Cos, [](double x) { return std::cos(x); }},
      {TapeOp::Tan, [](double x) { return std::tan(x); }},
      {TapeOp::Asin, [](double x) { return std::asin(x); }},
      {TapeOp::Acos, [](double x) { return std::acos(x); }},
      {TapeOp::Atan, [](double x) { return std::atan(x); }},
      {TapeOp::Sinh, [](double x) { return std::sinh(x); }},
      {TapeOp::Cosh, [](double x) { return std::cosh(x); }},
      {TapeOp::Tanh, [](double x) { return std::tanh(x); }},
      {TapeOp::Floor, [](double x) { return std::floor(x); }},
      {TapeOp::Ceil, [](double x) { return std::ceil(x); }},
      {TapeOp::Not, [](double x) { return x != 0 ? 0.0 : 1.0; }},
  };
  for (const auto& [op, function] : functions) {
    for (const double x : kValues)
      EXPECT_TRUE(SameBits(Apply(op, x), function(x))) << text_of(op) << " " << x;
  }
}

TEST(Interpret, BinaryFunctionsAreTheLibrarys) {
  const std::map<TapeOp, std::function<double(double, double)>> functions = {
      {TapeOp::Add, [](double a, double b) { return a + b; }},
      {TapeOp::Sub, [](double a, double b) { return a - b; }},
      {TapeOp::Mul, [](double a, double b) { return a * b; }},
      {TapeOp::Div, [](double a, double b) { return a / b; }},
      {TapeOp::Pow, [](double a, double b) { return std::pow(a, b); }},
      {TapeOp::Atan2, [](double a, double b) { return std::atan2(a, b); }},
      {TapeOp::Less, [](double a, double b) { return a < b ? 1.0 : 0.0; }},
      {TapeOp::LessEqual, [](double a, double b) { return a <= b ? 1.0 : 0.0; }},
      {TapeOp::Greater, [](double a, double b) { return a > b ? 1.0 : 0.0; }},
      {TapeOp::GreaterEqual, [](double a, double b) { return a >= b ? 1.0 : 0.0; }},
      {TapeOp::Equal, [](double a, double b) { return a == b ? 1.0 : 0.0; }},
      {TapeOp::NotEqual, [](double a, double b) { return a == b ? 0.0 : 1.0; }},
      {TapeOp::And, [](double a, double b) { return a == 0 || b == 0 ? 0.0 : 1.0; }},
      {TapeOp::Or, [](double a, double b) { return a == 0 && b == 0 ? 0.0 : 1.0; }},
  };
  for (const auto& [op, function] : functions) {
    for (const double a : kValues) {
      for (const double b : kValues) {
        EXPECT_TRUE(SameBits(Apply(op, a, b), function(a, b))) << text_of(op) << " " << a << " " << b;
      }
    }
  }
}

TEST(Interpret, SelectTakesWhatIsNotZeroAsTrue) {
  for (const double truth : {1.0, -0.5, kInf, kNan})
    EXPECT_EQ(Apply(TapeOp::Select, truth, 5, 6), 5) << truth;
  for (const double lie : {0.0, -0.0}) EXPECT_EQ(Apply(TapeOp::Select, lie, 5, 6), 6) << lie;
}

TEST(Interpret, SignKeepsZeroAndNan) {
  EXPECT_EQ(Apply(TapeOp::Sign, 1e-300), 1);
  EXPECT_EQ(Apply(TapeOp::Sign, -kInf), -1);
  EXPECT_EQ(Apply(TapeOp::Sign, 0), 0);
  EXPECT_EQ(Apply(TapeOp::Sign, -0.0), 0);
  EXPECT_TRUE(std::isnan(Apply(TapeOp::Sign, kNan)));
}

TEST(Interpret, MinAndMaxShowNan) {
  EXPECT_EQ(Apply(TapeOp::Min, 2, -3), -3);
  EXPECT_EQ(Apply(TapeOp::Max, 2, -3), 2);
  EXPECT_EQ(Apply(TapeOp::Min, -kInf, 3), -kInf);
  for (const TapeOp op : {TapeOp::Min, TapeOp::Max}) {
    EXPECT_TRUE(std::isnan(Apply(op, kNan, 1)));
    EXPECT_TRUE(std::isnan(Apply(op, 1, kNan)));
    EXPECT_TRUE(SameBits(Apply(op, 0.0, -0.0), -0.0));
    EXPECT_TRUE(SameBits(Apply(op, -0.0, 0.0), 0.0));
  }
}

TEST(Interpret, ModHasTheSignOfTheDivisor) {
  EXPECT_EQ(Apply(TapeOp::Mod, 7, 3), 1);
  EXPECT_EQ(Apply(TapeOp::Mod, -7, 3), 2);
  EXPECT_EQ(Apply(TapeOp::Mod, 7, -3), -2);
  EXPECT_EQ(Apply(TapeOp::Mod, 5.5, 2), 1.5);
  EXPECT_TRUE(std::isnan(Apply(TapeOp::Mod, 5.5, 0)));
}

TEST(Interpret, PowIntMultiplies) {
  const auto power = [](double x, int32_t n) {
    return Apply({TapeOp::PowInt, 0, static_cast<uint32_t>(n), 0}, x);
  };
  EXPECT_EQ(power(3, 0), 1);
  EXPECT_EQ(power(kNan, 0), 1);
  EXPECT_EQ(power(-3, 1), -3);
  EXPECT_EQ(power(-3, 13), -1594323);
  EXPECT_EQ(power(2, -3), 0.125);
  EXPECT_EQ(power(2, 1023), std::ldexp(1.0, 1023));
  EXPECT_EQ(power(-1, std::numeric_limits<int32_t>::min()), 1);
  EXPECT_EQ(power(2, std::numeric_limits<int32_t>::min()), 0);
  EXPECT_EQ(power(0, -2), kInf);
  EXPECT_NEAR(power(1.0001, 10007), std::pow(1.0001, 10007), 1e-12);
  // The order of the factors: x · x² · x⁴.
  const double x = 1.1;
  EXPECT_EQ(power(x, 7), (x * (x * x)) * ((x * x) * (x * x)));
}

TEST(Interpret, ConstantsKeepAllBits) {
  for (const double value : kValues) EXPECT_TRUE(SameBits(Apply(ConstInstr(value), 0), value));
  EXPECT_EQ(Apply(ConstInstr(0.1), 0), 0.1);
}

TEST(Interpret, RowsSeeTheRowsBefore) {
  Tape tape;
  Shape shape;
  shape.n_args = 3;
  shape.code = {
      {TapeOp::Load, 0, 0, 0}, {TapeOp::Load, 1, 0, 0}, {TapeOp::Add, 0, 1, 0}, {TapeOp::Store, 2, 2, 0}};
  const ShapeId shape_id = tape.shapes.Add(shape);
  for (uint32_t i = 2; i < 50; ++i) tape.args.insert(tape.args.end(), {i - 1, i - 2, i});
  tape.codes.Add({{{shape_id, 0, 40}, {shape_id, 120, 8}}});
  std::vector<double> w(50);
  w[1] = 1;
  Interpret(tape, CodeId{0U}, {}, w.data());
  EXPECT_EQ(w[10], 55);
  EXPECT_EQ(w[49], 7778742049);
}

struct Counter {
  int calls = 0;
};

// (x·x·y, x + y).
void Polynomial(void* context, const double* in, double* out) {
  ++static_cast<Counter*>(context)->calls;
  out[0] = in[0] * in[0] * in[1];
  out[1] = in[0] + in[1];
}

TEST(Interpret, CallsExternalFunctions) {
  Tape tape;
  Shape shape;
  shape.n_args = 6;
  // The arguments of the calls are (result 1, result 0).
  shape.call_args = {kAlways, 1, 0};
  shape.code = {{TapeOp::Load, 0, 0, 0},
                {TapeOp::Load, 1, 0, 0},
                {TapeOp::Call, 0, 0, 0},
                {TapeOp::Call, 0, 0, 1},
                {TapeOp::CallPartial, 0, 0, 0},
                {TapeOp::CallPartial, 0, 0, 1},
                {TapeOp::CallPartial, 0, 0, kPartialBase + 1},
                {TapeOp::Call, 0, 0, 1},
                {TapeOp::Store, 2, 2, 0},
                {TapeOp::Store, 3, 3, 0},
                {TapeOp::Store, 4, 4, 0},
                {TapeOp::Store, 5, 5, 0},
                {TapeOp::Store, 6, 0, 0},
                {TapeOp::Store, 7, 1, 0}};
  tape.args = {0, 1, 2, 3, 4, 5};
  tape.codes.Add({{{tape.shapes.Add(shape), 0, 1}}});
  Counter counter;
  const std::vector<ExternalFunction> functions = {{Polynomial, &counter, 2, 2}};
  std::vector<double> w = {3, 5, 0, 0, 0, 0};
  Interpret(tape, CodeId{0U}, functions, w.data());
  EXPECT_EQ(w[2], 75);
  EXPECT_EQ(w[3], 8);
  EXPECT_NEAR(w[4], 30, 1e-8);
  EXPECT_NEAR(w[5], 25, 1e-8);
  EXPECT_NEAR(w[0], 1, 1e-9);
  EXPECT_EQ(w[1], 8);
  // Two outputs share a call; a partial derivative takes two.
  EXPECT_EQ(counter.calls, 8);
}

TEST(Interpret, CallsUnderAConditionOnly) {
  Tape tape;
  Shape shape;
  shape.n_args = 4;
  // Called where result 0 is not 0.
  shape.call_args = {0, 1, 1};
  shape.code = {{TapeOp::Load, 0, 0, 0},        {TapeOp::Load, 1, 0, 0},  {TapeOp::Call, 0, 0, 1},
                {TapeOp::CallPartial, 0, 0, 1}, {TapeOp::Store, 2, 2, 0}, {TapeOp::Store, 3, 3, 0}};
  tape.args = {0, 1, 2, 3};
  tape.codes.Add({{{tape.shapes.Add(shape), 0, 1}}});
  Counter counter;
  const std::vector<ExternalFunction> functions = {{Polynomial, &counter, 2, 2}};
  std::vector<double> w = {0, 5, 9, 9};
  Interpret(tape, CodeId{0U}, functions, w.data());
  EXPECT_EQ(w[2], 0);
  EXPECT_EQ(w[3], 0);
  EXPECT_EQ(counter.calls, 0);
  w[0] = 1;
  Interpret(tape, CodeId{0U}, functions, w.data());
  EXPECT_EQ(w[2], 10);
  EXPECT_EQ(counter.calls, 3);
}

TEST(Interpret, CentralDifferenceRestoresItsArgument) {
  Counter counter;
  const ExternalFunction function = {Polynomial, &counter, 2, 2};
  double in[] = {1e6, 0.1};
  double out[2];
  EXPECT_NEAR(CentralDifference(function, in, out, 0, 0) / 2e5, 1, 1e-9);
  EXPECT_EQ(in[0], 1e6);
  EXPECT_EQ(in[1], 0.1);
}

TEST(Interpret, OneInterpreterRunsManyCodes) {
  Tape tape = OpTape({TapeOp::Mul, 0, 1, 0});
  tape.codes.Add({});
  tape.codes.Add({{{ShapeId{0U}, 0, 1}, {ShapeId{0U}, 0, 0}}});
  Interpreter interpreter(tape, {});
  std::vector<double> w = {2, 3, 4, -1};
  interpreter.Run(CodeId{1U}, w.data());
  EXPECT_EQ(w, (std::vector<double>{2, 3, 4, -1}));
  interpreter.Run(CodeId{2U}, w.data());
  EXPECT_EQ(w[3], 6);
  interpreter.Run(CodeId{0U}, w.data());
  EXPECT_EQ(w[3], 6);
}

}  // namespace
}  // namespace kerf::model
