// Reading of command files: one command a statement, with the tokens of programs.
#include "lang/acsl/commands.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "lang/acsl/lexer.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslCommandUnknown, Warning, "there is no command or PROCED `{}`; ignored", std::string_view);
KERF_DIAG(AcslCommandSyntax, Error, "this cannot stand in a command `{}`", std::string_view);
KERF_DIAG(AcslTooManyCommands, Error, "with this PROCED there are more than {} commands", size_t);
KERF_DIAG(AcslOpenProced, Error, "PROCED `{}` has no END", std::string_view);

constexpr size_t kMaxCommands = 10'000;

struct CommandWord {
  std::string_view word;
  CommandKind kind;
};

constexpr auto kWords = std::to_array<CommandWord>({
    {"set", CommandKind::Set},
    {"s", CommandKind::Set},
    {"prepare", CommandKind::Prepare},
    {"prepar", CommandKind::Prepare},
    {"output", CommandKind::Output},
    {"start", CommandKind::Start},
    {"contin", CommandKind::Contin},
    {"continue", CommandKind::Contin},
    {"display", CommandKind::Display},
    {"displa", CommandKind::Display},
    {"d", CommandKind::Display},
    {"disply", CommandKind::Display},
    {"action", CommandKind::Action},
    {"save", CommandKind::Save},
    {"restor", CommandKind::Restore},
    {"restore", CommandKind::Restore},
    {"reinit", CommandKind::Reinit},
    {"analyz", CommandKind::Analyse},
    {"analyze", CommandKind::Analyse},
    {"spare", CommandKind::Spare},
    {"merror", CommandKind::RelativeError},
    {"xerror", CommandKind::AbsoluteError},
    {"range", CommandKind::Range},
    {"print", CommandKind::Print},
    {"plot", CommandKind::Plot},
    {"stop", CommandKind::Stop},
    {"quit", CommandKind::Stop},
    {"end", CommandKind::Stop},
});

class CommandReader {
 public:
  CommandReader(std::vector<Token> tokens, Names& names, diag::Emitter& emitter)
      : tokens_(std::move(tokens)), names_(names), emitter_(emitter) {}

  auto Run() -> std::vector<Command> {
    while (tokens_[pos_].kind != Tok::End) {
      if (tokens_[pos_].kind == Tok::Separator) {
        ++pos_;
      } else {
        Read(commands_);
      }
    }
    return std::move(commands_);
  }

  // Without the end of a PROCED what follows it may be anything.
  [[nodiscard]] auto gave_up() const -> bool { return gave_up_; }

 private:
  [[nodiscard]] auto Kind(size_t ahead = 0) const -> Tok {
    return tokens_[std::min(pos_ + ahead, tokens_.size() - 1)].kind;
  }

  [[nodiscard]] auto Word() const -> std::string_view {
    return Kind() == Tok::Word ? names_.lower[tokens_[pos_].name] : std::string_view();
  }

  void Skip() {
    while (Kind() != Tok::End && Kind() != Tok::Separator) ++pos_;
  }

  void Refuse(std::string_view command) {
    emitter_.Emit(tokens_[pos_].span(), AcslCommandSyntax, command);
    Skip();
  }

  void Read(std::vector<Command>& out) {
    const Token first = tokens_[pos_];
    if (Word() == "proced") return ReadProced();
    const auto found = std::ranges::find(kWords, Word(), &CommandWord::word);
    const auto proced = proceds_.find(first.name);
    if (Kind() == Tok::Word && proced != proceds_.end() && Kind(1) == Tok::Separator) {
      ++pos_;
      // A copy, because the list may be the one inside of which it stands.
      const std::vector<Command> contents = proced->second;
      if (out.size() + contents.size() > kMaxCommands) {
        emitter_.Emit(first.span(), AcslTooManyCommands, kMaxCommands);
        gave_up_ = true;
        return;
      }
      out.insert(out.end(), contents.begin(), contents.end());
      return;
    }
    if (Word().empty() || found == kWords.end()) {
      emitter_.Emit(first.span(), AcslCommandUnknown,
                    Kind() == Tok::Word ? names_.Written(first.name) : text_of(Kind()));
      return Skip();
    }
    ++pos_;
    Command command;
    command.kind = found->kind;
    command.span = first.span();
    while (Kind() != Tok::End && Kind() != Tok::Separator) {
      if (Kind() == Tok::Comma) {
        ++pos_;
      } else if (!ReadItem(command)) {
        return Refuse(names_.Written(first.name));
      }
    }
    out.push_back(std::move(command));
  }

