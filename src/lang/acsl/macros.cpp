// MACRO definitions and where they are used: `name(a, b)`, `name(out = in)` or `out = name(in)` as a whole
// statement. Parameters are outputs first, then inputs.
#include "lang/acsl/macros.h"

#include <algorithm>

#include "lang/acsl/macro_expander.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslMacroHead, Error, "a macro is defined by `MACRO name(parameters)`");
KERF_DIAG(AcslOpenMacro, Error, "the macro `{}` has no MACRO END", std::string_view);
KERF_DIAG(AcslMacroTwice, Error, "the macro `{}` is defined twice", std::string_view);
KERF_DIAG(AcslMacroOutside, Error, "this directive can only stand inside of a macro");

}  // namespace

auto MacroExpander::WordOf(const TokenLine& line, size_t k) const -> std::string_view {
  return k < line.size() && line[k].kind == Tok::Word ? names_.lower[line[k].name] : std::string_view();
}

auto MacroExpander::Run(const std::vector<Token>& tokens) -> std::vector<Token> {
  std::vector<TokenLine> lines(1);
  for (const Token& token : tokens) {
    if (token.kind == Tok::End) break;
    lines.back().push_back(token);
    if (token.kind == Tok::Separator) lines.emplace_back();
  }
  for (size_t k = 0; k < lines.size();) {
    const bool is_macro = WordOf(lines[k], 0) == "macro" && !WordOf(lines[k], 1).empty();
    if (is_macro) {
      k = Define(lines, k);
    } else {
      ExpandLine(lines[k++]);
    }
  }
  out_.push_back(tokens.back());
  return std::move(out_);
}

auto MacroExpander::Define(std::span<const TokenLine> lines, size_t at) -> size_t {
  Macro macro;
  macro.name = lines[at][1].name;
  macro.span = lines[at][1].span();
  const std::string_view word = WordOf(lines[at], 1);
  if (word == "end" || word == "redefine" || word == "if" || word == "go" || word == "goto") {
    emitter_.Emit(lines[at][0].span(), AcslMacroOutside);
    return at + 1;
  }
  if (!ReadParameters(lines[at], 2, macro)) emitter_.Emit(macro.span, AcslMacroHead);
  for (size_t k = at + 1; k < lines.size(); ++k) {
    const bool is_directive = WordOf(lines[k], 0) == "macro";
    if (is_directive && WordOf(lines[k], 1) == "end") {
      const auto [found, is_new] = macros_.try_emplace(macro.name, macro);
      if (!is_new) emitter_.Emit(macro.span, AcslMacroTwice, names_.Written(macro.name));
      return k + 1;
    }
    if (is_directive && WordOf(lines[k], 1) == "standval") {
      // MACRO STANDVAL p = value, q = value
      for (size_t i = 2; i + 2 < lines[k].size(); ++i) {
        if (lines[k][i].kind != Tok::Word || lines[k][i + 1].kind != Tok::Equal) continue;
        macro.standard_values[lines[k][i].name] = {lines[k][i + 2]};
      }
      continue;
    }
    macro.body.push_back(lines[k]);
  }
  emitter_.Emit(macro.span, AcslOpenMacro, names_.Written(macro.name));
  return lines.size();
}

auto MacroExpander::ReadParameters(const TokenLine& line, size_t from, Macro& macro) -> bool {
  if (from < line.size() && line[from].kind == Tok::Separator) return true;
  if (from >= line.size() || line[from].kind != Tok::LeftParen) return false;
  for (size_t k = from + 1; k < line.size(); ++k) {
    if (line[k].kind == Tok::RightParen) return true;
    if (line[k].kind == Tok::Word) macro.parameters.push_back(line[k].name);
  }
  return false;
}

void MacroExpander::ExpandLine(const TokenLine& line) {
  if (!TryUse(line)) out_.insert(out_.end(), line.begin(), line.end());
}

// The pieces between the commas (and the `=`) of the parentheses that open at `at`; true if they close.
auto MacroExpander::ReadUse(const TokenLine& line, size_t at, std::vector<TokenLine>& arguments) const
    -> bool {
  int depth = 0;
  TokenLine piece;
  for (size_t k = at; k < line.size(); ++k) {
    const Tok kind = line[k].kind;
    if (kind == Tok::LeftParen && ++depth == 1) continue;
    const bool ends = kind == Tok::RightParen && --depth == 0;
    if (ends || (depth == 1 && (kind == Tok::Comma || kind == Tok::Equal))) {
      if (!piece.empty() || !ends) arguments.push_back(std::move(piece));
      piece.clear();
      if (!ends) continue;
      return k + 1 == line.size() || line[k + 1].kind == Tok::Separator;
    }
    piece.push_back(line[k]);
  }
  return false;
}

auto MacroExpander::TryUse(const TokenLine& line) -> bool {
  if (line.empty()) return false;
  const auto equals = std::ranges::find(line, Tok::Equal, &Token::kind);
  const auto is_macro = [&](size_t k) {
    return k < line.size() && line[k].kind == Tok::Word && macros_.contains(line[k].name);
  };
  std::vector<TokenLine> arguments;
  size_t at = 0;
  const auto after = static_cast<size_t>(equals - line.begin()) + 1;
  if (!is_macro(0) && equals != line.end() && is_macro(after)) {
    // Outputs before the `=`.
    TokenLine outputs(line.begin(), equals);
    Token open = line[0];
    open.kind = Tok::LeftParen;
    Token close = open;
    close.kind = Tok::RightParen;
    outputs.insert(outputs.begin(), open);
    outputs.push_back(close);
    if (!ReadUse(outputs, 0, arguments)) return false;
    at = after;
  } else if (!is_macro(0) || (line.size() > 1 && line[1].kind == Tok::Equal)) {
    return false;
  }
  const bool has_arguments = at + 1 < line.size() && line[at + 1].kind == Tok::LeftParen;
  if (has_arguments && !ReadUse(line, at + 1, arguments)) return false;
  Use(macros_.at(line[at].name), arguments, line[at]);
  return true;
}

auto ExpandMacros(const std::vector<Token>& tokens, Names& names, diag::Emitter& emitter)
    -> std::vector<Token> {
  return MacroExpander(names, emitter).Run(tokens);
}

}  // namespace kerf::acsl
