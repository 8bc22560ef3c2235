// One look at each node, in the order of the array; levels are sums of steps at the tokens where they change.
#include "lang/modelica/syntax/layout.h"

namespace kerf::modelica {

namespace {

constexpr uint32_t kNotLong = kShort | kEnum | kDerClass;

class LayoutMaker {
 public:
  explicit LayoutMaker(const Tree& tree) : tree_(tree) {
    layout_.marks.assign(tree.tokens.size(), 0);
    layout_.levels.assign(tree.tokens.size() + 1, 0);
  }

  auto Run() -> Layout {
    for (uint32_t k = 0; k < tree_.nodes.size(); ++k) Visit(NodeRef(&tree_, k));
    int32_t level = 0;
    for (int32_t& step : layout_.levels) step = level += step;
    Mark(static_cast<uint32_t>(tree_.tokens.size()) - 1, kBeginsLine);
    return std::move(layout_);
  }

 private:
  void Visit(const NodeRef& node) {
    switch (node.kind()) {
      case NodeKind::StoredDefinition:    return BeginLines(node);
      case NodeKind::ClassDef:            return Class(node);
      case NodeKind::ElementList:
      case NodeKind::EquationSection:
      case NodeKind::AlgorithmSection:    return Section(node);
      case NodeKind::Block:               return Block(node);
      case NodeKind::ElementModification: return TightModification(node);
      case NodeKind::NamedArgument:       return Mark(node.node().begin + 1, kTight);
      case NodeKind::Import:              return Import(node);
      case NodeKind::Annotation:          return Annotation(node);
      case NodeKind::Unary:
        if (node.op() != TokenKind::Not) Mark(node.node().token, kSign);
        return;
      default: return;
    }
  }

  void Mark(uint32_t token, uint8_t mark) {
    if (token < layout_.marks.size()) layout_.marks[token] |= mark;
  }
  void Deepen(uint32_t begin, uint32_t end) {
    ++layout_.levels[begin];
    --layout_.levels[end];
  }
  void BeginLines(const NodeRef& node) {
    for (const NodeRef child : node.children()) Mark(child.node().begin, kBeginsLine);
  }

  void Class(const NodeRef& node) {
    if (node.Has(kNotLong)) return;
    uint32_t end = node.node().end;
    for (const NodeRef child : node.children()) {
      if (child.Is(NodeKind::Constrainedby)) end = child.node().begin;
      const bool is_annotation = child.Is(NodeKind::Annotation);
      if (is_annotation) Deepen(child.node().begin, child.node().end);
      if (is_annotation || child.Is(NodeKind::External)) Mark(child.node().begin, kBeginsLine);
    }
    if (end < node.node().begin + 2 || tree_.tokens[end - 2].kind != TokenKind::End) return;
    Mark(end - 2, kBeginsLine | kCloses);
  }

  // The keyword, if there is one, stands as far left as the class.
  void Section(const NodeRef& node) {
    uint32_t content = node.node().begin;
    if (tree_.tokens[content].kind == TokenKind::Initial) ++content;
    switch (tree_.tokens[content].kind) {
      case TokenKind::Public:
      case TokenKind::Protected:
      case TokenKind::Equation:
      case TokenKind::Algorithm:
        ++content;
        Mark(node.node().begin, kBeginsLine | kCloses);
        break;
      default: content = node.node().begin;
    }
    Deepen(content, node.node().end);
    BeginLines(node);
  }

  void Block(const NodeRef& node) {
    Deepen(node.node().begin, node.node().end);
    BeginLines(node);
    Mark(node.node().end, kBeginsLine | kCloses);
  }

  // In a list of modifications `a=1` takes no blanks.
  void TightModification(const NodeRef& node) {
    const NodeRef modification = node.Find(NodeKind::Modification);
    if (!modification.has_value() || modification.node().op == static_cast<uint8_t>(ModificationKind::None)) {
      return;
    }
    const NodeRef first = modification.child();
    Mark(first.Is(NodeKind::ClassModification) ? first.node().end : modification.node().begin, kTight);
  }

