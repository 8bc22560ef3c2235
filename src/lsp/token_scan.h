// The tokens before a cursor, read without a tree.
#pragma once

#include <string_view>
#include <vector>

#include "lang/modelica/syntax/tree.h"

namespace kerf::lsp {

// A dotted name as written.
struct DottedName {
  std::vector<std::string_view> parts;
  bool is_global = false;
  // The token behind it, or, of a name read backwards, its first.
  uint32_t end = 0;
};

// `parameter`, `redeclare`, `partial` …
auto IsPrefix(modelica::TokenKind kind) -> bool;
// `model`, `package` …
auto IsRestriction(modelica::TokenKind kind) -> bool;

class TokenScan {
 public:
  // The word that the cursor stands in or behind does not count.
  TokenScan(const modelica::Tree& tree, uint32_t offset);

  // Number of tokens before the cursor.
  [[nodiscard]] auto end() const -> uint32_t { return end_; }
  [[nodiscard]] auto KindAt(uint32_t k) const -> modelica::TokenKind {
    return k < end_ ? tree_.tokens[k].kind : modelica::TokenKind::EndOfFile;
  }
  // The kind of the token before token k.
  [[nodiscard]] auto KindBefore(uint32_t k) const -> modelica::TokenKind {
    return k > 0 ? KindAt(k - 1) : modelica::TokenKind::EndOfFile;
  }
  // The cursor is inside of a string, a number or a comment.
  [[nodiscard]] auto is_hidden() const -> bool { return is_hidden_; }
  // The first token of the element, equation or statement that the cursor is in.
  [[nodiscard]] auto StatementBegin() const -> uint32_t;
  // The name that begins at token k.
  [[nodiscard]] auto NameAt(uint32_t k) const -> DottedName;
  // The name that ends before token k.
  [[nodiscard]] auto NameBefore(uint32_t k) const -> DottedName;
  // The name whose parts end with a dot before the cursor, such as `a.b[2].`.
  [[nodiscard]] auto NameBeforeDot() const -> DottedName;

 private:
  [[nodiscard]] auto TextAt(uint32_t k) const -> std::string_view;
  [[nodiscard]] auto IsHidden(uint32_t offset) const -> bool;
  [[nodiscard]] auto OverBrackets(uint32_t k) const -> uint32_t;
  [[nodiscard]] auto BackOverBrackets(uint32_t k) const -> uint32_t;

  const modelica::Tree& tree_;
  uint32_t end_ = 0;
  bool is_hidden_ = false;
};

}  // namespace kerf::lsp
