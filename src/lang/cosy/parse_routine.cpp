// FUNCTION, PROCEDURE and SUBROUTINE.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

auto Parser::IsRoutine(size_t ahead) const -> bool {
  const std::string_view word = Word(ahead);
  const bool is_word = word == "function" || word == "procedure" || word == "subroutine";
  return is_word && Peek(ahead + 1).kind == Tok::Name;
}

// [CONTINUOUS] FUNCTION name [(parameters)]: type; declarations BEGIN statements END; the others have no
// type.
void Parser::ReadRoutine() {
  Routine routine;
  routine.is_continuous = Accept(Tok::Continuous);
  routine.is_function = IsWord("function");
  Take();
  routine.span = Peek().span();
  bool is_good = ExpectName(routine.name);
  if (is_good && Accept(Tok::LeftParen))
    is_good = ReadParameters(routine.formals, routine.is_continuous && !routine.is_function);
  if (is_good && routine.is_function) {
    is_good = Expect(Tok::Colon);
    const bool is_type = Is(Tok::Real) || Is(Tok::Integer) || Is(Tok::Boolean);
    if (is_good && !is_type) is_good = Unexpected("REAL, INTEGER or BOOLEAN");
    if (is_good) routine.type = Take().kind;
  }
  is_good = is_good && Expect(Tok::Semicolon);
  while (is_good && TryDeclaration(routine.declarations)) {
  }
  is_good = is_good && Expect(Tok::Begin);
  if (is_good) Statements(routine.body);
  if (is_good) is_good = Expect(Tok::EndWord);
  if (!is_good) SkipStatement();
  Accept(Tok::Semicolon);
  program_.routines.push_back(std::move(routine));
}

// ([parameters]) or ([outputs] <- [inputs])
auto Parser::ReadParameters(std::vector<cosy::Variable>& formals, bool takes_outputs) -> bool {
  const auto read_list = [&] {
    do {
      if (!ReadParameter(formals)) return false;
    } while (Accept(Tok::Semicolon));
    return true;
  };
  if (!Is(Tok::Arrow) && !Is(Tok::RightParen) && !read_list()) return false;
  if (takes_outputs && !Is(Tok::Arrow)) return Unexpected("`<-` behind what the subroutine gives");
  if (takes_outputs) {
    Take();
    for (cosy::Variable& formal : formals) formal.is_output = formal.is_reference = true;
    if (!Is(Tok::RightParen) && !read_list()) return false;
  }
  return Expect(Tok::RightParen);
}

// [VAR] [ARRAY [size] OF] type names
auto Parser::ReadParameter(std::vector<cosy::Variable>& formals) -> bool {
  cosy::Variable shape;
  shape.is_reference = Accept(Tok::Var);
  if (!ReadArrayOf(shape)) return false;
  if (!Is(Tok::Real) && !Is(Tok::Integer) && !Is(Tok::Boolean)) return Unexpected("REAL, INTEGER or BOOLEAN");
  shape.type = Take().kind;
  return ReadFormalNames(shape, formals);
}

}  // namespace kerf::cosy
