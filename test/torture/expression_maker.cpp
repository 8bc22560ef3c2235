// Random expressions: what is common to all sorts.
#include "expression.h"

namespace kerf::torture {

auto ExpressionMaker::HasValue(const Node& node) const -> bool {
  try {
    for (const Environment& environment : environments) {
      const Val value = Evaluate(node, environment);
      if (value.sort == Sort::Real && value.is_scalar() && !(value.number > -1e7 && value.number < 1e7))
        return false;
    }
  } catch (const NoValue&) {
    return false;
  }
  return true;
}

auto ExpressionMaker::Literal(Sort sort, const std::vector<int>& dims) -> Node {
  const auto scalar = [&]() -> Val {
    switch (sort) {
      case Sort::Integer:     return IntegerVal(Below(9) - 3);
      case Sort::Boolean:     return BooleanVal(rng_.Chance(0.5));
      case Sort::Text:        return TextVal(Pick({"", "a", "ab", "x y", "Z"}));
      case Sort::Enumeration: {
        Val value = IntegerVal(1 + Below(3));
        value.sort = Sort::Enumeration;
        return value;
      }
      default: return RealVal((Below(33) - 16) * 0.25);
    }
  };
  if (dims.empty()) return LiteralNode(scalar());
  std::vector<Val> parts;
  for (int k = 0; k < CountOf(dims); ++k) parts.push_back(scalar());
  return LiteralNode(ArrayVal(dims, std::move(parts), sort));
}

auto ExpressionMaker::OneLeaf(Sort sort, const std::vector<int>& dims) -> Node {
  std::vector<const Leaf*> fitting;
  for (const Leaf& leaf : leaves) {
    // An Integer may stand for a Real.
    const bool fits = leaf.sort == sort || (leaf.sort == Sort::Integer && sort == Sort::Real);
    if (fits && leaf.dims == dims) fitting.push_back(&leaf);
  }
  if (fitting.empty() || rng_.Chance(0.2)) return Literal(sort, dims);
  return NameNode(fitting[rng_.Below(static_cast<uint32_t>(fitting.size()))]->name);
}

auto ExpressionMaker::Candidate(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  return dims.empty() ? ScalarOf(sort, depth) : Array(sort, dims, depth);
}

auto ExpressionMaker::Make(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  if (depth > 0 && !rng_.Chance(0.1)) {
    for (int attempt = 0; attempt < 4; ++attempt) {
      Node node = Candidate(sort, dims, depth - 1);
      if (HasValue(node)) return node;
    }
  }
  Node leaf = OneLeaf(sort, dims);
  return HasValue(leaf) ? leaf : Literal(sort, dims);
}

auto ExpressionMaker::Index(int size, int depth) -> Node {
  switch (Below(depth > 0 ? 6 : 4)) {
    case 0: return FormNode(Form::End, {});
    case 1:
      return OperatorNode(
          "-", {FormNode(Form::End, {}), LiteralNode(IntegerVal(Below(static_cast<uint32_t>(size))))});
    case 2:
    case 3:  return LiteralNode(IntegerVal(1 + Below(static_cast<uint32_t>(size))));
    default: {
      // Any Integer, brought into the range.
      Node any = Make(Sort::Integer, {}, depth - 1);
      return OperatorNode(
          "+", {CallNode("mod", {any, LiteralNode(IntegerVal(size))}), LiteralNode(IntegerVal(1))});
    }
  }
}

auto ExpressionMaker::RangeOf(int size) -> Node {
  const int first = Below(5) - 1;
  const auto whole = [](int value) { return LiteralNode(IntegerVal(value)); };
  switch (Below(3)) {
    case 0:  return FormNode(Form::Range, {whole(first), whole(first + size - 1)});
    case 1:  return FormNode(Form::Range, {whole(first), whole(2), whole(first + 2 * size - 1 - Below(2))});
    default: return FormNode(Form::Range, {whole(first), whole(-1), whole(first - size + 1)});
  }
}

auto ExpressionMaker::Reduction(const std::string& op, Sort sort, int depth, const std::vector<Node>& ranges)
    -> Node {
  Node node = FormNode(Form::Reduction, {});
  node.op = op;
  node.value.sort = sort;
  const size_t n_leaves = leaves.size();
  const std::vector<Environment> outer = environments;
  std::vector<Node> all = {Node{}};
  for (const Node& range : ranges) {
    node.names.push_back("i" + std::to_string(++n_iterators_));
    all.push_back(range);
    leaves.push_back({node.names.back(), Sort::Integer, {}});
    for (Environment& environment : environments) {
      const Val values = Evaluate(range, environment);
      environment.values[node.names.back()] = values.parts.empty() ? IntegerVal(0) : values.parts[0];
    }
  }
  all[0] = Make(sort, {}, depth);
  node.parts = std::move(all);
  leaves.resize(n_leaves);
  environments = outer;
  n_iterators_ -= static_cast<int>(ranges.size());
  return node;
}

}  // namespace kerf::torture
