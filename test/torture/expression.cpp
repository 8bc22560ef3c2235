// The values of expressions.
#include "expression.h"

#include <fmt/format.h>

#include <algorithm>

namespace kerf::torture {

auto CallNode(const std::string& op, std::vector<Node> parts) -> Node {
  return {Form::Call, op, std::move(parts), {}, {}, {}};
}
auto OperatorNode(const std::string& op, std::vector<Node> parts) -> Node {
  return {Form::Operator, op, std::move(parts), {}, {}, {}};
}
auto FormNode(Form form, std::vector<Node> parts) -> Node { return {form, "", std::move(parts), {}, {}, {}}; }
auto LiteralNode(Val value) -> Node { return {Form::Literal, "", {}, std::move(value), {}, {}}; }
auto NameNode(const std::string& name) -> Node { return {Form::Name, name, {}, {}, {}, {}}; }

namespace {

class TreeEvaluator {
 public:
  explicit TreeEvaluator(const Environment& environment) : environment_(environment) {}

  auto Run(const Node& node) -> Val {
    switch (node.form) {
      case Form::Literal:   return node.value;
      case Form::Name:      return Named(node.op);
      case Form::Operator:
      case Form::Call:      return Applied(node);
      case Form::User:      return environment_.call(node, Parts(node));
      case Form::If:        return Chosen(node);
      case Form::Array:     return Stacked(Parts(node), Sort::Real);
      case Form::Rows:      return Rows(node);
      case Form::Subscript: return Selected(node);
      case Form::End:       return IntegerVal(end_);
      case Form::Colon:     {
        Val colon;
        colon.sort = Sort::Colon;
        return colon;
      }
      case Form::Range:     return Range(node);
      case Form::Reduction: return Reduced(node);
      case Form::ToText:    return TextVal(Converted(node));
    }
    return {};
  }

 private:
  auto Named(const std::string& name) -> Val {
    for (size_t k = iterators_.size(); k-- > 0;) {
      if (iterators_[k].first == name) return iterators_[k].second;
    }
    const auto found = environment_.values.find(name);
    if (found == environment_.values.end()) throw NoValue{"`" + name + "` is not known"};
    return found->second;
  }

  auto Parts(const Node& node) -> std::vector<Val> {
    std::vector<Val> values;
    for (const Node& part : node.parts) values.push_back(Run(part));
    return values;
  }

  auto Applied(const Node& node) -> Val {
    if (node.op == "and" || node.op == "or") {
      const Val first = Run(node.parts[0]);
      if ((first.number != 0) == (node.op == "or")) return first;
      return Run(node.parts[1]);
    }
    // Neither changes the value.
    if (node.op == "smooth") return Run(node.parts[1]);
    return Apply(node.op, Parts(node));
  }

  auto Chosen(const Node& node) -> Val {
    const bool is_first = Run(node.parts[0]).number != 0;
    // Of Integer and Real alternatives the result is Real; what has no value where it is not chosen does no
    // harm.
    return Run(node.parts[is_first ? 1 : 2]);
  }

  auto Rows(const Node& node) -> Val {
    const auto n_columns = static_cast<size_t>(node.options[0]);
    std::vector<Val> rows = {IntegerVal(1)};
    for (size_t k = 0; k < node.parts.size(); k += n_columns) {
      std::vector<Val> row = {IntegerVal(2)};
      for (size_t j = 0; j < n_columns; ++j)
        row.push_back(Apply("promote", {Run(node.parts[k + j]), IntegerVal(2)}));
      rows.push_back(Apply("cat", row));
    }
    return Apply("cat", rows);
  }

  auto Selected(const Node& node) -> Val {
    const Val array = Run(node.parts[0]);
    std::vector<Val> subscripts;
    const int outer = end_;
    for (size_t k = 1; k < node.parts.size(); ++k) {
      end_ = array.dims.at(k - 1);
      subscripts.push_back(Run(node.parts[k]));
    }
    end_ = outer;
    return Subscripted(array, subscripts);
  }

  auto Range(const Node& node) -> Val {
    const std::vector<Val> parts = Parts(node);
    if (parts.size() == 3) return Apply("range", parts);
    Val one = IntegerVal(1);
    one.sort = parts[0].sort;
    return Apply("range", {parts[0], one, parts[1]});
  }

  // The first iterator runs fastest: {e for i in a, j in b} is {{e for i in a} for j in b}.
  auto Nested(const Node& node, size_t n_iterators) -> Val {
    if (n_iterators == 0) return Run(node.parts[0]);
    const Val range = Run(node.parts[n_iterators]);
    std::vector<Val> values;
    for (const Val& element : range.parts) {
      iterators_.emplace_back(node.names[n_iterators - 1], element);
      values.push_back(Nested(node, n_iterators - 1));
      iterators_.pop_back();
    }
    if (!values.empty()) return Stacked(values, Sort::Real);
    // Of nothing only the sizes are left.
    std::vector<int> dims = {0};
    for (size_t k = n_iterators; k-- > 1;) dims.push_back(Run(node.parts[k]).dims.at(0));
    return ArrayVal(dims, {}, node.value.sort);
  }

  auto Reduced(const Node& node) -> Val {
    Val all = Nested(node, node.names.size());
    if (node.op == "array") return all;
    return Apply(node.op, {all});
  }

  auto Converted(const Node& node) -> std::string {
    const Val value = Run(node.parts[0]);
    if (!node.value.text.empty()) return FormattedText(value, node.value.text);
    if (node.options.empty()) return TextOf(value, environment_.literals, 6, 0, true);
    return TextOf(value, environment_.literals, node.options[0], node.options[1], node.options[2] != 0);
  }

  const Environment& environment_;
  std::vector<std::pair<std::string, Val>> iterators_;
  int end_ = 0;
};

// `end` means nothing outside of its brackets.
auto HasEnd(const Node& node) -> bool {
  return node.form == Form::End || (node.form != Form::Subscript && std::ranges::any_of(node.parts, HasEnd));
}

// What may stand in place of a tree: its value, or a part of the same sort and shape.
auto SmallerNodes(const Node& node, const Environment& environment) -> std::vector<Node> {
  std::vector<Node> smaller;
  if (HasEnd(node)) return smaller;
  try {
    const Val value = Evaluate(node, environment);
    smaller.push_back(LiteralNode(value));
    for (const Node& part : node.parts) {
      if (node.form != Form::Operator && node.form != Form::If && node.form != Form::Call) break;
      const Val other = Evaluate(part, environment);
      if (other.sort == value.sort && other.dims == value.dims) smaller.push_back(part);
    }
  } catch (const NoValue&) {
    return smaller;
  }
  return smaller;
}

}  // namespace

auto Evaluate(const Node& node, const Environment& environment) -> Val {
  return TreeEvaluator(environment).Run(node);
}

void MinimiseNode(Node& root, const Environment& environment, const std::function<bool()>& fails) {
  const auto visit = [&](const auto& self, Node& node) -> void {
    if (node.form == Form::Literal || node.form == Form::Colon) return;
    const Node old = node;
    for (Node& candidate : SmallerNodes(old, environment)) {
      node = candidate;
      if (fails()) {
        self(self, node);
        return;
      }
      node = old;
    }
    for (size_t k = node.form == Form::Subscript ? 1 : 0; k < node.parts.size(); ++k)
      self(self, node.parts[k]);
  };
  visit(visit, root);
}

}  // namespace kerf::torture
