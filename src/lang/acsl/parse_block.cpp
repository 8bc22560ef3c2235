// Statements that hold others: IF, DO, PROCEDURAL.
#include <algorithm>

#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslDeepBlock, Error, "blocks are nested too deeply here");
KERF_DIAG(AcslOpenBlock, Error, "the {} that begins here has no end", std::string);

constexpr int kMaxBlocks = 100;

}  // namespace

// Of all that is open at the end of the text only the innermost is told.
auto Parser::LacksEnd(const Token& first, const std::string& what) -> bool {
  if (!has_open_) emitter_.Emit(first.span(), AcslOpenBlock, what);
  has_open_ = true;
  return false;
}

// END of a section, a PROCEDURAL or the program, and not of an IF or DO.
auto Parser::AtPlainEnd() const -> bool {
  return Word() == "end" && Peek(1).kind != Tok::Equal && Word(1) != "if" && Word(1) != "do";
}

// Ends are words written together (ENDIF) or apart (END IF).
auto Parser::ReadBlock(std::vector<Statement>& body, std::span<const std::string_view> ends) -> bool {
  if (++block_depth_ > kMaxBlocks) {
    emitter_.Emit(Peek().span(), AcslDeepBlock);
    --block_depth_;
    has_open_ = true;
    while (!Is(Tok::End)) Take();
    return false;
  }
  while (!Is(Tok::End)) {
    if (Accept(Tok::Separator)) continue;
    const std::string apart = std::string(Word()) + std::string(Word(1));
    const bool is_word = std::ranges::count(ends, Word()) > 0 && Peek(1).kind != Tok::Equal;
    if (is_word || std::ranges::count(ends, apart) > 0) {
      --block_depth_;
      return true;
    }
    if (AtPlainEnd()) break;
    StatementInto(body);
  }
  --block_depth_;
  return false;
}

// IF(c) statement, or IF(c) THEN … ELSE … ENDIF.
auto Parser::ReadIf(Statement& statement) -> bool {
  Take();
  statement.kind = StatementKind::If;
  if (!Expect(Tok::LeftParen)) return false;
  statement.value = Expression();
  if (!statement.value.has_value() || !Expect(Tok::RightParen)) return false;
  if (Word() == "then") return ReadIfBlock(statement);
  Statement inner;
  const Token first = Peek();
  if (!ReadStatement(inner)) return false;
  inner.span = SpanFrom(first);
  statement.body.push_back(std::move(inner));
  return true;
}

auto Parser::ReadIfBlock(Statement& statement) -> bool {
  static constexpr auto kEnds = std::to_array<std::string_view>({"endif", "else", "elseif"});
  const Token first = Take();
  if (!ReadBlock(statement.body, kEnds)) {
    return LacksEnd(first, "IF");
  }
  const std::string_view word = Word();
  const bool is_else_if = word == "elseif" || (word == "else" && Word(1) == "if");
  if (is_else_if) {
    if (word == "else") Take();
    Statement inner;
    const Token begin = Peek();
    if (!ReadIf(inner)) return false;
    inner.span = SpanFrom(begin);
    statement.else_body.push_back(std::move(inner));
    return true;
  }
  if (word == "else") {
    Take();
    static constexpr auto kLast = std::to_array<std::string_view>({"endif"});
    if (!ReadBlock(statement.else_body, kLast)) {
      return LacksEnd(first, "IF");
    }
  }
  if (Word() == "end") Take();
  Take();
  return true;
}

// DO [label] i = first, last [, step] up to the label or ENDDO.
auto Parser::ReadDo(Statement& statement) -> bool {
  const Token first = Take();
  statement.kind = StatementKind::Do;
  NameId label;
  const bool has_label = Is(Tok::Number) || (Is(Tok::Word) && Peek(1).kind == Tok::Word);
  if (has_label) label = Take().name;
  Accept(Tok::Comma);
  if (!ExpectName(statement.name) || !Expect(Tok::Equal)) return false;
  statement.value = Expression();
  if (!statement.value.has_value() || !Expect(Tok::Comma)) return false;
  statement.last = Expression();
  if (!statement.last.has_value()) return false;
  if (Accept(Tok::Comma)) {
    statement.step = Expression();
    if (!statement.step.has_value()) return false;
  }
  if (!has_label) {
    static constexpr auto kEnds = std::to_array<std::string_view>({"enddo"});
    if (!ReadBlock(statement.body, kEnds)) {
      return LacksEnd(first, "DO");
    }
    if (Word() == "end") Take();
    Take();
    return true;
  }
  if (++block_depth_ > kMaxBlocks) return Unexpected("fewer loops inside each other");
  bool is_closed = false;
  while (!is_closed && !Is(Tok::End) && !AtPlainEnd()) {
    if (Accept(Tok::Separator)) continue;
    const bool is_last = Peek().name == label && (Is(Tok::Word) || Is(Tok::Number));
    closed_label_ = {};
    StatementInto(statement.body);
    // A loop inside that goes up to the same label ends this one, too.
    is_closed = is_last || closed_label_ == label;
  }
  --block_depth_;
  if (!is_closed) {
    return LacksEnd(first, "DO");
  }
  closed_label_ = label;
  // The end of the statement went with the last one of the body.
  --pos_;
  return true;
}

// (outputs = inputs); inputs may be expressions, as macros put them in, and are found in the body anyway.
auto Parser::ReadProceduralHead(Statement& statement) -> bool {
  if (!Accept(Tok::LeftParen) || Accept(Tok::RightParen)) return true;
  if (!Is(Tok::Equal) && !ReadTargets(statement.targets)) return false;
  if (Accept(Tok::Equal) && !Is(Tok::RightParen)) {
    do {
      if (!Expression().has_value()) return false;
    } while (Accept(Tok::Comma));
  }
  return Expect(Tok::RightParen);
}

auto Parser::ReadProcedural(Statement& statement) -> bool {
  const Token first = Take();
  statement.kind = StatementKind::Procedural;
  // What follows a mistake in the head is still its body.
  if (!ReadProceduralHead(statement)) SkipStatement();
  static constexpr auto kEnds = std::to_array<std::string_view>({"end"});
  if (!ReadBlock(statement.body, kEnds)) {
    return LacksEnd(first, "PROCEDURAL");
  }
  Take();
  return true;
}

}  // namespace kerf::acsl