  // Points and colours of drawings are many; `{{-10,0},{10,0}}` takes no blanks.
  void Annotation(const NodeRef& node) {
    std::vector<TokenKind> open;
    for (uint32_t k = node.node().begin; k + 1 < node.node().end; ++k) {
      const TokenKind kind = tree_.tokens[k].kind;
      const TokenKind next = tree_.tokens[k + 1].kind;
      const bool is_point =
          next == TokenKind::Number || next == TokenKind::Minus || next == TokenKind::LBrace;
      if (IsOpening(kind)) open.push_back(kind);
      if (IsClosing(kind) && !open.empty()) open.pop_back();
      if (kind == TokenKind::Comma && is_point && !open.empty() && open.back() == TokenKind::LBrace) {
        Mark(k, kTight);
      }
    }
  }

  // The `.*` of an import is no operator.
  void Import(const NodeRef& node) {
    for (uint32_t k = node.node().begin; k < node.node().end; ++k) {
      const TokenKind kind = tree_.tokens[k].kind;
      if (kind == TokenKind::Annotation || kind == TokenKind::String) return;
      if (kind == TokenKind::DotStar) Mark(k, kTight);
    }
  }

  const Tree& tree_;
  Layout layout_;
};

auto IsCallee(TokenKind kind) -> bool {
  switch (kind) {
    case TokenKind::Ident:
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::Der:
    case TokenKind::Initial:
    case TokenKind::Pure:
    case TokenKind::Connect:
    case TokenKind::Enumeration: return true;
    default:                     return false;
  }
}

auto IsAlwaysTight(TokenKind kind) -> bool {
  switch (kind) {
    case TokenKind::Dot:
    case TokenKind::Colon:
    case TokenKind::Caret:
    case TokenKind::DotCaret: return true;
    default:                  return false;
  }
}

auto IsTight(const Tree& tree, const Layout& layout, uint32_t token) -> bool {
  return IsAlwaysTight(tree.tokens[token].kind) || (layout.marks[token] & kTight) != 0;
}

}  // namespace

auto IsOpening(TokenKind kind) -> bool {
  return kind == TokenKind::LParen || kind == TokenKind::LBracket || kind == TokenKind::LBrace;
}
auto IsClosing(TokenKind kind) -> bool {
  return kind == TokenKind::RParen || kind == TokenKind::RBracket || kind == TokenKind::RBrace;
}

auto MakeLayout(const Tree& tree) -> Layout { return LayoutMaker(tree).Run(); }

auto HasBlankAfter(const Tree& tree, const Layout& layout, uint32_t left) -> bool {
  const TokenKind a = tree.tokens[left].kind;
  const TokenKind b = tree.tokens[left + 1].kind;
  // `1 .^ 2` without blanks would be `1.` `^` `2`.
  if (a == TokenKind::Number && b == TokenKind::DotCaret) return true;
  if (a == TokenKind::DotCaret && left > 0 && tree.tokens[left - 1].kind == TokenKind::Number) return true;
  if (a == TokenKind::Comma && b == TokenKind::Comma) return true;
  // `A . *` in an import is two tokens and stays so.
  if (a == TokenKind::Dot && b == TokenKind::Star) return true;
  if (b == TokenKind::RParen || b == TokenKind::RBracket || b == TokenKind::RBrace) return false;
  if (b == TokenKind::Comma || b == TokenKind::Semicolon) return false;
  if (a == TokenKind::LParen || a == TokenKind::LBracket || a == TokenKind::LBrace) return false;
  if (IsTight(tree, layout, left) || (layout.marks[left] & kSign) != 0) return false;
  if (a == TokenKind::Comma) return true;
  // A global name `.A` follows words and operators.
  if (b == TokenKind::Dot) return !IsCallee(a);
  if (IsTight(tree, layout, left + 1)) return false;
  if (b == TokenKind::LParen || b == TokenKind::LBracket) return !IsCallee(a);
  return true;
}

}  // namespace kerf::modelica
