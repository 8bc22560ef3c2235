// See random_program.h.
#include "random_program.h"

#include <array>
#include <random>

#include <fmt/format.h>

namespace kerf::combined {

namespace {

class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  auto Statements(int depth) -> std::string {
    std::string text;
    for (uint32_t n = 2 + Below(4); n > 0; --n) text += Statement(depth) + "; ";
    return text;
  }

 private:
  auto Below(uint32_t n) -> uint32_t { return static_cast<uint32_t>(random_() % n); }

  auto Number() -> std::string {
    switch (Below(7)) {
      case 0:  return fmt::format("{}.25", Below(9));
      case 1:  return "X";
      case 2:  return "Y";
      case 3:  return fmt::format("A[{}]", 1 + Below(4));
      case 4:  return "RT";
      case 5:  return "TIME";
      default: return "F.TRANSNBR.SIZE";
    }
  }
  auto Expression(int depth) -> std::string {
    if (depth == 0) return Number();
    const std::string x = Expression(depth - 1);
    const std::string y = Expression(depth - 1);
    switch (Below(9)) {
      case 0:  return fmt::format("({} - {})", x, y);
      case 1:  return fmt::format("{}*{}", x, y);
      case 2:  return fmt::format("{}/{}", x, y);
      case 3:  return fmt::format("SQRT(ABS({}))", x);
      case 4:  return fmt::format("SIN({})", x);
      case 5:  return fmt::format("(-{})", x);
      case 6:  return fmt::format("MIN({}, {})", x, y);
      default: return fmt::format("({} + {})", x, y);
    }
  }
  auto Condition() -> std::string {
    const auto relations = std::to_array<const char*>({"<", "<=", ">", ">=", "=", "<>"});
    const std::string first = fmt::format("{} {} {}", Expression(1), relations[Below(6)], Expression(1));
    if (Below(3) != 0) return first;
    return fmt::format("({}) {} NOT {} > 2.0", first, Below(2) == 0 ? "AND" : "OR", Number());
  }
  auto Block(int depth) -> std::string { return fmt::format("BEGIN {} END", Statements(depth - 1)); }

  auto Compound(int depth) -> std::string {
    switch (Below(4)) {
      case 0:  return fmt::format("IF {} THEN {}", Condition(), Block(depth));
      case 1:  return fmt::format("IF {} THEN {} ELSE {}", Condition(), Block(depth), Block(depth));
      case 2:  return fmt::format("FOR I := 1 TO {} DO {}", 1 + Below(4), Block(depth));
      default: return fmt::format("CASE MOD(C, 2) OF 0: {} END; 1: {} END END", Block(depth), Block(depth));
    }
  }
  auto Statement(int depth) -> std::string {
    if (depth > 0 && Below(3) == 0) return Compound(depth);
    switch (Below(14)) {
      case 0:
      case 1:
      case 2: return fmt::format("X := {}", Expression(2));
      case 3:
      case 4: return fmt::format("Y := {}", Expression(2));
      case 5: return fmt::format("A[{}] := {}", 1 + Below(4), Expression(1));
      case 6: return fmt::format("F.TRANSNBR.SIZE := {}", Expression(1));
      case 7: return "IF C < 40 THEN GENERATE C FOR Q AT TIME + RT WHERE SIZE := RT END";
      case 8: return "SEIZE JOE; ADVANCE RT; RELEASE JOE";
      case 9:
        return fmt::format("ENTER ROOM UNITS = 2; ADVANCE ABS({})/1000.0; LEAVE ROOM UNITS = 2", Number());
      case 10: return fmt::format("PRIORITY {}", Below(5));
      // Rarely anything but a fault.
      case 11: return Below(6) == 0 ? fmt::format("R := {}", Expression(1)) : std::string("OPEN G; GATE G");
      case 12: return "FORTRAN WRITE (1, 2) 'X', X, Y END";
      default: return "ADVANCE RT";
    }
  }

  std::mt19937 random_;
};

}  // namespace

auto RandomProgramText(uint32_t seed) -> std::string {
  Writer writer(seed);
  const std::string body = writer.Statements(3);
  return fmt::format(R"(PROGRAM P;
TYPE CU = RECORD INTEGER TRANSNBR; REAL SIZE END;
VAR FILE OF 300 CU: F; PROCESS Q FILE = F; INTEGER C; REAL Y; RANDOM RT;
DISCRETE PROCESS Q (VAR INTEGER C; VAR REAL COLLECT HISTOGRAM TIMEPERS Y; VAR RANDOM RT; VAR FILE F);
  TYPE CU = RECORD INTEGER TRANSNBR; REAL SIZE END;
  VAR FILE OF 300 CU: F; FACILITY JOE; STORAGE ROOM(3); GATE G; INTEGER I; REAL X; ARRAY [4] OF REAL A;
      INTEGER R RANGE -3 .. 50;
  BEGIN
    IF C < 30 THEN GENERATE C FOR Q AT TIME + RT;
    {}
    Y := X
  END;
EXPERIMENT
  HISTOGRAM Y: 9 CELLS WIDTH = 2.0 FUPLIM = 0.0 END; COLLECT Y END; TIMEPERS Y START = 0.0 END;
  RANDOMGEN RT: EXPOND AVTIM = 1.5 SEED = {} END;
  SIMULATE FROM 0 TO 200.0
END;
SYSTEM
  INITIAL GENERATE C FOR Q AT 1 END;
  DISCRETE PROCESSES Q (C, Y, RT, F) END END;
END
END .
)",
                     body, seed);
}

}  // namespace kerf::combined
