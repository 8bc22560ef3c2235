// Uses of macros: the body is written out with what stands for the parameters.
#include <algorithm>

#include "lang/cosy/macros.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyMacroArguments, Error, "the macro `{}` has {} outputs and {} inputs", std::string_view, size_t,
          size_t);
KERF_DIAG(CosyMacroDepth, Error, "macros use each other too deeply");
KERF_DIAG(CosyMacroLength, Error, "the program becomes too long by macros");
KERF_DIAG(CosyLibraryStatement, Warning,
          "{} has no effect: the library of macros and modules are the files beside the program",
          std::string);

constexpr int kMaxMacroDepth = 60;
// Together with long names and texts some hundred megabytes.
constexpr size_t kMaxTokens = 2'000'000;
// A longer word counts as several tokens.
constexpr size_t kWordLength = 64;

auto Holds(Tok relation, int64_t a, int64_t b) -> bool {
  switch (relation) {
    case Tok::NotEqual:     return a != b;
    case Tok::Less:         return a < b;
    case Tok::LessEqual:    return a <= b;
    case Tok::Greater:      return a > b;
    case Tok::GreaterEqual: return a >= b;
    default:                return a == b;
  }
}

}  // namespace

auto MacroExpander::Run(std::span<const Token> tokens) -> ExpandedTokens {
  ExpandedTokens result;
  Expand(tokens, result.program, 0);
  result.program.push_back(tokens.back());
  result.declarations = std::move(variables_);
  result.declarations.push_back(tokens.back());
  // What INVOKE brought stands where definitions stand: after the heading of the program.
  size_t at = 0;
  while (at + 1 < result.program.size() && result.program[at].kind != Tok::Semicolon) ++at;
  if (!declarations_.empty())
    result.program.insert(result.program.begin() + static_cast<ptrdiff_t>(at) + 1, declarations_.begin(),
                          declarations_.end());
  return result;
}

// All but the End at the end.
void MacroExpander::Expand(Tokens tokens, std::vector<Token>& out, int depth) {
  for (size_t at = 0; tokens[at].kind != Tok::End;) {
    const Token& token = tokens[at];
    if (token.kind == Tok::Macro) {
      at = Define(tokens, at);
      continue;
    }
    if (token.kind == Tok::Const) NoteConstants(tokens, at);
    const std::string_view word = token.kind == Tok::Name ? names_.lower[token.name] : std::string_view();
    const bool is_library = word == "invoke" || word == "dispose" || word == "destroy";
    if (is_library && tokens[at + 1].kind == Tok::Name && tokens[at + 2].kind == Tok::Semicolon) {
      if (word == "invoke" && depth < kMaxMacroDepth) Invoke(tokens[at + 1]);
      if (word != "invoke")
        emitter_.Emit(token.span(), CosyLibraryStatement, std::string(names_.Written(token.name)));
      at += 3;
      continue;
    }
    if (TryUse(tokens, at, out, depth)) continue;
    out.push_back(token);
    ++at;
  }
}

auto MacroExpander::TryUse(Tokens tokens, size_t& at, std::vector<Token>& out, int depth) -> bool {
  if (tokens[at].kind != Tok::Name || tokens[at + 1].kind != Tok::LeftParen) return false;
  const auto found = macros_.find(tokens[at].name);
  if (found == macros_.end()) return false;
  const Token use = tokens[at];
  Macro& macro = found->second;
  std::vector<std::vector<Token>> actuals;
  size_t n_outputs = 0;
  size_t end = at + 1;
  const bool is_read = ReadActuals(tokens, end, actuals, n_outputs);
  at = end;
  if (is_too_long_) return true;
  if (!is_read || actuals.size() != macro.parameters.size() || n_outputs != macro.n_outputs) {
    emitter_.Emit(use.span(), CosyMacroArguments, names_.Written(macro.name), macro.n_outputs,
                  macro.parameters.size() - macro.n_outputs);
    return true;
  }
  if (depth >= kMaxMacroDepth) {
    emitter_.Emit(use.span(), CosyMacroDepth);
    return true;
  }
  Scope scope;
  ++macro.n_uses;
  scope.prefix = std::string(names_.Written(macro.name));
  if (macro.n_uses > 1) scope.prefix += fmt::format("_{}", macro.n_uses);
  for (size_t k = 0; k < actuals.size(); ++k) {
    if (macro.is_value[k]) scope.values[macro.parameters[k]] = Value(actuals[k], {}, use.span());
    scope.actuals[macro.parameters[k]] = std::move(actuals[k]);
  }
  std::vector<Token> written;
  Write(macro.body, scope, written);
  written.push_back(tokens.back());
  Expand(written, out, depth + 1);
  return true;
}

// From the `(`: the pieces between the commas.
auto MacroExpander::ReadActuals(Tokens tokens, size_t& at, std::vector<std::vector<Token>>& actuals,
                                size_t& n_outputs) -> bool {
  int depth = 0;
  std::vector<Token> piece;
  const auto end_piece = [&] {
    if (!piece.empty()) actuals.push_back(std::move(piece));
    piece.clear();
  };
  for (; tokens[at].kind != Tok::End; ++at) {
    const Tok kind = tokens[at].kind;
    if (kind == Tok::LeftParen && ++depth == 1) continue;
    if (kind == Tok::RightParen && --depth == 0) {
      end_piece();
      ++at;
      return true;
    }
    if (depth == 1 && (kind == Tok::Comma || kind == Tok::Arrow)) {
      end_piece();
      if (kind == Tok::Arrow) n_outputs = actuals.size();
      continue;
    }
    piece.push_back(tokens[at]);
  }
  return false;
}

