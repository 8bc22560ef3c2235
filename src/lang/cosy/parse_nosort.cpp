// NOSORT: a section of statements among equations.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// NOSORT is no reserved word: a variable may be called so.
auto Parser::IsNoSort() const -> bool {
  if (!IsWord("nosort")) return false;
  switch (Peek(1).kind) {
    case Tok::Equal:
    case Tok::Prime:
    case Tok::LeftBracket:
    case Tok::LeftParen:
    case Tok::Point:       return false;
    default:               return true;
  }
}

// NOSORT statements END
auto Parser::ReadNoSort(Equation& equation) -> bool {
  equation.kind = EquationKind::NoSort;
  Take();
  is_in_equation_ = true;
  Statements(equation.statements);
  is_in_equation_ = false;
  return Expect(Tok::EndWord);
}

}  // namespace kerf::cosy
