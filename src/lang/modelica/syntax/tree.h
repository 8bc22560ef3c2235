// The syntax of one Modelica file: its tokens and a tree over them, in plain arrays that can be written to a
// file and mapped back. The tree is lossless: every byte of the text lies in a token or between two tokens,
// and every token lies in a node. Nodes refer to each other and to tokens by index; see nodes.def for the
// children of each kind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::modelica {

enum class TokenKind : uint8_t {
#define KERF_TOKEN(Name, spelling) Name,
#include "lang/modelica/syntax/tokens.def"
};

enum class NodeKind : uint8_t {
#define KERF_NODE(Name) Name,
#include "lang/modelica/syntax/nodes.def"
};

enum class Restriction : uint8_t {
  Class,
  Model,
  Record,
  Block,
  Connector,
  Type,
  Package,
  Function,
  Operator,
  OperatorRecord,
  OperatorFunction,
};
enum class ImportKind : uint8_t { Qualified, Renamed, Star, List };
// `= e`, `:= e`, `= break`, or only a class modification.
enum class ModificationKind : uint8_t { None, Equals, Assign, Break };

enum NodeFlag : uint32_t {
  kEncapsulated = 1U << 0,
  kPartial = 1U << 1,
  kFinal = 1U << 2,
  kInner = 1U << 3,
  kOuter = 1U << 4,
  kReplaceable = 1U << 5,
  kRedeclare = 1U << 6,
  kEach = 1U << 7,
  kExpandable = 1U << 8,
  kPure = 1U << 9,
  kImpure = 1U << 10,
  kFlow = 1U << 11,
  kStream = 1U << 12,
  kDiscrete = 1U << 13,
  kParameter = 1U << 14,
  kConstant = 1U << 15,
  kInput = 1U << 16,
  kOutput = 1U << 17,
  kProtected = 1U << 18,
  kInitial = 1U << 19,
  kGlobal = 1U << 20,
  kClassExtends = 1U << 21,
  kShort = 1U << 22,
  kEnum = 1U << 23,
  kDerClass = 1U << 24,
  kOpenEnum = 1U << 25,
  kSelf = 1U << 26,
};

// Prefixes of a component that say how it takes part in connections, and all that its type may bring along.
inline constexpr uint32_t kConnectionPrefixes = kFlow | kStream | kInput | kOutput;
inline constexpr uint32_t kTypePrefixes = kConnectionPrefixes | kDiscrete | kParameter | kConstant;

inline constexpr uint32_t kNoNode = 0xFFFF'FFFF;
inline constexpr uint32_t kNoSymbol = 0xFFFF'FFFF;

struct Token {
  uint32_t begin = 0;
  uint32_t end = 0;
  // Of an identifier: index into the tree's symbols.
  uint32_t symbol = kNoSymbol;
  TokenKind kind = TokenKind::Error;
};
static_assert(sizeof(Token) == 16);

struct Node {
  NodeKind kind = NodeKind::Error;
  // Restriction, ImportKind, ModificationKind or, of an operator, its TokenKind.
  uint8_t op = 0;
  uint32_t flags = 0;
  // The token that names the node, or its first one.
  uint32_t token = 0;
  // Tokens [begin, end).
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t first_child = kNoNode;
  uint32_t next_sibling = kNoNode;
};
static_assert(sizeof(Node) == 28);

// The text of a distinct identifier is that of its first occurrence: bytes [begin, end) of the file.
struct Symbol {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// A view; the arrays are owned by a ParsedFile or lie in a mapped cache file.
struct Tree {
  std::string_view text;
  std::span<const Token> tokens;
  std::span<const Node> nodes;
  std::span<const Symbol> symbols;
  // The StoredDefinition.
  uint32_t root = 0;
  // A number for the owner's use; the parser knows nothing of it.
  uint32_t id = 0;
};

// The arrays of a file that was parsed here. `text` is not owned.
struct TreeArrays {
  std::vector<Token> tokens;
  std::vector<Node> nodes;
  std::vector<Symbol> symbols;
  uint32_t root = 0;

