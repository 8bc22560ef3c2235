// Values in memory as C and Fortran see them.
#include "external/memory.h"

#include <gtest/gtest.h>

#include <cstring>

namespace kerf::external {
namespace {

using expr::Kind;
using flat::Value;

auto Matrix() -> Value {
  std::vector<Value> elements;
  for (const double x : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) elements.push_back(Value::Real(x));
  return Value::Array(Kind::Real, 0, {2, 3}, std::move(elements));
}

auto Numbers(const Memory& memory, size_t n) -> std::vector<double> {
  std::vector<double> numbers(n);
  std::memcpy(numbers.data(), memory.data(), n * sizeof(double));
  return numbers;
}

TEST(MemoryTest, CHasRowsFortranHasColumns) {
  EXPECT_EQ(Numbers(ToMemory(Matrix(), {}), 6), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Numbers(ToMemory(Matrix(), {true, {}}), 6), (std::vector<double>{1, 4, 2, 5, 3, 6}));
}

TEST(MemoryTest, WhatIsWrittenIsReadBack) {
  for (const bool is_fortran : {false, true}) {
    const MemoryRules rules{is_fortran, {}};
    const Memory memory = ToMemory(Matrix(), rules);
    Value value = Value::Array(Kind::Real, 0, {2, 3}, std::vector<Value>(6, Value::Real(0)));
    FromMemory(value, memory, rules);
    EXPECT_EQ(value, Matrix());
  }
}

TEST(MemoryTest, ARecordIsAStruct) {
  struct Mixed {
    int flag;
    double x;
    const char* text;
    struct Inner {
      int n;
    } inner;
    double last;
  };
  const Value record = Value::Record(0, {Value::Boolean(true), Value::Real(2.5), Value::Text("abc"),
                                         Value::Record(1, {Value::Integer(7)}), Value::Real(-1)});
  const Memory memory = ToMemory(record, {});
  Mixed mixed{};
  ASSERT_GE(memory.size() * sizeof(std::max_align_t), sizeof mixed);
  std::memcpy(&mixed, memory.data(), sizeof mixed);
  EXPECT_EQ(mixed.flag, 1);
  EXPECT_EQ(mixed.x, 2.5);
  EXPECT_STREQ(mixed.text, "abc");
  EXPECT_EQ(mixed.inner.n, 7);
  EXPECT_EQ(mixed.last, -1);
}

TEST(MemoryTest, AnEmptyArrayHasAPlace) {
  EXPECT_FALSE(ToMemory(Value::Array(Kind::Real, 0, {0, 2}, {}), {}).empty());
}

}  // namespace
}  // namespace kerf::external