void MacroExpander::Write(std::span<const Piece> pieces, Scope& scope, std::vector<Token>& out) {
  for (const Piece& piece : pieces) {
    if (is_too_long_) return;
    switch (piece.kind) {
      case PieceKind::Text:      WriteTokens(piece.tokens, scope, out); break;
      case PieceKind::Variables: DeclareVariables(piece.tokens, scope); break;
      case PieceKind::If:        {
        const bool holds =
            Holds(piece.relation, Value(piece.from, scope, piece.span), Value(piece.to, scope, piece.span));
        Write(holds ? piece.body : piece.otherwise, scope, out);
        break;
      }
      case PieceKind::For: {
        const int64_t last = Value(piece.to, scope, piece.span);
        for (int64_t k = Value(piece.from, scope, piece.span); k <= last && Count(1, piece.span); ++k) {
          scope.values[piece.iterator] = k;
          Write(piece.body, scope, out);
        }
        scope.values.erase(piece.iterator);
        break;
      }
    }
  }
}

void MacroExpander::WriteTokens(Tokens tokens, const Scope& scope, std::vector<Token>& out) {
  for (const Token& token : tokens) {
    if (!Count(LengthOf(token, scope), token.span())) return;
    if (token.kind == Tok::Quote) {
      const int64_t value = QuotedValue(names_.lower[token.name], scope, token.span());
      Token number = token;
      const std::string digits = fmt::format("{}", value);
      if (token.is_joined && !out.empty() && out.back().kind == Tok::Name) {
        // A name with a number behind it.
        out.back().name = names_.Intern(std::string(names_.Written(out.back().name)) + digits);
        out.back().spelling = names_.lower.Intern(std::string(names_.lower[out.back().spelling]) + digits);
        continue;
      }
      number.kind = Tok::Number;
      number.name = names_.lower.Intern(digits);
      number.value = static_cast<double>(value);
      number.is_integer = true;
      out.push_back(number);
      continue;
    }
    Token copy = token;
    if (token.kind == Tok::Text) copy.name = WithValues(names_.lower[token.name], scope, token.span());
    if (token.kind == Tok::Name) {
      if (const auto local = scope.locals.find(token.name); local != scope.locals.end()) {
        copy.name = local->second;
        copy.spelling = local->second;
      }
      const auto actual = scope.actuals.find(token.name);
      if (actual != scope.actuals.end() && !scope.locals.contains(token.name)) {
        out.insert(out.end(), actual->second.begin(), actual->second.end());
        continue;
      }
    }
    out.push_back(copy);
  }
}

// How many tokens a token of a body becomes.
auto MacroExpander::LengthOf(const Token& token, const Scope& scope) const -> size_t {
  if (token.kind != Tok::Text && token.kind != Tok::Name) return 1;
  const auto actual = scope.actuals.find(token.name);
  if (token.kind == Tok::Name && actual != scope.actuals.end()) return actual->second.size();
  return 1 + names_.lower[token.name].size() / kWordLength;
}

// False if the program gets too long by so many tokens more.
auto MacroExpander::Count(size_t n, Span span) -> bool {
  n_written_ += n;
  if (n_written_ > kMaxTokens && !is_too_long_) {
    is_too_long_ = true;
    emitter_.Emit(span, CosyMacroLength);
  }
  return !is_too_long_;
}

// A text with the values that it quotes.
auto MacroExpander::WithValues(std::string_view text, const Scope& scope, Span span) -> NameId {
  std::string result;
  std::string kept(text);
  for (size_t k = 0; k < kept.size();) {
    const char mark = kept[k];
    const size_t close = mark == '`' || mark == 'v' ? kept.find(mark, k + 1) : std::string::npos;
    const auto is_value = [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '*';
    };
    const bool is_quote =
        close != std::string::npos && close > k + 1 &&
        (mark == '`' || std::all_of(kept.begin() + static_cast<ptrdiff_t>(k) + 1,
                                    kept.begin() + static_cast<ptrdiff_t>(close), is_value));
    if (!is_quote) {
      result += kept[k++];
      continue;
    }
    result +=
        fmt::format("{}", QuotedValue(std::string_view(kept).substr(k + 1, close - k - 1), scope, span));
    k = close + 1;
  }
  return names_.lower.Intern(result);
}

// Each name gets one of its own, in front of which stands the use; a parameter is declared by its actual.
void MacroExpander::DeclareVariables(Tokens tokens, Scope& scope) {
  bool is_list = false;
  for (size_t k = 0; k < tokens.size(); ++k) {
    const Token& token = tokens[k];
    const bool is_type = is_reserved(token.kind) && token.kind != Tok::Of && token.kind != Tok::Array;
    if (token.kind == Tok::Semicolon) is_list = false;
    if (is_type) is_list = true;
    if (!is_list || token.kind != Tok::Name || scope.actuals.contains(token.name)) continue;
    scope.locals[token.name] = names_.Intern(fmt::format("{}.{}", scope.prefix, names_.Written(token.name)));
  }
  WriteTokens(tokens, scope, variables_);
  if (!variables_.empty() && variables_.back().kind != Tok::Semicolon) {
    Token end = variables_.back();
    end.kind = Tok::Semicolon;
    variables_.push_back(end);
  }
}

}  // namespace kerf::cosy
