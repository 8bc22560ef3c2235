// Statements that are done in order: control and assignment. What acts on the discrete part is in
// parse_command.cpp.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// Statements up to an END, which is left.
void Parser::Statements(std::vector<Statement>& list) {
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    Statement statement;
    const Token first = Peek();
    if (!ReadStatement(statement)) {
      statement.kind = StatementKind::Broken;
      SkipStatement();
      // An END that belongs to the broken statement would end the list too early; a list that ends too late
      // would swallow what follows. The former is the lesser harm.
    }
    statement.span = SpanFrom(first);
    list.push_back(std::move(statement));
    if (EndsList()) return;
    if (Accept(Tok::Semicolon)) continue;
    Unexpected("`;` or `end`");
    SkipStatement();
  }
}

auto Parser::ReadStatement(Statement& statement) -> bool {
  if (IsTooDeep()) return false;
  ++depth_;
  bool is_good = false;
  switch (Peek().kind) {
    case Tok::If:    is_good = ReadIf(statement); break;
    case Tok::For:   is_good = ReadFor(statement); break;
    case Tok::While: is_good = ReadWhile(statement); break;
    case Tok::Case:  is_good = ReadCase(statement); break;
    case Tok::With:  is_good = ReadWith(statement); break;
    case Tok::Begin:
      statement.kind = StatementKind::Group;
      Take();
      Statements(statement.body);
      is_good = Expect(Tok::EndWord);
      break;
    case Tok::Fortran: is_good = ReadWrite(statement); break;
    default:           is_good = IsCommand() ? ReadCommand(statement) : ReadAssignment(statement); break;
  }
  --depth_;
  return is_good;
}

// One statement as a body.
auto Parser::ReadPart(std::vector<Statement>& body) -> bool {
  const Token first = Peek();
  Statement statement;
  if (!ReadStatement(statement)) return false;
  statement.span = SpanFrom(first);
  body.push_back(std::move(statement));
  return true;
}

auto Parser::ReadAssignment(Statement& statement) -> bool {
  statement.kind = StatementKind::Assign;
  if (!Is(Tok::Name)) return Unexpected("a statement");
  statement.target = Variable();
  if (!statement.target.has_value()) return false;
  if (program_.nodes[statement.target].kind == NodeKind::Call && !Is(Tok::Assign)) {
    statement.kind = StatementKind::Call;
    statement.value = statement.target;
    return true;
  }
  if (!Expect(Tok::Assign)) return false;
  statement.value = Expression();
  return statement.value.has_value();
}

auto Parser::ReadIf(Statement& statement) -> bool {
  statement.kind = StatementKind::If;
  Take();
  statement.value = Expression();
  if (!statement.value.has_value() || !Expect(Tok::Then) || !ReadPart(statement.body)) return false;
  return !Accept(Tok::Else) || ReadPart(statement.else_body);
}

auto Parser::ReadFor(Statement& statement) -> bool {
  statement.kind = StatementKind::For;
  Take();
  if (!ExpectName(statement.name) || !Expect(Tok::Assign)) return false;
  statement.value = Expression();
  if (!statement.value.has_value() || !Expect(Tok::To)) return false;
  statement.last = Expression();
  return statement.last.has_value() && Expect(Tok::Do) &&
         ReadRounds(statement, &Statement::value, &Statement::last, StatementKind::Group,
                    [&](std::vector<Statement>& body) { return ReadPart(body); });
}

auto Parser::ReadWhile(Statement& statement) -> bool {
  statement.kind = StatementKind::While;
  Take();
  statement.value = Expression();
  return statement.value.has_value() && Expect(Tok::Do) && ReadPart(statement.body);
}

// CASE selector OF value: statements END; … END
auto Parser::ReadCase(Statement& statement) -> bool {
  statement.kind = StatementKind::Case;
  Take();
  statement.value = Expression();
  if (!statement.value.has_value() || !Expect(Tok::Of)) return false;
  while (!EndsList()) {
    if (Accept(Tok::Semicolon)) continue;
    const Token first = Peek();
    Statement branch;
    branch.kind = StatementKind::Branch;
    branch.value = Expression();
    if (!branch.value.has_value() || !Expect(Tok::Colon)) return false;
    Statements(branch.body);
    if (!Expect(Tok::EndWord)) return false;
    branch.span = SpanFrom(first);
    statement.body.push_back(std::move(branch));
    if (!EndsList() && !Expect(Tok::Semicolon)) return false;
  }
  return Expect(Tok::EndWord);
}

auto Parser::ReadWith(Statement& statement) -> bool {
  statement.kind = StatementKind::With;
  Take();
  if (!ExpectName(statement.name) || !Expect(Tok::Point) || !ExpectName(statement.key)) return false;
  return Expect(Tok::Do) && ReadPart(statement.body);
}

// FORTRAN WRITE (unit, label) values END: the unit and the label of the format do not count.
auto Parser::ReadWrite(Statement& statement) -> bool {
  statement.kind = StatementKind::Write;
  Take();
  if (!IsWord("write")) return Unexpected("WRITE, the only Fortran statement that is understood,");
  Take();
  std::vector<NodeId> unit;
  if (Accept(Tok::LeftParen)) {
    if (Accept(Tok::Star)) {
      if (Accept(Tok::Comma)) Take();
      if (!Expect(Tok::RightParen)) return false;
    } else if (!ReadList(unit, Tok::RightParen)) {
      return false;
    }
  }
  while (!EndsList()) {
    const NodeId value = Expression();
    if (!value.has_value()) return false;
    statement.values.push_back(value);
    if (!Accept(Tok::Comma)) break;
  }
  return Expect(Tok::EndWord);
}

}  // namespace kerf::cosy
