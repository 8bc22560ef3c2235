// Written without recursion, since a long sum is a deep tree.
#include "lang/modelica/syntax/dump_mu_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

namespace {

// Numbers of tokens that the thesis prints.
constexpr std::string_view kStoredDefinition = "117";
constexpr std::string_view kClassDefinition = "95";
constexpr std::string_view kModel = "36";
constexpr std::string_view kIdent = "84";
constexpr std::string_view kDeclaration = "98";
constexpr std::string_view kComment = "97";
constexpr std::string_view kUnknown = "?";

// In the order of Restriction, as they are written.
constexpr auto kRestrictionWords =
    std::to_array<std::string_view>({"class", "model", "record", "block", "connector", "type", "package",
                                     "function", "operator", "operator record", "operator function"});
constexpr auto kPrefixWords = std::to_array<std::pair<uint32_t, std::string_view>>({
    {kFlow, "flow"},
    {kStream, "stream"},
    {kDiscrete, "discrete"},
    {kParameter, "parameter"},
    {kConstant, "constant"},
    {kInput, "input"},
    {kOutput, "output"},
});

class MuTree {
 public:
  auto Print(const NodeRef& root) -> std::string {
    todo_.push_back({root, {}, Task::Node});
    while (!todo_.empty()) {
      const Todo next = todo_.back();
      todo_.pop_back();
      switch (next.task) {
        case Task::Node:      PrintNode(next.node); break;
        case Task::Component: PrintComponent(next.node, next.clause); break;
        case Task::Comment:   PrintComment(next.node); break;
        case Task::Close:     Close(); break;
      }
    }
    return std::move(text_);
  }

 private:
  enum class Task : uint8_t { Node, Component, Comment, Close };
  struct Todo {
    NodeRef node;
    NodeRef clause;
    Task task = Task::Node;
  };

  void Indent() {
    for (uint32_t k = 0; k < depth_; ++k) text_ += "| ";
  }

  void Leaf(std::string_view number, std::string_view text) {
    Indent();
    ((text_ += "+-") += number) += " : ";
    // A line for each node.
    for (const char c : text) {
      if (c == '\n') text_ += "\\n";
      if (c != '\n' && c != '\r') text_ += c;
    }
    text_ += '\n';
  }

  void Open(std::string_view number, std::string_view text) {
    Leaf(number, text);
    text_.pop_back();
    text_ += " {\n";
    ++depth_;
    todo_.push_back({{}, {}, Task::Close});
  }

  void Close() {
    --depth_;
    Indent();
    text_ += "}\n";
  }

  void Children(const NodeRef& node) {
    const size_t begin = todo_.size();
    for (const NodeRef child : node.children()) todo_.push_back({child, {}, Task::Node});
    std::reverse(todo_.begin() + static_cast<ptrdiff_t>(begin), todo_.end());
  }

  void PrintNode(const NodeRef& node) {
    switch (node.kind()) {
      case NodeKind::StoredDefinition: Open(kStoredDefinition, "STORED_DEFINITION"); return Children(node);
      case NodeKind::ElementList:      return Children(node);
      case NodeKind::ClassDef:         return PrintClass(node);
      case NodeKind::ComponentClause:  return PrintClause(node);
      case NodeKind::Description:      return PrintComment(node);
      case NodeKind::Ref:
        if (node.n_children() == 1) return Children(node);
        break;
      case NodeKind::Part:
        if (!node.child().has_value()) return Leaf(kIdent, node.token_text());
        Open(kIdent, node.token_text());
        return Children(node);
      case NodeKind::Unary:
      case NodeKind::Binary: Open(kUnknown, node.token_text()); return Children(node);
      case NodeKind::Number:
      case NodeKind::String: return Leaf(kUnknown, node.token_text());
      default:               break;
    }
    if (!node.child().has_value()) return Leaf(kUnknown, KindWords(node.kind()));
    Open(kUnknown, KindWords(node.kind()));
    Children(node);
  }

  void PrintClass(const NodeRef& node) {
    Open(kClassDefinition, "CLASS_DEFINITION");
    if (node.Has(kPartial)) Leaf(kUnknown, "partial");
    const auto restriction = static_cast<size_t>(node.restriction());
    Leaf(node.restriction() == Restriction::Model ? kModel : kUnknown, kRestrictionWords.at(restriction));
    Leaf(kIdent, node.token_text());
    Children(node);
  }

  // One declaration for each name.
  void PrintClause(const NodeRef& clause) {
    const size_t begin = todo_.size();
    for (const NodeRef child : clause.children()) {
      if (child.Is(NodeKind::Component)) todo_.push_back({child, clause, Task::Component});
    }
    std::reverse(todo_.begin() + static_cast<ptrdiff_t>(begin), todo_.end());
  }

  void PrintComponent(const NodeRef& component, const NodeRef& clause) {
    Open(kDeclaration, "DECLARATION");
    for (const auto& [flag, word] : kPrefixWords) {
      if (clause.Has(flag)) Leaf(kUnknown, word);
    }
    Leaf(kIdent, clause.child().text());
    Leaf(kIdent, component.token_text());
    todo_.push_back({component.Find(NodeKind::Description), {}, Task::Comment});
    const size_t begin = todo_.size();
    for (const NodeRef child : component.children()) {
      if (!child.Is(NodeKind::Description)) todo_.push_back({child, {}, Task::Node});
    }
    std::reverse(todo_.begin() + static_cast<ptrdiff_t>(begin), todo_.end());
  }

  void PrintComment(const NodeRef& description) {
    if (!description.has_value()) return Leaf(kComment, "COMMENT");
    Open(kComment, "COMMENT");
    Leaf(kUnknown, description.text());
  }

  // "EquationSection" as "EQUATION_SECTION".
  static auto KindWords(NodeKind kind) -> std::string {
    std::string words;
    for (const char c : NodeKindName(kind)) {
      if (std::isupper(static_cast<unsigned char>(c)) != 0 && !words.empty()) words += '_';
      words += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return words;
  }

  std::string text_;
  std::vector<Todo> todo_;
  uint32_t depth_ = 0;
};

}  // namespace

auto DumpMuTree(const NodeRef& node) -> std::string { return MuTree().Print(node); }

}  // namespace kerf::modelica
