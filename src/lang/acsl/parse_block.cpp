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
    // Declarations inside hold for the program, as all names do.
    Section none;
    if (!TryDeclaration(none)) StatementInto(body);
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
  if (Is(Tok::Number) || (Is(Tok::Word) && Peek(1).kind == Tok::Comma)) return ReadArithmeticIf(statement);
  Statement inner;
  const Token first = Peek();
  if (!ReadStatement(inner)) return false;
  inner.span = SpanFrom(first);
  statement.body.push_back(std::move(inner));
  return true;
}

// IF(x) negative, zero, positive: labels to go to by the sign.
auto Parser::ReadArithmeticIf(Statement& statement) -> bool {
  const NodeId x = statement.value;
  std::vector<Statement> jumps(3);
  for (size_t k = 0; k < jumps.size(); ++k) {
    if (k > 0 && !Expect(Tok::Comma)) return false;
    if (!Is(Tok::Word) && !(Is(Tok::Number) && Peek().is_integer)) return Unexpected("a label");
    jumps[k].kind = StatementKind::GoTo;
    jumps[k].serial = n_statements_++;
    jumps[k].span = Peek().span();
    jumps[k].name = Take().name;
  }
  const auto compared = [&](expr::Op op) {
    Node zero;
    zero.span = program_.nodes[x].span;
    zero.name = program_.names.lower.Intern("0.0");
    return Operation(op, x, AddNode(std::move(zero)));
  };
  // Two of the labels are often the same; the first one mostly stands next.
  const bool is_low = jumps[0].name == jumps[1].name;
  const bool is_outer = jumps[0].name == jumps[2].name;
  const bool is_high = jumps[1].name == jumps[2].name;
  statement.value = compared(is_outer  ? expr::Op::Equal
                             : is_high ? expr::Op::GreaterEqual
                                       : expr::Op::Greater);
  statement.body = {is_outer ? jumps[1] : jumps[2]};
  statement.else_body = {jumps[0]};
  if (is_low || is_outer || is_high) return true;
  Statement other;
  other.kind = StatementKind::If;
  other.serial = n_statements_++;
  other.span = program_.nodes[x].span;
  other.value = compared(expr::Op::GreaterEqual);
  other.body = {jumps[1]};
  other.else_body = {jumps[0]};
  statement.else_body = {std::move(other)};
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

// i = first, last [, step]
auto Parser::ReadCount(Statement& statement) -> bool {
  if (!ExpectName(statement.name) || !Expect(Tok::Equal)) return false;
  statement.value = Expression();
  if (!statement.value.has_value() || !Expect(Tok::Comma)) return false;
  statement.last = Expression();
  if (!statement.last.has_value()) return false;
  if (!Accept(Tok::Comma)) return true;
  statement.step = Expression();
  return statement.step.has_value();
}

// DO WHILE(c) is a loop that is left when c does not hold.
auto Parser::ReadWhile(Statement& statement) -> bool {
  const Token first = Take();
  Take();
  const NodeId condition = Expression();
  if (!condition.has_value() || !Expect(Tok::RightParen)) return false;
  statement.kind = StatementKind::Loop;
  Statement leave;
  leave.kind = StatementKind::Leave;
  leave.span = SpanFrom(first);
  Statement test;
  test.kind = StatementKind::If;
  test.span = leave.span;
  test.serial = n_statements_++;
  test.value = Operation(expr::Op::Not, condition, {});
  test.body.push_back(std::move(leave));
  statement.body.push_back(std::move(test));
  return true;
}

// DO [label] i = first, last [, step] or DO [label] WHILE(c), up to the label or ENDDO.
auto Parser::ReadDo(Statement& statement) -> bool {
  const Token first = Take();
  statement.kind = StatementKind::Do;
  NameId label;
  const bool has_label =
      Is(Tok::Number) || (Is(Tok::Word) && (Peek(1).kind == Tok::Word || Peek(1).kind == Tok::Comma));
  if (has_label) label = Take().name;
  Accept(Tok::Comma);
  const bool is_while = Word() == "while" && Peek(1).kind == Tok::LeftParen;
  if (is_while && !ReadWhile(statement)) return false;
  if (!is_while && !ReadCount(statement)) return false;
  std::vector<Statement>& body = statement.body;
  if (!has_label) {
    static constexpr auto kEnds = std::to_array<std::string_view>({"enddo"});
    if (!ReadBlock(body, kEnds)) {
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
    StatementInto(body);
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
