// Texts of units, their algebra and how they are shown.
#include "units/unit.h"

#include <gtest/gtest.h>

namespace kerf::units {
namespace {

class UnitTest : public testing::Test {
 protected:
  auto Parse(std::string_view text) -> UnitId {
    const auto unit = table_.TryParse(text);
    EXPECT_TRUE(unit.has_value()) << text;
    return unit.value_or(UnitTable::kOne);
  }
  auto Text(std::string_view text) -> std::string { return table_.Text(Parse(text)); }

  UnitTable table_;
};

TEST_F(UnitTest, DifferentTextsOfOneUnitAreEqual) {
  EXPECT_EQ(Parse("N.m"), Parse("J"));
  EXPECT_EQ(Parse("kg.m2/s2"), Parse("N.m"));
  EXPECT_EQ(Parse("kg.m.s-2"), Parse("N"));
  EXPECT_EQ(Parse("W/(m2.K)"), Parse("W.m-2.K-1"));
  EXPECT_EQ(Parse("m-1"), Parse("1/m"));
  EXPECT_EQ(Parse("V/A"), Parse("Ohm"));
  EXPECT_EQ(Parse("(N.m)/(rad)"), Parse("N.m"));
  EXPECT_EQ(Parse("m+2"), Parse("m2"));
  EXPECT_EQ(Parse("m0"), UnitTable::kOne);
}

TEST_F(UnitTest, AnglesAreNumbers) {
  EXPECT_EQ(Parse("rad"), UnitTable::kOne);
  EXPECT_EQ(Parse("N.m/rad"), Parse("N.m"));
  EXPECT_EQ(Parse("rad/s"), Parse("Hz"));
  EXPECT_NE(Parse("deg"), UnitTable::kOne);
  EXPECT_TRUE(table_.HaveSameDimension(Parse("deg"), UnitTable::kOne));
}

TEST_F(UnitTest, SizeCounts) {
  EXPECT_NE(Parse("mm"), Parse("m"));
  EXPECT_TRUE(table_.HaveSameDimension(Parse("mm"), Parse("m")));
  EXPECT_EQ(Parse("1/ms"), Parse("kHz"));
  EXPECT_EQ(Parse("mm2"), table_.TryPower(Parse("mm"), {2, 1}));
  EXPECT_DOUBLE_EQ(table_[Parse("mm2")].scale, 1e-6);
  EXPECT_DOUBLE_EQ(table_[Parse("kOhm")].scale, 1e3);
  EXPECT_DOUBLE_EQ(table_[Parse("bar")].scale, 1e5);
  EXPECT_EQ(Parse("rev/min"), Parse("rpm"));
  EXPECT_EQ(Parse("kg"), table_.TryProduct(Parse("g"), Parse("m/mm")));
  EXPECT_EQ(Parse("l"), Parse("dm3"));
  EXPECT_EQ(Parse("kW.h"), Parse("kWh"));
}

TEST_F(UnitTest, ASymbolGoesBeforeAPrefix) {
  EXPECT_TRUE(table_.HaveSameDimension(Parse("min"), Parse("s")));
  EXPECT_TRUE(table_.HaveSameDimension(Parse("cd"), Parse("lm")));
  EXPECT_TRUE(table_.HaveSameDimension(Parse("T"), Parse("Wb/m2")));
  EXPECT_TRUE(table_.HaveSameDimension(Parse("dam"), Parse("m")));
  EXPECT_DOUBLE_EQ(table_[Parse("dam")].scale, 10);
  EXPECT_TRUE(table_.HaveSameDimension(Parse("hPa"), Parse("Pa")));
}

TEST_F(UnitTest, ZeroOfAScaleCounts) {
  EXPECT_NE(Parse("degC"), Parse("K"));
  EXPECT_TRUE(table_.IsTemperature(Parse("degC")));
  EXPECT_FALSE(table_.IsTemperature(Parse("W/K")));
  EXPECT_EQ(Parse("W/degC"), Parse("W/K"));
}

TEST_F(UnitTest, UnknownSymbolsAreUnitsOfTheirOwn) {
  EXPECT_EQ(Parse("EUR/h"), Parse("EUR/h"));
  EXPECT_NE(Parse("EUR"), Parse("USD"));
  EXPECT_EQ(Text("EUR2"), "EUR2");
  EXPECT_NE(Parse("Nm"), Parse("N.m"));
}

TEST_F(UnitTest, WhatIsNoUnit) {
  for (const char* text : {"", "m/s/s", "m^2", "J/kg.K", "m.", "/s", "2", "m(1/0)", "m(1/2", "(m", "m s",
                           "m-", "((((((((((((((((((((((((m))))))))))))))))))))))))", "m99999"})
    EXPECT_FALSE(table_.TryParse(text).has_value()) << text;
}

TEST_F(UnitTest, Powers) {
  EXPECT_EQ(table_.TryPower(Parse("m2"), {1, 2}), Parse("m"));
  EXPECT_EQ(table_.TryPower(Parse("m"), {1, 2}), Parse("m(1/2)"));
  EXPECT_EQ(table_.TryQuotient(Parse("m"), Parse("m")), UnitTable::kOne);
  EXPECT_FALSE(table_.TryPower(Parse("m30000"), {2, 1}).has_value());
  EXPECT_EQ(TryExponent(1.0 / 3), (Exponent{1, 3}));
  EXPECT_EQ(TryExponent(-1.5), (Exponent{-3, 2}));
  EXPECT_FALSE(TryExponent(0.123456).has_value());
}

TEST_F(UnitTest, ShownByName) {
  EXPECT_EQ(Text("Ohm.A"), "V");
  EXPECT_EQ(Text("kg.m2.s-3.A-1"), "V");
  EXPECT_EQ(Text("kOhm.mA"), "V");
  EXPECT_EQ(Text("kOhm.A"), "kV");
  EXPECT_EQ(Text("mm"), "mm");
  EXPECT_EQ(Text("g"), "0.001 kg");
  EXPECT_EQ(Text("h"), "3600 s");
  EXPECT_EQ(Text("V.s2"), "kg.m2/(s.A)");
  EXPECT_EQ(Text("1/s"), "1/s");
  EXPECT_EQ(Text("rad"), "1");
  EXPECT_EQ(Text("m(1/2)"), "m(1/2)");
  EXPECT_EQ(Text("degC"), "degC");
}

}  // namespace
}  // namespace kerf::units
