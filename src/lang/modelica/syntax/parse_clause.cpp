// Clauses around equations or statements: if, when, for, while.
#include "lang/modelica/syntax/parser.h"
#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(ClauseEndMismatch, Error, "expected `end {}` but found {}", std::string_view, std::string);
KERF_NOTE(ClauseBeginsHere, "the clause begins here");

auto EndsBlock(TokenKind kind) -> bool {
  return kind == TokenKind::Else || kind == TokenKind::Elseif || kind == TokenKind::Elsewhen;
}

}  // namespace

auto Parser::ParseBlock(SectionKind section) -> Index {
  List children;
  Recover(children);
  const Index begin = children.first == kNoNode ? at_ : nodes_[children.first].begin;
  while (!IsStructural() && !Is(TokenKind::End) && !EndsBlock(kind())) {
    const Index item = at_;
    Append(children, ParseItem(section));
    ExpectSemicolon();
    Recover(children);
    if (at_ > item) continue;
    Advance();
    Append(children, Make(NodeKind::Error, item));
  }
  return Make(NodeKind::Block, begin, children);
}

// A condition, `then` and a block; the keyword is taken already.
auto Parser::ParseBranch(SectionKind section) -> Index {
  const Index begin = at_;
  Advance();
  List children;
  Append(children, ParseExpression());
  Expect(TokenKind::Then);
  Append(children, ParseBlock(section));
  return Make(NodeKind::Branch, begin, children);
}

auto Parser::ParseIfClause(SectionKind section) -> Index {
  const Index begin = at_;
  List children;
  do Append(children, ParseBranch(section));
  while (Is(TokenKind::Elseif));
  if (Is(TokenKind::Else)) {
    const Index other = at_;
    Advance();
    List block;
    Append(block, ParseBlock(section));
    Append(children, Make(NodeKind::Branch, other, block));
  }
  ParseClauseEnd(TokenKind::If, begin);
  ParseDescription(children);
  return Make(NodeKind::IfClause, begin, children);
}

// μModelica wrote `elseif` in when clauses too.
auto Parser::ParseWhenClause(SectionKind section) -> Index {
  const Index begin = at_;
  List children;
  do Append(children, ParseBranch(section));
  while (Is(TokenKind::Elsewhen) || (options_.mu_modelica && Is(TokenKind::Elseif)));
  ParseClauseEnd(TokenKind::When, begin);
  ParseDescription(children);
  return Make(NodeKind::WhenClause, begin, children);
}

auto Parser::ParseForClause(SectionKind section) -> Index {
  const Index begin = at_;
  Advance();
  List children;
  ParseForIndices(children);
  Expect(TokenKind::Loop);
  Append(children, ParseBlock(section));
  ParseClauseEnd(TokenKind::For, begin);
  ParseDescription(children);
  return Make(NodeKind::ForClause, begin, children);
}

auto Parser::ParseWhileClause(SectionKind section) -> Index {
  const Index begin = at_;
  Advance();
  List children;
  Append(children, ParseExpression());
  Expect(TokenKind::Loop);
  Append(children, ParseBlock(section));
  ParseClauseEnd(TokenKind::While, begin);
  ParseDescription(children);
  return Make(NodeKind::WhileClause, begin, children);
}

// An `end` of another kind of clause is taken for this one; the end of a class is left to the class.
void Parser::ParseClauseEnd(TokenKind keyword, Index begin) {
  if (Is(TokenKind::End) && kind_at(1) == keyword) {
    at_ += 2;
    return;
  }
  const bool has_end = Is(TokenKind::End) && kind_at(1) != TokenKind::Ident && IsStructural();
  if (!is_lost_ && MayEmit()) {
    const std::string found = has_end ? fmt::format("`end {}`", TokenText(at_ + 1)) : Found();
    emitter_.Emit(SpanOf(at_), ClauseEndMismatch, Spelling(keyword), found)
        .Note(SpanOf(begin), ClauseBeginsHere);
  }
  if (has_end)
    at_ += 2;
  else
    is_lost_ = true;
}

void Parser::ParseForIndices(List& children) {
  do {
    const Index name = at_;
    List range;
    if (Expect(TokenKind::Ident) && Accept(TokenKind::In)) Append(range, ParseExpression());
    Append(children, Make(NodeKind::ForIndex, name, range));
  } while (!is_lost_ && Accept(TokenKind::Comma));
}

}  // namespace kerf::modelica
