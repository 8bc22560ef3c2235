// Macros: definitions are taken out of the tokens of a program and uses are replaced, before anything else is
// read. The language of macros is that of chapter VII of Cellier's thesis: parameters, values of CONST
// parameters, MACFOR, MACIF, and variables of each use's own (MACVAR).
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/cosy/tokens.h"
#include "source/buffers.h"

namespace kerf::cosy {

struct ExpandedTokens {
  std::vector<Token> program;
  // Declarations of variables that macros made, as they stand in VAR.
  std::vector<Token> declarations;
};

// Where INVOKE finds texts.
struct MacroSources {
  source::Buffers& buffers;
  // Folders, the first to hold name.cosy counts.
  std::vector<std::string> folders;
};

class MacroExpander {
 public:
  MacroExpander(Names& names, const MacroSources& sources, diag::Emitter& emitter)
      : names_(names), sources_(sources), emitter_(emitter) {}

  auto Run(std::span<const Token> tokens) -> ExpandedTokens;

 private:
  enum class PieceKind : uint8_t { Text, Variables, For, If };
  // A part of a body. A For runs `iterator` over from…to; an If compares from with to.
  struct Piece {
    PieceKind kind = PieceKind::Text;
    std::vector<Token> tokens;
    NameId iterator;
    std::vector<Token> from, to;
    Tok relation = Tok::Equal;
    std::vector<Piece> body, otherwise;
    Span span;
  };
  struct Macro {
    NameId name;
    Span span;
    size_t n_outputs = 0;
    std::vector<NameId> parameters;
    std::vector<bool> is_value;
    std::vector<Piece> body;
    uint32_t n_uses = 0;
  };
  // What names stand for while a body is written out.
  struct Scope {
    std::unordered_map<NameId, std::vector<Token>> actuals;
    std::unordered_map<NameId, int64_t> values;
    // Names that MACVAR declares.
    std::unordered_map<NameId, NameId> locals;
    std::string prefix;
  };
  using Tokens = std::span<const Token>;

  // macro_definition.cpp
  auto Define(Tokens tokens, size_t at) -> size_t;
  auto ReadHead(Tokens tokens, size_t& at, Macro& macro) -> bool;
  auto ReadBody(Tokens tokens, size_t& at, std::vector<Piece>& pieces) -> bool;
  auto ReadFor(Tokens tokens, size_t& at, Piece& piece) -> bool;
  auto ReadIf(Tokens tokens, size_t& at, Piece& piece) -> bool;
  auto ReadGroup(Tokens tokens, size_t& at, std::vector<Piece>& pieces) -> bool;
  void Invoke(const Token& name);

  // macro_use.cpp
  void Expand(Tokens tokens, std::vector<Token>& out, int depth);
  auto TryUse(Tokens tokens, size_t& at, std::vector<Token>& out, int depth) -> bool;
  auto ReadActuals(Tokens tokens, size_t& at, std::vector<std::vector<Token>>& actuals, size_t& n_outputs)
      -> bool;
  void Write(std::span<const Piece> pieces, Scope& scope, std::vector<Token>& out);
  void WriteTokens(Tokens tokens, const Scope& scope, std::vector<Token>& out);
  [[nodiscard]] auto LengthOf(const Token& token, const Scope& scope) const -> size_t;
  auto Count(size_t n, Span span) -> bool;
  void DeclareVariables(Tokens tokens, Scope& scope);
  auto WithValues(std::string_view text, const Scope& scope, Span span) -> NameId;

  // macro_value.cpp
  auto Value(Tokens tokens, const Scope& scope, Span span) -> int64_t;
  auto QuotedValue(std::string_view text, const Scope& scope, Span span) -> int64_t;
  void NoteConstants(Tokens tokens, size_t at);

  Names& names_;
  const MacroSources& sources_;
  diag::Emitter& emitter_;
  std::map<NameId, Macro> macros_;
  // Whole-numbered constants of the program so far.
  std::unordered_map<NameId, int64_t> constants_;
  std::vector<Token> declarations_;
  std::vector<Token> variables_;
  size_t n_written_ = 0;
  bool is_too_long_ = false;
};

}  // namespace kerf::cosy