  [[nodiscard]] auto View(std::string_view text) const -> Tree {
    return {text, tokens, nodes, symbols, root, 0};
  }
};

// A node in its tree, or nothing.
class NodeRef {
 public:
  NodeRef() = default;
  NodeRef(const Tree* tree, uint32_t index) : tree_(tree), index_(index) {}

  [[nodiscard]] auto has_value() const -> bool { return tree_ != nullptr && index_ != kNoNode; }
  [[nodiscard]] auto tree() const -> const Tree& { return *tree_; }
  [[nodiscard]] auto index() const -> uint32_t { return index_; }
  [[nodiscard]] auto node() const -> const Node& { return tree_->nodes[index_]; }
  [[nodiscard]] auto kind() const -> NodeKind { return node().kind; }
  [[nodiscard]] auto Is(NodeKind kind) const -> bool { return has_value() && node().kind == kind; }
  [[nodiscard]] auto Has(uint32_t flags) const -> bool { return has_value() && (node().flags & flags) != 0; }
  [[nodiscard]] auto op() const -> TokenKind { return static_cast<TokenKind>(node().op); }
  [[nodiscard]] auto restriction() const -> Restriction { return static_cast<Restriction>(node().op); }
  [[nodiscard]] auto token() const -> const Token& { return tree_->tokens[node().token]; }
  // The text of the naming token.
  [[nodiscard]] auto token_text() const -> std::string_view {
    const Token& t = token();
    return tree_->text.substr(t.begin, t.end - t.begin);
  }
  [[nodiscard]] auto child() const -> NodeRef { return {tree_, node().first_child}; }
  [[nodiscard]] auto next() const -> NodeRef { return {tree_, node().next_sibling}; }
  // The first child of that kind, or nothing.
  [[nodiscard]] auto Find(NodeKind kind) const -> NodeRef {
    NodeRef at = child();
    while (at.has_value() && at.kind() != kind) at = at.next();
    return at;
  }
  // Child number k, from 0, or nothing.
  [[nodiscard]] auto Child(uint32_t k) const -> NodeRef {
    NodeRef at = child();
    for (; k > 0 && at.has_value(); --k) at = at.next();
    return at;
  }
  [[nodiscard]] auto n_children() const -> uint32_t {
    uint32_t n = 0;
    for (NodeRef at = child(); at.has_value(); at = at.next()) ++n;
    return n;
  }
  // Bytes of the file, from the first to the last token.
  [[nodiscard]] auto begin_byte() const -> uint32_t { return tree_->tokens[node().begin].begin; }
  [[nodiscard]] auto end_byte() const -> uint32_t {
    const Node& n = node();
    return n.end > n.begin ? tree_->tokens[n.end - 1].end : tree_->tokens[n.begin].begin;
  }
  [[nodiscard]] auto text() const -> std::string_view {
    return tree_->text.substr(begin_byte(), end_byte() - begin_byte());
  }
  friend auto operator==(const NodeRef&, const NodeRef&) -> bool = default;

  // Range-for over the children.
  struct Iterator;
  struct Range;
  [[nodiscard]] auto children() const -> Range;

 private:
  const Tree* tree_ = nullptr;
  uint32_t index_ = kNoNode;
};

struct NodeRef::Iterator {
  NodeRef at;
  auto operator*() const -> NodeRef { return at; }
  auto operator++() -> Iterator& { return at = at.next(), *this; }
  friend auto operator==(const Iterator& a, const Iterator& b) -> bool {
    return a.at.has_value() == b.at.has_value() && (!a.at.has_value() || a.at == b.at);
  }
};
struct NodeRef::Range {
  NodeRef first;
  [[nodiscard]] auto begin() const -> Iterator { return {first}; }
  [[nodiscard]] auto end() const -> Iterator { return {NodeRef{}}; }
};
inline auto NodeRef::children() const -> Range { return {child()}; }

inline auto Root(const Tree& tree) -> NodeRef { return {&tree, tree.root}; }

}  // namespace kerf::modelica
