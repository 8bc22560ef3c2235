// Functions and procedures of programs, called by statements and by equations.
#include <gtest/gtest.h>

#include <cmath>

#include "run_program.h"

namespace kerf::combined {

namespace {

constexpr auto kRoutines = R"(
FUNCTION FACTORIAL (INTEGER N): INTEGER;
  BEGIN IF N <= 1 THEN FACTORIAL := 1 ELSE FACTORIAL := N*FACTORIAL(N - 1) END;
FUNCTION IS_EVEN (INTEGER N): BOOLEAN;
  BEGIN IF N = 0 THEN IS_EVEN := TRUE ELSE IS_EVEN := NOT IS_EVEN(N - 1) END;
FUNCTION NORM (VAR ARRAY [3] OF REAL X): REAL;
  VAR INTEGER I; REAL SUM;
  BEGIN SUM := 0.0; FOR I := 1 TO 3 DO SUM := SUM + X[I]*X[I]; NORM := SQRT(SUM) END;
PROCEDURE SWAP (VAR REAL A, B);
  VAR REAL KEPT;
  BEGIN KEPT := A; A := B; B := KEPT END;
SUBROUTINE FILL (VAR ARRAY [3] OF REAL X; REAL VALUE);
  VAR INTEGER I;
  BEGIN FOR I := 1 TO 3 DO X[I] := VALUE + I END;
FUNCTION CUBE (REAL X): REAL; BEGIN X := X*X*X; CUBE := X END;
FUNCTION SERIES (REAL X; INTEGER N): REAL;
  VAR INTEGER K; REAL TERM; ARRAY [20] OF REAL PART;
  BEGIN
    TERM := 1.0; K := 1;
    WHILE K <= N DO BEGIN PART[K] := TERM; TERM := TERM*X/K; K := K + 1 END;
    FOR K := 1 TO N DO SERIES := SERIES + PART[K]
  END;
)";

auto RunWith(const std::string& variables, const std::string& system, const Options& options = {})
    -> std::unique_ptr<Ran> {
  return RunText(
      fmt::format("PROGRAM P;\nVAR {}\n{}\nEXPERIMENT SIMULATE FROM 0.0 TO 1.0 END;\nSYSTEM {} END "
                  "END .\n",
                  variables, kRoutines, system),
      options);
}

TEST(Routines, InStatements) {
  for (const uint64_t compile_after : {uint64_t{0}, uint64_t{1'000'000}}) {
    Options options;
    options.compile_after = compile_after;
    const auto ran =
        RunWith("REAL A, B, L; INTEGER N; BOOLEAN E, O; ARRAY [3] OF REAL X, Y; REAL S;",
                "INITIAL N := FACTORIAL(10); E := IS_EVEN(40); O := IS_EVEN(41); A := 1.0; B := 2.0;"
                " SWAP(A, B); FILL(X, 0.0); FILL(Y, 10.0); L := NORM(X) + NORM(Y);"
                " S := SERIES(1.0, 18) + CUBE(A) END; DISCRETE END",
                options);
    ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
    EXPECT_EQ(ran->Value(0, "N"), 3628800);
    EXPECT_EQ(ran->Value(0, "E"), 1);
    EXPECT_EQ(ran->Value(0, "O"), 0);
    EXPECT_EQ(ran->Value(0, "A"), 2);
    EXPECT_EQ(ran->Value(0, "B"), 1);
    EXPECT_EQ(ran->Value(0, "Y", 2), 13);
    EXPECT_NEAR(ran->Value(0, "L"), std::sqrt(14.0) + std::sqrt(121.0 + 144 + 169), 1e-12);
    EXPECT_NEAR(ran->Value(0, "S"), std::exp(1.0) + 8, 1e-12);
  }
}

// Fields of transactions can be handed over as well; each transaction has its own.
TEST(Routines, InProcesses) {
  const auto ran = RunText(R"(PROGRAM P;
TYPE CR = RECORD INTEGER TRANSNBR; REAL A, B END;
VAR FILE OF 10 CR: F; PROCESS LIFE FILE = F; ARRAY [3] OF REAL SEEN; INTEGER NR, I;
PROCEDURE STEP_ON (VAR REAL A; REAL BY); BEGIN A := A + BY END;
FUNCTION DELAY_OF (INTEGER N): REAL; BEGIN DELAY_OF := 2.0*N END;
DISCRETE PROCESS LIFE (VAR REAL SEEN; VAR FILE F);
  TYPE CR = RECORD INTEGER TRANSNBR; REAL A, B END;
  VAR FILE OF 10 CR: F;
  BEGIN
    STEP_ON(A, 1.0*TRANSNBR); ADVANCE DELAY_OF(TRANSNBR); STEP_ON(A, TIME); SEEN[TRANSNBR] := A
  END;
EXPERIMENT SIMULATE FROM 0.0 TO 100.0 END;
SYSTEM
  INITIAL FOR I := 1 TO 3 DO GENERATE NR FOR LIFE AT 1.0 END;
  DISCRETE PROCESSES LIFE (SEEN, F) END END
END
END .
)");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  for (size_t k = 0; k < 3; ++k) {
    const double n = static_cast<double>(k + 1);
    EXPECT_EQ(ran->Value(0, "SEEN", k), n + 1 + 2 * n);
  }
}

TEST(Routines, InEquations) {
  const auto ran =
      RunWith("STATE S, T; ARRAY [3] OF ALGEBR V; ALGEBR L;",
              "INITIAL S := 0.0; T := 1.0 END;"
              "CONTINUOUS S' = CUBE(TIME); T' = T*SERIES(0.0, 3); V[1] = TIME; V[2] = 2.0; V[3] = S;"
              " L = NORM(V) END");
  ASSERT_TRUE(ran->ok) << testing::PrintToString(ran->lines);
  EXPECT_NEAR(ran->Value(0, "S"), 0.25, 1e-8);
  EXPECT_NEAR(ran->Value(0, "T"), std::exp(1.0), 1e-7);
  EXPECT_NEAR(ran->Value(0, "L"), std::sqrt(1 + 4 + 1.0 / 16), 1e-8);
}

// The function at work, not the one that began it all, is told with its line; the run is over.
TEST(Routines, WithoutEnd) {
  const auto ran = RunText(R"(PROGRAM P;
VAR REAL X; TEVENT E;
FUNCTION F (REAL X): REAL;
  BEGIN F := F(X + 1.0) END;
EXPERIMENT SIMULATE FROM 0.0 TO 1.0 END;
SYSTEM INITIAL SCHEDULE E AT 0.5 END; DISCRETE EVENTS E: X := F(1.0) END END END
END
END .
)");
  EXPECT_FALSE(ran->ok);
  ASSERT_EQ(ran->mistakes.all.size(), 1U);
  EXPECT_EQ(ran->mistakes.all[0].text,
            "time 0.5: `F` is called when 1000 calls are at work already: does it call itself without end?");
}

}  // namespace

}  // namespace kerf::combined
