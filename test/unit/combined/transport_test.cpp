// What a flow carries along, by biased and limited formulas, in either direction.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

// A profile that moves a quarter of the line, in direction `side`; F is a function of the distance S from
// where it starts. The wind is a number or a variable.
auto Moved(int n, int formula, const std::string& derivative, int side, const std::string& profile)
    -> std::string {
  return fmt::format(R"(PROGRAM MOVED;
CONST INTEGER N = {};
VAR ARRAY [N] OF STATE U; INTEGER I; REAL C, S;
STORE U;
EXPERIMENT C := {}; SIMULATE FROM 0.0 TO 0.25 COMINT = 0.05 END;
SYSTEM
  INITIAL FOR I := 1 TO N DO BEGIN S := FLOAT(I - 1)/FLOAT(N - 1) - {}; {} END END;
  CONTINUOUS
    PDE U ON 0.0 TO 1.0 FORMULA = {};
      {} U: 0.0, 1.0, 0.0;
      {} U: FREE;
      U' = -C*{}
    END
  END
END
END .
)",
                     n, side > 0 ? "1.0" : "-1.0", side > 0 ? "0.45" : "0.55", profile, formula,
                     side > 0 ? "LOWER" : "UPPER", side > 0 ? "UPPER" : "LOWER", derivative);
}

constexpr const char* kSmooth = "U[I] := EXP(-100.0*S*S)";
constexpr const char* kStep = "U[I] := 0.0; IF ABS(S) < 0.1 THEN U[I] := 1.0";

auto LargestError(const Ran& ran, int n, int side) -> double {
  double error = 0;
  for (int i = 0; i < n; ++i) {
    const double s = static_cast<double>(i) / (n - 1) - (side > 0 ? 0.7 : 0.3);
    error = std::max(error, std::abs(ran.Value(0, "U", i) - std::exp(-100 * s * s)));
  }
  return error;
}

// Twice as many points make the error smaller by the order of the formula, nearly.
TEST(Transport, BiasedFormulasHaveTheirOrder) {
  for (const int side : {1, -1}) {
    for (const auto& [formula, better] : {std::pair{3, 3.0}, {5, 9.0}, {7, 25.0}}) {
      const auto coarse = RunText(Moved(81, formula, "DXUP(U, C)", side, kSmooth));
      const auto fine = RunText(Moved(161, formula, "DXUP(U, C)", side, kSmooth));
      ASSERT_TRUE(coarse->ok && fine->ok);
      EXPECT_GT(LargestError(*coarse, 81, side), better * LargestError(*fine, 161, side)) << formula << side;
    }
  }
}

TEST(Transport, LimitedFormulasMakeNoNewExtremes) {
  for (const int side : {1, -1}) {
    for (const char* profile : {kStep, kSmooth}) {
      const auto ran = RunText(Moved(41, 3, "DXLIM(U, C)", side, profile));
      ASSERT_TRUE(ran->ok);
      for (const std::vector<double>& row : ran->engine->runs()[0].rows) {
        EXPECT_GE(*std::min_element(row.begin() + 1, row.end()), -1e-9);
        EXPECT_LE(*std::max_element(row.begin() + 1, row.end()), 1 + 1e-9);
      }
    }
  }
}

// What leaves is gone, and nothing comes back.
TEST(Transport, FreeEndsLetGo) {
  for (const char* derivative : {"DXUP(U, C)", "DXLIM(U, C)"}) {
    std::string text = Moved(81, 5, derivative, 1, kSmooth);
    text.replace(text.find("TO 0.25"), 7, "TO 2.5");
    const auto ran = RunText(text);
    ASSERT_TRUE(ran->ok);
    for (int i = 0; i < 81; ++i) EXPECT_NEAR(ran->Value(0, "U", i), 0, 1e-4) << derivative << i;
  }
}

}  // namespace

}  // namespace kerf::combined
