// The work on MACROs: definitions, uses, and the directives inside of them.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/acsl/tokens.h"

namespace kerf::acsl {

using TokenLine = std::vector<Token>;
using TokenMap = std::unordered_map<NameId, TokenLine>;

struct Macro {
  NameId name;
  Span span;
  std::vector<NameId> parameters;
  // STANDVAL: what stands for arguments that are left out at the end.
  TokenMap standard_values;
  std::vector<TokenLine> body;
};

class MacroExpander {
 public:
  MacroExpander(Names& names, diag::Emitter& emitter) : names_(names), emitter_(emitter) {}
  auto Run(const std::vector<Token>& tokens) -> std::vector<Token>;

 private:
  // macros.cpp
  [[nodiscard]] auto WordOf(const TokenLine& line, size_t k) const -> std::string_view;
  auto Define(std::span<const TokenLine> lines, size_t at) -> size_t;
  auto ReadParameters(const TokenLine& line, size_t from, Macro& macro) -> bool;
  void ExpandLine(const TokenLine& line);
  auto TryUse(const TokenLine& line) -> bool;
  auto ReadUse(const TokenLine& line, size_t at, std::vector<TokenLine>& arguments) const -> bool;

  // macro_use.cpp
  void Use(const Macro& macro, const std::vector<TokenLine>& arguments, const Token& place);
  void GiveUp(const Macro& macro, const Token& place);
  // What a directive does; the next line to go on with, or none to leave the macro.
  auto Directive(const Macro& macro, const TokenLine& line, size_t k, TokenMap& map) -> size_t;
  auto FindLabel(const Macro& macro, NameId label) const -> size_t;
  [[nodiscard]] auto Substituted(const TokenLine& line, const TokenMap& map) const -> TokenLine;
  auto NumberOf(const TokenLine& value) const -> double;

  Names& names_;
  diag::Emitter& emitter_;
  std::unordered_map<NameId, Macro> macros_;
  std::vector<Token> out_;
  int depth_ = 0;
  size_t n_uses_ = 0;
  bool gave_up_ = false;
};

}  // namespace kerf::acsl
