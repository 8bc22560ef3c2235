// What is remembered of calls, and what must not be.
#include "sim/remembered_calls.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace kerf::sim {
namespace {

using flat::Value;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

auto Vector(const std::vector<double>& numbers) -> Value { return Value::RealVector(numbers); }

TEST(RememberedCalls, KnowsExactlyTheArgumentsThatItHasSeen) {
  RememberedCalls calls;
  const flat::FunctionBody body;
  calls.Keep(1, body, {Value::Real(0), Value::Text("a"), Vector({1, kNan})}, {Value::Real(7)});
  const auto finds = [&](uint32_t function, double x, const char* text, const std::vector<double>& v) {
    const std::vector<Value> arguments = {Value::Real(x), Value::Text(text), Vector(v)};
    return calls.Find(function, arguments) != nullptr;
  };
  EXPECT_TRUE(finds(1, 0, "a", {1, kNan}));
  EXPECT_FALSE(finds(2, 0, "a", {1, kNan}));
  EXPECT_FALSE(finds(1, -0.0, "a", {1, kNan}));
  EXPECT_FALSE(finds(1, 0, "b", {1, kNan}));
  EXPECT_FALSE(finds(1, 0, "a", {kNan, 1}));
  EXPECT_FALSE(finds(1, 0, "a", {1}));
  EXPECT_FALSE(finds(1, 0, "a", {1, kNan, 2}));
  calls.Clear();
  EXPECT_FALSE(finds(1, 0, "a", {1, kNan}));
}

TEST(RememberedCalls, ShapesAndKindsCount) {
  RememberedCalls calls;
  const flat::FunctionBody body;
  const std::vector<Value> six = {Value::Real(1), Value::Real(2), Value::Real(3),
                                  Value::Real(4), Value::Real(5), Value::Real(6)};
  const auto matrix = [&](int32_t rows) {
    return std::vector<Value>{Value::Array(expr::Kind::Real, 0, {rows, 6 / rows}, six)};
  };
  calls.Keep(1, body, matrix(2), {Value::Real(7)});
  EXPECT_NE(calls.Find(1, matrix(2)), nullptr);
  EXPECT_EQ(calls.Find(1, matrix(3)), nullptr);
  calls.Keep(2, body, {Value::Boolean(true)}, {Value::Real(1)});
  EXPECT_EQ(calls.Find(2, std::vector<Value>{Value::Integer(1)}), nullptr);
}

TEST(RememberedCalls, KeepsNothingOfWhatMayChange) {
  RememberedCalls calls;
  flat::FunctionBody impure;
  impure.is_impure = true;
  const std::vector<Value> one = {Value::Real(1)};
  calls.Keep(1, impure, one, {Value::Real(1)});
  EXPECT_EQ(calls.Find(1, one), nullptr);
  Value object = Value::Integer(1);
  object.kind = expr::Kind::Object;
  calls.Keep(2, {}, {object}, {Value::Real(1)});
  EXPECT_EQ(calls.Find(2, std::vector<Value>{object}), nullptr);
  const std::vector<Value> many = {Vector(std::vector<double>(100'000, 1))};
  calls.Keep(3, {}, many, {Value::Real(1)});
  EXPECT_EQ(calls.Find(3, many), nullptr);
}

// Whatever is asked in whatever order, what is found is what the function gives.
TEST(RememberedCalls, NeverGivesAnotherResult) {
  std::mt19937 random(3);
  RememberedCalls calls;
  const flat::FunctionBody body;
  size_t n_found = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto function = static_cast<uint32_t>(random() % 3);
    const auto x = static_cast<double>(random() % 6);
    const std::vector<Value> arguments = {Value::Real(x)};
    const double expected = 10 * x + function;
    const std::vector<Value>* found = calls.Find(function, arguments);
    n_found += found != nullptr ? 1 : 0;
    if (found != nullptr) {
      ASSERT_EQ((*found)[0].real, expected);
    } else {
      calls.Keep(function, body, arguments, {Value::Real(expected)});
    }
  }
  EXPECT_GT(n_found, 500U);
}

}  // namespace
}  // namespace kerf::sim
