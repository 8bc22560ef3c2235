// Tables as piecewise polynomials, against numbers that the C code of the Modelica Standard Library 4.1
// gives.
#include "emit/table_pieces.h"

#include <array>

#include <gtest/gtest.h>

namespace kerf::emit {
namespace {

constexpr std::array kX = {0.0, 1.0, 1.5, 3.0, 4.0, 5.0};
constexpr std::array kY = {0.0, 2.0, 2.5, 1.0, 1.0, -3.0};
constexpr std::array kSmoothness = {Smoothness::Linear,   Smoothness::Akima,
                                    Smoothness::Constant, Smoothness::FritschButland,
                                    Smoothness::Steffen,  Smoothness::ModifiedAkima};

auto Value(const Pieces& pieces, double x) -> double {
  size_t k = 0;
  for (size_t i = 1; i < pieces.starts.size(); ++i) {
    if (pieces.starts[i] <= x) k = i;
  }
  const double v = x - pieces.starts[k];
  const double* c = &pieces.coefficients[k * Pieces::kOrder];
  return ((c[3] * v + c[2]) * v + c[1]) * v + c[0];
}

TEST(TablePieces, AreThoseOfTheStandardLibrary) {
  struct Row {
    double x;
    std::array<double, kSmoothness.size()> y;
  };
  constexpr auto kRows =
      std::to_array<Row>({{-2.200946037993143,
                           {-4.401892075986286, -5.502365094982857, -4.401892075986286, -4.401892075986286,
                            -4.401892075986286, -5.187944232412407}},
                          {0.30169123920624985,
                           {0.6033824784124997, 0.6981262310871177, 0, 0.6487813285050947, 0.6457547384989217,
                            0.6963698856992452}},
                          {1.1992125428476554,
                           {2.1992125428476554, 2.295022644318626, 2, 2.2675584535517377, 2.2709914773975988,
                            2.2851130708431033}},
                          {2.1083648326456736,
                           {1.8916351673543264, 2.0577052776969307, 2.5, 1.9599271730787289,
                            1.9599271730787289, 2.0161877501112797}},
                          {3.4029813394711645, {1, 0.9818050095270972, 1, 1, 1, 0.9428574029895539}},
                          {4.615276985714984,
                           {-1.461107942859936, -0.8784036064288951, 1, -1.0968349318529156,
                            -1.0968349318529156, -0.969577246278577}},
                          {6.304756106593872,
                           {-8.219024426375487, -10.82853663956323, -8.219024426375487, -8.219024426375487,
                            -8.219024426375487, -9.784731754288131}}});
  for (size_t k = 0; k < kSmoothness.size(); ++k) {
    const Pieces pieces = MakePieces(kX, kY, kSmoothness[k], Extrapolation::LastTwoPoints);
    for (const Row& row : kRows) EXPECT_NEAR(Value(pieces, row.x), row.y[k], 1e-12) << k << " at " << row.x;
  }
}

TEST(TablePieces, TheLastPointIsHeld) {
  const Pieces pieces = MakePieces(kX, kY, Smoothness::Akima, Extrapolation::HoldLastPoint);
  EXPECT_EQ(Value(pieces, -1), 0);
  EXPECT_EQ(Value(pieces, 7), -3);
}

TEST(TablePieces, WhereTheAbscissaStaysTheValueJumps) {
  constexpr std::array kSteps = {0.0, 1.0, 1.0, 2.0};
  constexpr std::array kHeights = {0.0, 1.0, 5.0, 6.0};
  const Pieces pieces = MakePieces(kSteps, kHeights, Smoothness::Linear, Extrapolation::LastTwoPoints);
  EXPECT_EQ(Value(pieces, 0.5), 0.5);
  EXPECT_EQ(Value(pieces, 1), 5);
  EXPECT_EQ(Value(pieces, 1.5), 5.5);
  EXPECT_EQ(Value(pieces, 3), 7);
}

TEST(TablePieces, OnePointIsAConstant) {
  constexpr std::array kOne = {2.0};
  const Pieces pieces = MakePieces(kOne, kOne, Smoothness::Akima, Extrapolation::LastTwoPoints);
  EXPECT_EQ(Value(pieces, -5), 2);
  EXPECT_EQ(Value(pieces, 5), 2);
}

}  // namespace
}  // namespace kerf::emit
