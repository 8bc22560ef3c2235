// Single statements: assignments, calls, SCHEDULE, TERMT, jumps.
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslRefusedStatement, Error, "`{}` is not supported: {}", std::string, std::string);

// Statements that Kerf knows of and cannot obey.
auto ReasonToRefuse(std::string_view word) -> std::string_view {
  if (word == "save" || word == "restor") return "variables of a routine keep no values between its calls";
  if (word == "read" || word == "open" || word == "close")
    return "a program has no input and output of its own; give values with CONSTANT, TABLE or --set";
  if (word == "subroutine" || word == "function") return "routines stand behind the END of the program";
  return {};
}

}  // namespace

void Parser::StatementInto(std::vector<Statement>& list) {
  depth_ = 0;
  const Token first = Peek();
  Statement statement;
  ReadLabel(statement);
  if (!ReadStatement(statement)) {
    SkipStatement();
    return;
  }
  statement.span = SpanFrom(first);
  // The end of a block has been taken by the block.
  if (!EndStatement()) return;
  list.push_back(std::move(statement));
}

// `label:`, `label..` or a number in front.
void Parser::ReadLabel(Statement& statement) {
  const Tok next = Peek(1).kind;
  const bool is_word = Is(Tok::Word) && (next == Tok::Colon || next == Tok::DotDot);
  const bool is_marked = next == Tok::Colon || next == Tok::DotDot;
  const bool is_number = Is(Tok::Number) && Peek().is_integer && (next == Tok::Word || is_marked);
  if (!is_word && !is_number) return;
  statement.label = Take().name;
  if (is_marked) Take();
}

auto Parser::ReadStatement(Statement& statement) -> bool {
  const std::string_view word = Word();
  const Tok next = Peek(1).kind;
  statement.serial = n_statements_++;
  // A keyword that is given a value is a variable.
  if (word.empty() || next == Tok::Equal) return ReadAssignment(statement);
  if (word == "if" && next == Tok::LeftParen) return ReadIf(statement);
  if (word == "do" && next != Tok::LeftParen) return ReadDo(statement);
  if (word == "procedural") return ReadProcedural(statement);
  if (word == "schedule") return ReadSchedule(statement);
  if (word == "termt") return ReadTerminate(statement);
  if (word == "goto" || (word == "go" && Word(1) == "to")) return ReadJump(statement);
  if (word == "continue") {
    Take();
    statement.kind = StatementKind::Continue;
    return true;
  }
  if (const std::string_view reason = ReasonToRefuse(word); !reason.empty()) {
    const Token token = Take();
    emitter_.Emit(token.span(), AcslRefusedStatement, std::string(program_.names.Written(token.name)),
                  std::string(reason));
    return false;
  }
  if (word == "nosort" || word == "sort" || word == "return") {
    Take();
    statement.kind = word == "nosort" ? StatementKind::NoSort
                     : word == "sort" ? StatementKind::Sort
                                      : StatementKind::Return;
    return true;
  }
  if (word == "print" || word == "write") return ReadPrint(statement);
  if (word == "format") return ReadFormat(statement);
  if (word == "reset") {
    // Events begin the integration anew by themselves.
    while (!Is(Tok::End) && !Is(Tok::Separator)) Take();
    statement.kind = StatementKind::Continue;
    return true;
  }
  if (word == "call") {
    Take();
    return ReadCallForm(statement);
  }
  return ReadAssignment(statement);
}

auto Parser::ReadTarget(Target& target) -> bool {
  const Token first = Peek();
  if (!ExpectName(target.name)) return false;
  if (Is(Tok::LeftParen) && !Arguments(target.subscripts)) return false;
  target.span = SpanFrom(first);
  return true;
}

