// Definitions of macros.
#include "lang/cosy/macros.h"

#include <algorithm>
#include <filesystem>

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyMacroHead, Error, "a macro begins with `MACRO name (outputs <- inputs);`");
KERF_DIAG(CosyMacroDirective, Error, "this is not how a {} is written", std::string_view);
KERF_DIAG(CosyOpenMacro, Error, "the macro `{}` has no MACEND", std::string_view);
KERF_DIAG(CosyMacroTwice, Error, "the macro `{}` is defined twice", std::string_view);
KERF_DIAG(CosyNotInLibrary, Error, "no file {}.cosy is found beside the program or in a library folder",
          std::string_view);

}  // namespace

// From the word MACRO; where the definition ends.
auto MacroExpander::Define(Tokens tokens, size_t at) -> size_t {
  Macro macro;
  macro.span = tokens[at].span();
  ++at;
  if (!ReadHead(tokens, at, macro)) {
    emitter_.Emit(macro.span, CosyMacroHead);
    while (tokens[at].kind != Tok::End && tokens[at].kind != Tok::MacEnd) ++at;
    return at;
  }
  if (!ReadBody(tokens, at, macro.body) || tokens[at].kind != Tok::MacEnd) {
    emitter_.Emit(macro.span, CosyOpenMacro, names_.Written(macro.name));
    return tokens.size() - 1;
  }
  ++at;
  if (tokens[at].kind == Tok::Semicolon) ++at;
  const auto [found, is_new] = macros_.try_emplace(macro.name, std::move(macro));
  if (!is_new) emitter_.Emit(found->second.span, CosyMacroTwice, names_.Written(found->first));
  return at;
}

auto MacroExpander::ReadHead(Tokens tokens, size_t& at, Macro& macro) -> bool {
  if (tokens[at].kind != Tok::Name) return false;
  macro.name = tokens[at++].name;
  if (tokens[at].kind != Tok::LeftParen) return false;
  ++at;
  bool is_value = false;
  for (; tokens[at].kind != Tok::RightParen; ++at) {
    switch (tokens[at].kind) {
      case Tok::Comma: break;
      case Tok::Const: is_value = true; break;
      case Tok::Arrow: macro.n_outputs = macro.parameters.size(); break;
      case Tok::Name:
        macro.parameters.push_back(tokens[at].name);
        macro.is_value.push_back(is_value);
        is_value = false;
        break;
      default: return false;
    }
  }
  ++at;
  if (tokens[at].kind != Tok::Semicolon) return false;
  ++at;
  return true;
}

// Up to a MACEND or MACELSE, which is left.
auto MacroExpander::ReadBody(Tokens tokens, size_t& at, std::vector<Piece>& pieces) -> bool {
  for (;;) {
    const Token& token = tokens[at];
    Piece piece;
    piece.span = token.span();
    switch (token.kind) {
      case Tok::MacEnd:
      case Tok::MacElse: return true;
      case Tok::End:     return false;
      case Tok::MacFor:
        piece.kind = PieceKind::For;
        if (!ReadFor(tokens, ++at, piece)) return false;
        break;
      case Tok::MacIf:
        piece.kind = PieceKind::If;
        if (!ReadIf(tokens, ++at, piece)) return false;
        break;
      case Tok::MacContin:
      case Tok::MacBegin:
        ++at;
        if (!ReadGroup(tokens, at, pieces)) return false;
        continue;
      case Tok::MacVar:
        piece.kind = PieceKind::Variables;
        ++at;
        [[fallthrough]];
      default:
        while (tokens[at].kind != Tok::End &&
               !(tokens[at].kind >= Tok::Macro && tokens[at].kind <= Tok::MacBegin))
          piece.tokens.push_back(tokens[at++]);
        if (tokens[at].kind == Tok::Macro) return false;
        break;
    }
    pieces.push_back(std::move(piece));
  }
}

// A body with its MACEND.
auto MacroExpander::ReadGroup(Tokens tokens, size_t& at, std::vector<Piece>& pieces) -> bool {
  if (!ReadBody(tokens, at, pieces) || tokens[at].kind != Tok::MacEnd) return false;
  ++at;
  return true;
}

// MACFOR i := from TO to DO [MACBEGIN] body MACEND
auto MacroExpander::ReadFor(Tokens tokens, size_t& at, Piece& piece) -> bool {
  const bool is_head = tokens[at].kind == Tok::Name && tokens[at + 1].kind == Tok::Assign;
  if (is_head) {
    piece.iterator = tokens[at].name;
    at += 2;
    while (tokens[at].kind != Tok::To && tokens[at].kind != Tok::End) piece.from.push_back(tokens[at++]);
    if (tokens[at].kind == Tok::To) ++at;
    while (tokens[at].kind != Tok::Do && tokens[at].kind != Tok::End) piece.to.push_back(tokens[at++]);
  }
  if (!is_head || tokens[at].kind != Tok::Do) {
    emitter_.Emit(piece.span, CosyMacroDirective, "MACFOR");
    return false;
  }
  ++at;
  if (tokens[at].kind == Tok::MacBegin) ++at;
  if (!ReadGroup(tokens, at, piece.body)) return false;
  if (tokens[at].kind == Tok::Semicolon) ++at;
  return true;
}

// MACIF a = b THEN MACBEGIN … MACEND [MACELSE MACBEGIN … MACEND]
auto MacroExpander::ReadIf(Tokens tokens, size_t& at, Piece& piece) -> bool {
  const auto is_relation = [](Tok kind) { return kind >= Tok::Equal && kind <= Tok::GreaterEqual; };
  while (tokens[at].kind != Tok::End && tokens[at].kind != Tok::Then && !is_relation(tokens[at].kind))
    piece.from.push_back(tokens[at++]);
  if (is_relation(tokens[at].kind)) piece.relation = tokens[at++].kind;
  while (tokens[at].kind != Tok::End && tokens[at].kind != Tok::Then) piece.to.push_back(tokens[at++]);
  if (tokens[at].kind != Tok::Then || tokens[at + 1].kind != Tok::MacBegin || piece.to.empty()) {
    emitter_.Emit(piece.span, CosyMacroDirective, "MACIF");
    return false;
  }
  at += 2;
  if (!ReadGroup(tokens, at, piece.body)) return false;
  if (tokens[at].kind != Tok::MacElse) return true;
  ++at;
  if (tokens[at].kind == Tok::MacBegin) ++at;
  return ReadGroup(tokens, at, piece.otherwise);
}

// INVOKE name: the definitions of a file of that name.
void MacroExpander::Invoke(const Token& name) {
  for (const std::string& folder : sources_.folders) {
    for (const std::string& stem :
         {std::string(names_.Written(name.name)), std::string(names_.lower[name.name])}) {
      const auto path = std::filesystem::path(folder) / (stem + ".cosy");
      std::error_code error;
      if (!std::filesystem::is_regular_file(path, error)) continue;
      const source::BufferId buffer = sources_.buffers.Load(path.string(), emitter_, name.span());
      if (!buffer.has_value()) return;
      const std::vector<Token> tokens = Lex(buffer, sources_.buffers.text(buffer), names_, emitter_);
      std::vector<Token> rest;
      Expand(tokens, rest, 1);
      declarations_.insert(declarations_.end(), rest.begin(), rest.end());
      return;
    }
  }
  emitter_.Emit(name.span(), CosyNotInLibrary, names_.Written(name.name));
}

}  // namespace kerf::cosy
