// By patterns of the text that cosy_plan.cpp makes.
#include "cosy_variant.h"

#include <fmt/format.h>

#include <regex>

namespace kerf::torture {

namespace {

auto Replaced(const std::string& text, const char* pattern, const std::string& with) -> std::string {
  return std::regex_replace(text, std::regex(pattern), with);
}

// Both parts of the IF say the same, so that the events of its condition change nothing.
constexpr const char* kRoutines =
    "CONTINUOUS FUNCTION PULL (REAL R, U, X): REAL;\n"
    "  VAR REAL D; INTEGER K RANGE 1..2; BOOLEAN ISUP;\n"
    "  BEGIN\n"
    "    FOR K := 1 TO 2 DO D := D + 0.5*(U - X);\n"
    "    ISUP := D > 0.0;\n"
    "    IF ISUP THEN PULL := R*D ELSE BEGIN D := -D; PULL := -R*D END\n"
    "  END;\n"
    "CONTINUOUS SUBROUTINE PULLS (REAL P <- REAL R, U, X);\n"
    "  BEGIN P := 2.0*PULL(R, U, X); P := 0.5*P END;\n";

auto WithRoutines(std::string text, bool has_sections) -> std::string {
  constexpr const char* kRelay = R"(X(\d+)' = (\d+\.\d+)\*\(([U0-9.]+) - X\d+\))";
  if (!has_sections) {
    text = Replaced(text, kRelay, "X$1' = PULL($2, $3, X$1)");
  } else {
    text = Replaced(text, R"(STATE X(\d+);)", "STATE X$1; ALGEBR P$1;");
    text = Replaced(text, kRelay, "NOSORT PULLS(P$1, $2, $3, X$1); X$1' := P$1 END");
  }
  return Replaced(text, "EXPERIMENT\n", std::string(kRoutines) + "EXPERIMENT\n");
}

auto WithSections(std::string text) -> std::string {
  text = Replaced(text, R"(X(\d+)' = (\d[^;]*))", "NOSORT X$1' := 0.0; X$1' := $2 END");
  text = Replaced(text, R"(Y' = ([^;]*); FLOW = Y)", "NOSORT FLOW := 2.0*Y; FLOW := 0.5*FLOW; Y' := $1 END");
  return Replaced(text, R"(H' = ([^;]*); G = ([^;]*); Q = FLOW \+ H)",
                  "NOSORT G := $2; H' := $1; Q := FLOW;\n"
                  "      IF H > 0.5 THEN Q := Q + H ELSE BEGIN Q := H; Q := FLOW + Q END END");
}

auto Backward(std::string text, double stop) -> std::string {
  text = Replaced(text, R"(' (:?=) ([^;]*?)(;| END))", "' $1 -($2)$3");
  text = Replaced(text, R"(\*TIME)", "*(-TIME)");
  text = Replaced(text, R"(TIME - (FILE\d+\.TRANSNBR\.GENTIM))", "$1 - TIME");
  text = Replaced(text, R"(AT TIME \+ )", "AT TIME - ");
  text = Replaced(text, R"(AT (\d))", "AT -$1");
  return Replaced(text, R"(FROM 0\.0 TO \S+)", fmt::format("FROM 0.0 TO {:.6f}", -stop));
}

}  // namespace

auto RandomCosyVariant(Rng& rng) -> CosyVariant {
  CosyVariant variant;
  if (rng.Chance(0.4)) return variant;
  variant.is_backward = rng.Chance(0.5);
  variant.has_sections = rng.Chance(0.5);
  variant.has_routines = rng.Chance(0.5);
  return variant;
}

auto CosyVariantText(std::string text, const CosyVariant& variant, double stop) -> std::string {
  if (variant.has_routines) text = WithRoutines(std::move(text), variant.has_sections);
  if (variant.has_sections) text = WithSections(std::move(text));
  if (variant.is_backward) text = Backward(std::move(text), stop);
  return text;
}

}  // namespace kerf::torture
