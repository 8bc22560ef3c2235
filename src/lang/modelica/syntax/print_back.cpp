// Goes through the tree without recursion, since a long sum is a deep tree, and writes each token from the
// node that owns it. A token that the nodes leave out or overlap changes the result.
#include "lang/modelica/syntax/parse.h"

namespace kerf::modelica {

namespace {

class Printer {
 public:
  explicit Printer(const Tree& tree) : tree_(tree) { text_.reserve(tree.text.size()); }

  auto Run() -> std::string {
    if (tree_.nodes.empty()) return "";
    Enter(tree_.root);
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.child == kNoNode) {
        Emit(tree_.nodes[top.node].end);
        open_.pop_back();
        continue;
      }
      const uint32_t child = top.child;
      top.child = tree_.nodes[child].next_sibling;
      Emit(tree_.nodes[child].begin);
      // A child that does not lie inside its parent, behind its siblings, would print tokens twice or not.
      if (tree_.nodes[child].begin != at_ || tree_.nodes[child].end > tree_.nodes[top.node].end) return text_;
      Enter(child);
    }
    return text_;
  }

 private:
  struct Open {
    uint32_t node = 0;
    uint32_t child = 0;
  };

  void Enter(uint32_t node) { open_.push_back({node, tree_.nodes[node].first_child}); }

  // Tokens up to `end`, each with the blanks and comments before it.
  void Emit(uint32_t end) {
    if (at_ >= end) return;
    const uint32_t to = tree_.tokens[end - 1].end;
    text_ += tree_.text.substr(printed_, to - printed_);
    printed_ = to;
    at_ = end;
  }

  const Tree& tree_;
  std::string text_;
  std::vector<Open> open_;
  uint32_t at_ = 0;
  uint32_t printed_ = 0;
};

}  // namespace

auto PrintBack(const Tree& tree) -> std::string { return Printer(tree).Run(); }

}  // namespace kerf::modelica
