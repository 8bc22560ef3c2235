// PRINT, WRITE and FORMAT.
#include "lang/acsl/parser.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslOutputForm, Warning, "`{}` in this form prints nothing", std::string);

// `F8.3` is the name F8 and the number .3, which is kept as 0.3.
auto WithoutZero(std::string_view number, size_t length) -> std::string_view {
  return number.starts_with("0.") && number.size() > length ? number.substr(1) : number;
}

}  // namespace

// The text of tokens up to the end of the statement or the parenthesis that closes; one is open.
auto Parser::TakeFormat() -> NameId {
  std::string text;
  for (int depth = 1; !Is(Tok::End) && !Is(Tok::Separator);) {
    const Token& token = Take();
    if (token.kind == Tok::LeftParen) ++depth;
    if (token.kind == Tok::RightParen && --depth == 0) break;
    switch (token.kind) {
      case Tok::Word:       text += program_.names.lower[token.name]; break;
      case Tok::Number:     text += WithoutZero(program_.names.lower[token.name], token.end - token.begin); break;
      case Tok::Text:       text += fmt::format("'{}'", program_.names.lower[token.name]); break;
      case Tok::LeftParen:  text += "("; break;
      case Tok::RightParen: text += ")"; break;
      case Tok::Comma:      text += ","; break;
      case Tok::Slash:      text += "/"; break;
      case Tok::Plus:       text += "+"; break;
      case Tok::Minus:      text += "-"; break;
      default:              text += "?"; break;
    }
  }
  return program_.names.lower.Intern(text);
}

// 99 FORMAT(…): what it says is looked up by its label.
auto Parser::ReadFormat(Statement& statement) -> bool {
  Take();
  statement.kind = StatementKind::Continue;
  if (!Expect(Tok::LeftParen)) return false;
  const NameId text = TakeFormat();
  if (statement.label.has_value()) program_.formats.emplace_back(statement.label, text);
  return true;
}

// `*`, a label, or a format in quotes.
auto Parser::ReadFormatOf(Statement& statement) -> bool {
  if (Accept(Tok::Star)) return true;
  if (Is(Tok::Text)) {
    std::string_view text = program_.names.lower[Take().name];
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    statement.message = program_.names.lower.Intern(std::string(text));
    return true;
  }
  if (!Is(Tok::Word) && !Is(Tok::Number)) return false;
  statement.name = Take().name;
  return true;
}

// PRINT f, list; WRITE(unit, f) list.
auto Parser::ReadPrint(Statement& statement) -> bool {
  const Token first = Take();
  const bool writes = program_.names.lower[first.name] == "write";
  const size_t begin = pos_;
  if (ReadPrintList(statement, writes)) {
    Node call;
    call.kind = NodeKind::Call;
    call.name = first.name;
    call.operands = std::move(printed_);
    call.span = SpanFrom(first);
    statement.value = AddNode(std::move(call));
    statement.kind = StatementKind::Print;
    return true;
  }
  if (pos_ == begin || !has_output_)
    emitter_.Emit(first.span(), AcslOutputForm, std::string(program_.names.Written(first.name)));
  has_output_ = true;
  statement.kind = StatementKind::Continue;
  while (!Is(Tok::End) && !Is(Tok::Separator)) Take();
  return true;
}

auto Parser::ReadPrintList(Statement& statement, bool writes) -> bool {
  printed_.clear();
  // Lists of the form (x(i), i = 1, n) are not read.
  for (size_t ahead = 0; Peek(ahead).kind != Tok::End && Peek(ahead).kind != Tok::Separator; ++ahead) {
    if (Peek(ahead).kind == Tok::Equal) return false;
  }
  if (writes) {
    if (!Accept(Tok::LeftParen) || (!Is(Tok::Star) && !Is(Tok::Number) && !Is(Tok::Word))) return false;
    Take();
    if (!Accept(Tok::Comma) || !ReadFormatOf(statement) || !Accept(Tok::RightParen)) return false;
    if (Is(Tok::End) || Is(Tok::Separator)) return true;
  } else {
    if (!ReadFormatOf(statement)) return false;
    if (!Accept(Tok::Comma)) return Is(Tok::End) || Is(Tok::Separator);
  }
  do {
    const NodeId value = Expression();
    if (!value.has_value()) return false;
    printed_.push_back(value);
  } while (Accept(Tok::Comma));
  return Is(Tok::End) || Is(Tok::Separator);
}

}  // namespace kerf::acsl
