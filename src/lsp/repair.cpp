// Blanking out what does not parse, one round after another.
#include "lsp/repair.h"

#include <algorithm>

#include "diag/consumers.h"
#include "lang/modelica/syntax/parse.h"
#include "lsp/cursor.h"

namespace kerf::lsp {

namespace {

using modelica::NodeKind;
using modelica::NodeRef;

constexpr int kMaxRounds = 6;

struct Piece {
  uint32_t begin = 0;
  uint32_t end = 0;
};

auto IsList(NodeKind kind) -> bool {
  return kind == NodeKind::ElementList || kind == NodeKind::EquationSection ||
         kind == NodeKind::AlgorithmSection || kind == NodeKind::Block;
}

// From the semicolon before to the one behind, as the tokens say.
auto BetweenSemicolons(const modelica::Tree& tree, uint32_t token) -> Piece {
  using modelica::TokenKind;
  const auto ends = [&](uint32_t k) {
    const TokenKind kind = tree.tokens[k].kind;
    return kind == TokenKind::Semicolon || kind == TokenKind::Equation || kind == TokenKind::Algorithm ||
           kind == TokenKind::EndOfFile || kind == TokenKind::Protected || kind == TokenKind::Public ||
           kind == TokenKind::Then || kind == TokenKind::Loop || kind == TokenKind::Else;
  };
  uint32_t first = token;
  while (first > 0 && !ends(first - 1)) --first;
  uint32_t last = first;
  while (!ends(last) && last < token) ++last;
  return {tree.tokens[first].begin, tree.tokens[last].end};
}

// The innermost element, equation or statement around or just before a token, with its semicolon.
auto PieceAt(const modelica::Tree& tree, uint32_t token, bool is_first_round) -> Piece {
  if (!is_first_round) return BetweenSemicolons(tree, token);
  for (uint32_t back = 0; back < 2 && back <= token; ++back) {
    const std::vector<NodeRef> path = PathToToken(tree, token - back);
    for (size_t k = path.size(); k-- > 1;) {
      if (!IsList(path[k - 1].kind())) continue;
      uint32_t end = path[k].node().end;
      while (end < tree.tokens.size() && end <= token + 1 &&
             tree.tokens[end].kind == modelica::TokenKind::Semicolon) {
        ++end;
      }
      return {path[k].begin_byte(), std::max(path[k].end_byte(), tree.tokens[end - 1].end)};
    }
  }
  return BetweenSemicolons(tree, token);
}

void Blank(std::string& text, Piece piece) {
  for (uint32_t k = piece.begin; k < piece.end && k < text.size(); ++k) {
    if (text[k] != '\n' && text[k] != '\r') text[k] = ' ';
  }
}

auto TokenAtOrAfter(const modelica::Tree& tree, uint32_t offset) -> uint32_t {
  const auto at = std::ranges::lower_bound(tree.tokens, offset, {}, &modelica::Token::begin);
  return static_cast<uint32_t>(std::min<ptrdiff_t>(at - tree.tokens.begin(), std::ssize(tree.tokens) - 1));
}

}  // namespace

auto TryRepair(std::string_view given) -> std::optional<std::string> {
  std::string text(given);
  for (int round = 0; round < kMaxRounds; ++round) {
    diag::CollectingConsumer collected;
    diag::Emitter emitter(collected);
    const modelica::TreeArrays arrays = modelica::Parse(text, diag::BufferId{uint32_t{0}}, emitter);
    if (emitter.n_errors() == 0) return text;
    const modelica::Tree tree = arrays.View(text);
    std::vector<Piece> pieces;
    for (const diag::Diagnostic& diagnostic : collected.all) {
      if (diagnostic.level != diag::Level::Error) continue;
      pieces.push_back(PieceAt(tree, TokenAtOrAfter(tree, diagnostic.span.begin), round < 2));
    }
    for (const modelica::Node& node : arrays.nodes) {
      if (node.kind != NodeKind::Error || node.end <= node.begin) continue;
      pieces.push_back({tree.tokens[node.begin].begin, tree.tokens[node.end - 1].end});
    }
    for (const Piece& piece : pieces) Blank(text, piece);
  }
  return std::nullopt;
}

}  // namespace kerf::lsp