// A name in a declaration, with sizes; `*` is the size of an argument of a routine.
auto Parser::ReadDeclared(Target& target) -> bool {
  const Token first = Peek();
  if (!ExpectName(target.name)) return false;
  if (Accept(Tok::LeftParen)) {
    do {
      target.subscripts.push_back(Accept(Tok::Star) ? NodeId{} : Expression());
      if (!target.subscripts.back().has_value() && tokens_[pos_ - 1].kind != Tok::Star) return false;
    } while (Accept(Tok::Comma));
    if (!Expect(Tok::RightParen)) return false;
  }
  target.span = SpanFrom(first);
  return true;
}

auto Parser::ReadTargets(std::vector<Target>& targets) -> bool {
  do {
    Target target;
    if (!ReadTarget(target)) return false;
    targets.push_back(std::move(target));
  } while (Accept(Tok::Comma));
  return true;
}

auto Parser::ReadAssignment(Statement& statement) -> bool {
  statement.kind = StatementKind::Assign;
  // `PTR(x, y = r, th)` is another way to write `x, y = PTR(r, th)`.
  size_t ahead = 1;
  if (Peek(1).kind == Tok::LeftParen) {
    while (Peek(ahead).kind != Tok::Equal && Peek(ahead).kind != Tok::RightParen &&
           Peek(ahead).kind != Tok::Separator && Peek(ahead).kind != Tok::End)
      ++ahead;
    if (Peek(ahead).kind == Tok::Equal) return ReadCallForm(statement);
  }
  if (!ReadTargets(statement.targets) || !Expect(Tok::Equal)) return false;
  statement.value = Expression();
  return statement.value.has_value();
}

// name(outputs = inputs), or name(arguments).
auto Parser::ReadCallForm(Statement& statement) -> bool {
  const Token first = Peek();
  if (!ExpectName(statement.name)) return false;
  statement.kind = StatementKind::Call;
  Node call;
  call.kind = NodeKind::Call;
  call.name = statement.name;
  if (Accept(Tok::LeftParen) && !Accept(Tok::RightParen)) {
    const size_t begin = pos_;
    size_t end = begin;
    while (tokens_[end].kind != Tok::Equal && tokens_[end].kind != Tok::Separator &&
           tokens_[end].kind != Tok::End)
      ++end;
    if (tokens_[end].kind == Tok::Equal) {
      if (!ReadTargets(statement.targets) || !Expect(Tok::Equal)) return false;
      statement.kind = StatementKind::Assign;
    }
    do {
      const NodeId argument = Expression();
      if (!argument.has_value()) return false;
      call.operands.push_back(argument);
    } while (Accept(Tok::Comma));
    if (!Expect(Tok::RightParen)) return false;
  }
  call.span = SpanFrom(first);
  statement.value = AddNode(std::move(call));
  return true;
}

// SCHEDULE name .XP. expression
auto Parser::ReadSchedule(Statement& statement) -> bool {
  Take();
  statement.kind = StatementKind::Schedule;
  if (!ExpectName(statement.name)) return false;
  statement.how = Peek().kind;
  if (!Is(Tok::CrossUp) && !Is(Tok::CrossDown) && !Is(Tok::CrossAny) && !Is(Tok::At))
    return Unexpected("`.XP.`, `.XN.`, `.XZ.` or `.AT.`");
  Take();
  statement.value = Expression();
  return statement.value.has_value();
}

// TERMT(condition) or TERMT(condition, 'message')
auto Parser::ReadTerminate(Statement& statement) -> bool {
  Take();
  statement.kind = StatementKind::Terminate;
  if (!Expect(Tok::LeftParen)) return false;
  statement.value = Expression();
  if (!statement.value.has_value()) return false;
  if (Accept(Tok::Comma)) {
    if (!Is(Tok::Text)) return Unexpected(text_of(Tok::Text));
    statement.message = Take().name;
  }
  return Expect(Tok::RightParen);
}

auto Parser::ReadJump(Statement& statement) -> bool {
  if (Word() == "go") Take();
  Take();
  statement.kind = StatementKind::GoTo;
  if (!Is(Tok::Word) && !(Is(Tok::Number) && Peek().is_integer)) return Unexpected("a label");
  statement.name = Take().name;
  return true;
}

}  // namespace kerf::acsl
