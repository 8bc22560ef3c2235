// Waiting: how long, for which of several signals, until a condition holds, for entries of a file.
#include "lang/cosy/parser.h"

namespace kerf::cosy {

// [WITHIN time [ELSE statement]]: what is done when the time is over. Who wants something must say what he
// does without it.
auto Parser::ReadPatience(Statement& statement, bool needs_else) -> bool {
  if (!AcceptWord("within")) return true;
  statement.patience = Expression();
  if (!statement.patience.has_value()) return false;
  if (Accept(Tok::Else)) return ReadPart(statement.else_body);
  return !needs_else || Unexpected("ELSE and what is done without it");
}

// SEIZE name [UNITS = n] [patience]; RELEASE does not wait.
auto Parser::ReadResource(Statement& statement) -> bool {
  if (!ExpectName(statement.name) || !ReadOption("units", statement.value)) return false;
  return statement.kind == StatementKind::Release || ReadPatience(statement, true);
}

// WAITSIG name, or ANY (names), or ALL (names)
auto Parser::ReadWaitSignal(Statement& statement) -> bool {
  const bool is_list = Peek(1).kind == Tok::LeftParen && (IsWord("any") || IsWord("all"));
  if (!is_list) return ExpectName(statement.name) && ReadPatience(statement, false);
  statement.is_all = IsWord("all");
  Take();
  Take();
  return ReadNames(statement.names) && Expect(Tok::RightParen) && ReadPatience(statement, false);
}

// WAIT UNTIL condition or time
auto Parser::ReadWaitUntil(Statement& statement) -> bool {
  if (!ExpectWord("until")) return false;
  statement.value = Expression();
  return statement.value.has_value() && ReadPatience(statement, false);
}

auto Parser::ReadWhen(Statement& statement) -> bool {
  if (!AcceptWord("when")) return true;
  statement.condition = Expression();
  return statement.condition.has_value();
}

// REMOVE name [WHEN condition] [ELSE statement]
auto Parser::ReadRemove(Statement& statement) -> bool {
  if (!ExpectName(statement.name) || !ReadWhen(statement)) return false;
  return !statement.condition.has_value() || !Accept(Tok::Else) || ReadPart(statement.else_body);
}

}  // namespace kerf::cosy
