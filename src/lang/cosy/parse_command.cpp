// Statements that act on the discrete part: events, files, transactions, resources, copies, runs. Their words
// are not reserved: a word counts as a command unless an assignment follows it.
#include <algorithm>
#include <array>

#include "lang/cosy/parser.h"

namespace kerf::cosy {

namespace {

// What follows the word of a command.
enum class Form : uint8_t {
  Alone,
  Name,
  Units,
  Value,
  Terminate,
  Schedule,
  Insert,
  Generate,
  Copy,
  ErrorExit,
  Preempt,
  WaitSignal,
  WaitUntil,
  Take,
  Put,
  Remove,
};

struct Command {
  std::string_view word;
  StatementKind kind;
  Form form;
};

constexpr auto kCommands = std::to_array<Command>({
    {"schedule", StatementKind::Schedule, Form::Schedule},
    {"cancel", StatementKind::Cancel, Form::Name},
    {"insert", StatementKind::Insert, Form::Insert},
    {"remove", StatementKind::Remove, Form::Remove},
    {"take", StatementKind::Take, Form::Take},
    {"put", StatementKind::Put, Form::Put},
    {"wait", StatementKind::WaitUntil, Form::WaitUntil},
    {"generate", StatementKind::Generate, Form::Generate},
    {"seize", StatementKind::Seize, Form::Units},
    {"enter", StatementKind::Seize, Form::Units},
    {"release", StatementKind::Release, Form::Units},
    {"leave", StatementKind::Release, Form::Units},
    {"preempt", StatementKind::Preempt, Form::Preempt},
    {"advance", StatementKind::Advance, Form::Value},
    {"priority", StatementKind::Priority, Form::Value},
    {"terminate", StatementKind::Terminate, Form::Terminate},
    {"create", StatementKind::Create, Form::Copy},
    {"suspend", StatementKind::Suspend, Form::Copy},
    {"resume", StatementKind::Resume, Form::Copy},
    {"delete", StatementKind::Delete, Form::Copy},
    {"open", StatementKind::Open, Form::Name},
    {"close", StatementKind::Close, Form::Name},
    {"sendsig", StatementKind::SendSignal, Form::Name},
    {"waitsig", StatementKind::WaitSignal, Form::WaitSignal},
    {"finish", StatementKind::Finish, Form::Alone},
    {"rerun", StatementKind::Rerun, Form::Alone},
    {"contn", StatementKind::Continue, Form::Alone},
    {"crossplot", StatementKind::CrossPlot, Form::Alone},
    {"save", StatementKind::Save, Form::Alone},
    {"storeon", StatementKind::StoreOn, Form::Alone},
    {"storeoff", StatementKind::StoreOff, Form::Alone},
    {"clear", StatementKind::Clear, Form::Alone},
    {"errorexit", StatementKind::ErrorExit, Form::ErrorExit},
});

auto Find(std::string_view word) -> const Command* {
  const auto found = std::ranges::find(kCommands, word, &Command::word);
  return found == kCommands.end() ? nullptr : &*found;
}

}  // namespace

// GATE and SAMPLE are reserved as types, and commands here.
auto Parser::IsCommand() const -> bool {
  if (Is(Tok::Gate) || Is(Tok::Sample)) return true;
  const Tok next = Peek(1).kind;
  if (next == Tok::Assign || next == Tok::LeftBracket || next == Tok::Point) return false;
  const Command* command = Find(Word());
  if (command == nullptr) return false;
  // Procedures may have these names.
  const bool is_new =
      command->form == Form::Take || command->form == Form::Put || command->form == Form::WaitUntil;
  return !is_new || next == Tok::Name;
}

auto Parser::ReadCommand(Statement& statement) -> bool {
  if (Accept(Tok::Gate)) {
    statement.kind = StatementKind::Gate;
    return ExpectName(statement.name) && ReadPatience(statement, false);
  }
  if (Accept(Tok::Sample)) {
    statement.kind = StatementKind::Sample;
    return ReadNames(statement.names);
  }
  const Command& command = *Find(Word());
  statement.kind = command.kind;
  Take();
  switch (command.form) {
    case Form::Alone:      return true;
    case Form::Name:       return ExpectName(statement.name);
    case Form::Units:      return ReadResource(statement);
    case Form::Preempt:    return ExpectName(statement.name) && ReadPatience(statement, true);
    case Form::Schedule:   return ReadSchedule(statement);
    case Form::Insert:     return ExpectName(statement.name) && ReadWhere(statement);
    case Form::Generate:   return ReadGenerate(statement);
    case Form::Copy:       return ReadCopy(statement);
    case Form::ErrorExit:  return ReadErrorExit(statement);
    case Form::WaitSignal: return ReadWaitSignal(statement);
    case Form::WaitUntil:  return ReadWaitUntil(statement);
    case Form::Remove:     return ReadRemove(statement);
    case Form::Take:
      return ExpectName(statement.name) && ReadWhen(statement) && ReadPatience(statement, true);
    case Form::Put:
      return ExpectName(statement.name) && ReadWhere(statement) && ReadPatience(statement, true);
    case Form::Terminate:
      if (EndsList() || Is(Tok::Semicolon) || Is(Tok::Else)) return true;
      statement.value = Expression();
      if (!statement.value.has_value()) return false;
      return !Accept(Tok::Of) || ExpectName(statement.name);
    case Form::Value: statement.value = Expression(); return statement.value.has_value();
  }
  return false;
}

// SCHEDULE event AT time [WHERE … END]
auto Parser::ReadSchedule(Statement& statement) -> bool {
  if (!ExpectName(statement.name) || !ExpectWord("at")) return false;
  statement.value = Expression();
  return statement.value.has_value() && ReadWhere(statement);
}

// WHERE attribute := value; … END
auto Parser::ReadWhere(Statement& statement) -> bool {
  if (!Accept(Tok::Where)) return true;
  while (!EndsList()) {
    if (Accept(Tok::Semicolon) || Accept(Tok::Comma)) continue;
    Setting setting;
    if (!ReadSetting(setting)) return false;
    statement.settings.push_back(setting);
    if (!Is(Tok::Semicolon) && !Is(Tok::Comma) && !EndsList()) return Unexpected("`;` or `end`");
  }
  return Expect(Tok::EndWord);
}

// GENERATE number FOR process AT time [WHERE … END]
auto Parser::ReadGenerate(Statement& statement) -> bool {
  statement.target = Variable();
  if (!statement.target.has_value() || !Expect(Tok::For) || !ExpectName(statement.name)) return false;
  if (!ExpectWord("at")) return false;
  statement.value = Expression();
  return statement.value.has_value() && ReadWhere(statement);
}

// process[number], or file.key for the copy at work.
auto Parser::ReadCopy(Statement& statement) -> bool {
  if (!ExpectName(statement.name)) return false;
  if (Accept(Tok::Point)) return ExpectName(statement.key);
  if (!Expect(Tok::LeftBracket)) return false;
  statement.value = Expression();
  return statement.value.has_value() && Expect(Tok::RightBracket) && ReadWhere(statement);
}

auto Parser::ReadErrorExit(Statement& statement) -> bool {
  statement.value = Expression();
  if (!statement.value.has_value()) return false;
  if (!Is(Tok::Text)) return Unexpected(text_of(Tok::Text));
  statement.text = Take().name;
  return true;
}

}  // namespace kerf::cosy