  // PROCED name … END: the commands are done where the name stands alone.
  void ReadProced() {
    ++pos_;
    const Token name = tokens_[pos_];
    if (name.kind != Tok::Word) return Refuse("PROCED");
    Skip();
    std::vector<Command> body;
    while (Kind() != Tok::End && Word() != "end") {
      if (Kind() == Tok::Separator) {
        ++pos_;
      } else if (Word() == "proced") {
        // One cannot be defined inside of another.
        Refuse("PROCED");
      } else {
        Read(body);
      }
    }
    if (Kind() == Tok::End) {
      emitter_.Emit(name.span(), AcslOpenProced, names_.Written(name.name));
      gave_up_ = true;
    }
    Skip();
    proceds_[name.name] = std::move(body);
  }

  // x, x(2), x = 2.5, 'NCIOUT' = 10, 'CLEAR', TITLE = 'text'
  auto ReadItem(Command& command) -> bool {
    const Token item = tokens_[pos_];
    if (item.kind != Tok::Word && item.kind != Tok::Text) return false;
    ++pos_;
    std::string name(item.kind == Tok::Text ? names_.lower[names_.Intern(names_.lower[item.name])]
                                            : names_.Written(item.name));
    if (Kind() == Tok::LeftParen && !ReadSubscripts(name)) return false;
    if (Kind() != Tok::Equal) {
      if (item.kind == Tok::Word) command.names.push_back(name);
      if (item.kind == Tok::Text) command.options.push_back(name);
      command.clears = command.clears || (item.kind == Tok::Text && name == "clear");
      command.takes_all = command.takes_all || (item.kind == Tok::Text && name == "all");
      return true;
    }
    ++pos_;
    return ReadValue(command, name);
  }

  auto ReadSubscripts(std::string& name) -> bool {
    ++pos_;
    name += '[';
    while (Kind() == Tok::Number || Kind() == Tok::Comma) {
      name += Kind() == Tok::Comma ? "," : names_.lower[tokens_[pos_].name];
      ++pos_;
    }
    name += ']';
    if (Kind() != Tok::RightParen) return false;
    ++pos_;
    return true;
  }

  auto ReadValue(Command& command, const std::string& name) -> bool {
    const bool is_title = names_.Find(name) == names_.Find("title");
    if (Kind() == Tok::Text) {
      if (is_title) command.title = names_.lower[tokens_[pos_].name];
      ++pos_;
      return true;
    }
    // A title in double quotes reads like a comment.
    if (is_title) return Kind() == Tok::Separator || Kind() == Tok::End;
    const bool is_negative = Kind() == Tok::Minus;
    if (is_negative || Kind() == Tok::Plus) ++pos_;
    double value = tokens_[pos_].value;
    if (Kind() == Tok::True || Kind() == Tok::False) {
      value = Kind() == Tok::True ? 1 : 0;
    } else if (Kind() != Tok::Number) {
      // 'XAXIS' = t names a variable.
      const bool is_name = Kind() == Tok::Word && command.kind != CommandKind::Set;
      if (!is_name) return false;
      std::string word(names_.Written(tokens_[pos_].name));
      ++pos_;
      if (Kind() == Tok::LeftParen && !ReadSubscripts(word)) return false;
      command.words.emplace_back(name, std::move(word));
      return true;
    }
    ++pos_;
    command.values.emplace_back(name, is_negative ? -value : value);
    return true;
  }

  std::vector<Token> tokens_;
  Names& names_;
  diag::Emitter& emitter_;
  size_t pos_ = 0;
  bool gave_up_ = false;
  std::vector<Command> commands_;
  std::unordered_map<NameId, std::vector<Command>> proceds_;
};

}  // namespace

auto ReadCommands(source::BufferId buffer, const source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<std::vector<Command>> {
  Names names;
  for (const CommandWord& word : kWords) names.Intern(word.word);
  names.Intern("title");
  std::vector<Token> tokens = Lex(buffer, buffers.text(buffer), names, emitter);
  CommandReader reader(std::move(tokens), names, emitter);
  std::vector<Command> commands = reader.Run();
  if (reader.gave_up()) return std::nullopt;
  return commands;
}

}  // namespace kerf::acsl
