// What ACSL has from Fortran: DATA, COMMON, and routines behind the program.
#include <algorithm>

#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslDataCount, Error, "DATA gives {} values to {} names", size_t, size_t);
KERF_DIAG(AcslRoutineTwice, Error, "there is a second routine `{}`", std::string_view);

}  // namespace

// DATA a, b / 1.0, 2.0 /, v / 3*0.0 /
void Parser::ReadData() {
  Take();
  do {
    if (!ReadDataList()) return SkipStatement();
  } while (Accept(Tok::Comma) || Is(Tok::Word));
  EndStatement();
}

auto Parser::ReadDataList() -> bool {
  std::vector<Constant> list;
  do {
    Constant constant;
    constant.span = Peek().span();
    if (!ExpectName(constant.name)) return false;
    list.push_back(std::move(constant));
  } while (Accept(Tok::Comma));
  if (!Expect(Tok::Slash)) return false;
  Constant all = list[0];
  do {
    if (!ReadValue(all)) return false;
  } while (Accept(Tok::Comma));
  if (!Expect(Tok::Slash)) return false;
  if (list.size() == 1) {
    program_.constants.push_back(std::move(all));
    return true;
  }
  if (all.values.size() != list.size()) {
    emitter_.Emit(all.span, AcslDataCount, all.values.size(), list.size());
    return true;
  }
  for (size_t k = 0; k < list.size(); ++k) {
    list[k].kind = all.kind;
    list[k].values = {all.values[k]};
    program_.constants.push_back(std::move(list[k]));
  }
  return true;
}

// COMMON /block/ a, b(3): in a program all names are known to all sections anyway; routines see those of the
// blocks that they name.
void Parser::ReadCommon() {
  Take();
  CommonBlock block;
  if (Accept(Tok::Slash)) {
    if (!Is(Tok::Slash) && !ExpectName(block.name)) return SkipStatement();
    if (!Expect(Tok::Slash)) return SkipStatement();
  }
  do {
    Target target;
    if (!ReadDeclared(target)) return SkipStatement();
    block.members.push_back(target.name);
    if (!target.subscripts.empty())
      program_.arrays.push_back({target.name, target.span, std::move(target.subscripts)});
  } while (Accept(Tok::Comma));
  program_.commons.push_back(std::move(block));
  EndStatement();
}

// ERRTAG flag: comes true where an integration fails. Who runs the program sets it (driver/rerun.h).
void Parser::ReadErrorTag() {
  Take();
  const bool has_parens = Accept(Tok::LeftParen);
  do {
    Constant constant;
    constant.span = Peek().span();
    if (!ExpectName(constant.name)) return SkipStatement();
    constant.kind = DataKind::Logical;
    constant.values = {0};
    const auto is_it = [&](const Constant& other) { return other.name == constant.name; };
    program_.error_tag = constant.name;
    if (std::ranges::none_of(program_.constants, is_it)) program_.constants.push_back(std::move(constant));
  } while (Accept(Tok::Comma));
  if (has_parens && !Expect(Tok::RightParen)) return SkipStatement();
  EndStatement();
}

auto Parser::IsRoutineHead() const -> bool {
  size_t k = Word() == "double" ? 2 : Word() == "real" || Word() == "integer" || Word() == "logical" ? 1 : 0;
  if (Peek(k).kind == Tok::Star) k += 2;
  return (Word(k) == "function" || Word(k) == "subroutine") && Peek(k + 1).kind == Tok::Word;
}

void Parser::ReadRoutines() {
  while (IsRoutineHead()) {
    ReadRoutine();
    while (Accept(Tok::Separator)) {
    }
  }
}

auto Parser::ReadDummies(Routine& routine) -> bool {
  if (!Accept(Tok::LeftParen) || Accept(Tok::RightParen)) return true;
  do {
    NameId dummy;
    if (!ExpectName(dummy)) return false;
    routine.dummies.push_back(dummy);
  } while (Accept(Tok::Comma));
  return Expect(Tok::RightParen);
}

// Declarations of a routine are its own.
void Parser::ReadRoutine() {
  Routine routine;
  const Token first = Peek();
  const std::string_view type = Word();
  if (type != "function" && type != "subroutine") {
    routine.has_kind = true;
    if (type == "integer") routine.kind = expr::Kind::Integer;
    if (type == "logical") routine.kind = expr::Kind::Boolean;
  }
  while (Word() != "function" && Word() != "subroutine") Take();
  routine.is_function = Take().name == program_.names.Find("function");
  routine.name = Take().name;
  if (!ReadDummies(routine)) SkipStatement();
  routine.span = SpanFrom(first);
  std::swap(routine.constants, program_.constants);
  std::swap(routine.arrays, program_.arrays);
  std::swap(routine.types, program_.types);
  std::swap(routine.commons, program_.commons);
  static constexpr auto kEnds = std::to_array<std::string_view>({"end"});
  if (ReadBlock(routine.body, kEnds)) {
    Take();
    // END FUNCTION name
    SkipStatement();
  } else {
    LacksEnd(first, routine.is_function ? "FUNCTION" : "SUBROUTINE");
  }
  std::swap(routine.constants, program_.constants);
  std::swap(routine.arrays, program_.arrays);
  std::swap(routine.types, program_.types);
  std::swap(routine.commons, program_.commons);
  if (std::ranges::count(program_.routines, routine.name, &Routine::name) > 0)
    emitter_.Emit(routine.span, AcslRoutineTwice, program_.names.Written(routine.name));
  program_.routines.push_back(std::move(routine));
}

}  // namespace kerf::acsl
