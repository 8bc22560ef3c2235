// Random scalars.
#include "expression.h"

namespace kerf::torture {

namespace {

auto Whole(int value) -> Node { return LiteralNode(IntegerVal(value)); }

}  // namespace

auto ExpressionMaker::ScalarOf(Sort sort, int depth) -> Node {
  // Texts that change during a run are refused.
  if ((sort != Sort::Text || has_texts) && rng_.Chance(0.08))
    return FormNode(Form::If, {Make(Sort::Boolean, {}, depth), Make(sort, {}, depth), Make(sort, {}, depth)});
  if (rng_.Chance(0.1)) return Element(sort, depth);
  switch (sort) {
    case Sort::Integer:     return Integer(depth);
    case Sort::Boolean:     return Boolean(depth);
    case Sort::Enumeration: return Enumeration(depth);
    case Sort::Text:        return Text(depth);
    default:                return Real(depth);
  }
}

auto ExpressionMaker::Element(Sort sort, int depth) -> Node {
  std::vector<const Leaf*> fitting;
  for (const Leaf& leaf : leaves) {
    if (leaf.sort == sort && !leaf.dims.empty() && CountOf(leaf.dims) > 0) fitting.push_back(&leaf);
  }
  if (fitting.empty()) return Literal(sort, {});
  const Leaf leaf = *fitting[rng_.Below(static_cast<uint32_t>(fitting.size()))];
  Node node = FormNode(Form::Subscript, {NameNode(leaf.name)});
  for (const int size : leaf.dims) node.parts.push_back(Index(size, depth));
  return node;
}

// Functions that every random program has.
auto ExpressionMaker::Called(int depth) -> Node {
  const Node x = Make(Sort::Real, {}, depth);
  const Node n = Make(Sort::Integer, {}, depth);
  const auto user = [](const std::string& op, std::vector<Node> parts, std::vector<std::string> names) {
    Node node = FormNode(Form::User, std::move(parts));
    node.op = op;
    node.names = std::move(names);
    return node;
  };
  switch (Below(7)) {
    case 0:  return user("P.h", {x, n}, {});
    case 1:  return user("P.h", {x, n, Make(Sort::Real, {}, depth)}, {});
    case 2:  return user("P.h", {n, x}, {"n", "x"});
    case 3:  return user("P.h", {x, Make(Sort::Real, {}, depth), n}, {"", "c", "n"});
    case 4:  return user("P.rec", {x, CallNode("mod", {n, Whole(4)})}, {});
    case 5:  return user("P.pick", {user("P.make", {x, n}, {})}, {});
    default: return user("P.pick", {user("P.R", {n, x}, {"n", "p"})}, {});
  }
}

auto ExpressionMaker::CalledWithArray(int size, int depth) -> Node {
  const Node n = Make(Sort::Integer, {}, depth);
  const Node v = Make(Sort::Real, {size}, depth);
  Node node = FormNode(Form::User, {v, n});
  node.op = "P.h";
  if (rng_.Chance(0.5)) return node;
  node.op = "P.map";
  node.parts = {n, v};
  node.names = {"P.h", "n"};
  node.options = {1};
  return node;
}

auto ExpressionMaker::Real(int depth) -> Node {
  if (has_functions && rng_.Chance(0.2)) return Called(depth);
  const auto real = [&] { return Make(Sort::Real, {}, depth); };
  const int n = 1 + Below(3);
  switch (Below(16)) {
    case 0:
    case 1: return OperatorNode(Pick({"+", "-", "*", "/", ".+", ".*"}), {real(), real()});
    case 2: return OperatorNode("-", {real()});
    case 3:
      return OperatorNode("^", {real(), Below(2) == 0 ? Whole(Below(5) - 1) : Make(Sort::Integer, {}, 0)});
    case 4:
      return CallNode(Pick({"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log",
                            "log10", "sqrt"}),
                      {real()});
    case 5: return CallNode(Pick({"min", "max", "atan2"}), {real(), real()});
    case 6: return CallNode(Pick({"sum", "product", "min", "max"}), {Make(Sort::Real, {n}, depth)});
    case 7: return CallNode(Pick({"sum", "min", "max"}), {Make(Sort::Real, {n, 1 + Below(2)}, depth)});
    case 8: return OperatorNode("*", {Make(Sort::Real, {n}, depth), Make(Sort::Real, {n}, depth)});
    case 9:
      return CallNode("scalar",
                      {Make(Sort::Real, rng_.Chance(0.5) ? std::vector{1} : std::vector{1, 1}, depth)});
    case 10: return Reduction(Pick({"sum", "product", "min", "max"}), Sort::Real, depth, {RangeOf(n)});
    case 11: return CallNode(Pick({"div", "mod", "rem"}), {real(), real()});
    case 12: return CallNode(Pick({"floor", "ceil", "abs", "sign"}), {real()});
    case 13: return Make(Sort::Integer, {}, depth);
    case 14: return OperatorNode("/", {Make(Sort::Integer, {}, depth), Make(Sort::Integer, {}, depth)});
    default:
      if (!has_events) return real();
      return rng_.Chance(0.5) ? CallNode("noEvent", {real()}) : CallNode("smooth", {Whole(0), real()});
  }
}

auto ExpressionMaker::Integer(int depth) -> Node {
  const auto whole = [&] { return Make(Sort::Integer, {}, depth); };
  const int n = Below(4);
  switch (Below(12)) {
    case 0:
    case 1:  return OperatorNode(Pick({"+", "-", "*"}), {whole(), whole()});
    case 2:  return OperatorNode("-", {whole()});
    case 3:  return CallNode(Pick({"div", "mod", "rem"}), {whole(), whole()});
    case 4:  return CallNode("integer", {Make(Sort::Real, {}, depth)});
    case 5:  return CallNode(Pick({"min", "max"}), {whole(), whole()});
    case 6:  return CallNode(Pick({"sum", "product"}), {Make(Sort::Integer, {n}, depth)});
    case 7:  return CallNode(Pick({"abs", "sign"}), {whole()});
    case 8:  return CallNode("size", {Make(Sort::Real, {n, 1 + Below(3)}, depth), Whole(1 + Below(2))});
    case 9:  return CallNode("ndims", {Make(Sort::Real, {n}, depth)});
    case 10: return CallNode("Integer", {Make(Sort::Enumeration, {}, depth)});
    default: return Reduction(Pick({"sum", "product"}), Sort::Integer, depth, {RangeOf(n)});
  }
}

auto ExpressionMaker::Relation(int depth) -> Node {
  const std::string any = Pick({"<", "<=", ">", ">=", "==", "<>"});
  const auto pair = [&](Sort sort) { return std::vector{Make(sort, {}, depth), Make(sort, {}, depth)}; };
  switch (Below(6)) {
    case 0:  return OperatorNode(any, pair(Sort::Integer));
    case 1:  return OperatorNode(any, pair(Sort::Enumeration));
    case 2:  return OperatorNode(any, pair(Sort::Boolean));
    case 3:  return OperatorNode(any, pair(Sort::Text));
    default: return OperatorNode(Pick({"<", "<=", ">", ">="}), pair(Sort::Real));
  }
}

auto ExpressionMaker::Boolean(int depth) -> Node {
  switch (Below(6)) {
    case 0: return OperatorNode("not", {Make(Sort::Boolean, {}, depth)});
    case 1:
    case 2:
      return OperatorNode(Pick({"and", "or"}),
                          {Make(Sort::Boolean, {}, depth), Make(Sort::Boolean, {}, depth)});
    default: return Relation(depth);
  }
}

auto ExpressionMaker::Enumeration(int depth) -> Node {
  const auto one = [&] { return Make(Sort::Enumeration, {}, depth); };
  if (Below(3) == 0) return FormNode(Form::If, {Make(Sort::Boolean, {}, depth), one(), one()});
  return OneLeaf(Sort::Enumeration, {});
}

auto ExpressionMaker::Text(int depth) -> Node {
  switch (Below(3)) {
    case 0:  return OperatorNode("+", {Make(Sort::Text, {}, depth), Make(Sort::Text, {}, depth)});
    default: return Conversion(depth);
  }
}

auto ExpressionMaker::Conversion(int depth) -> Node {
  Node node = FormNode(Form::ToText, {});
  const Sort sort = std::vector{Sort::Real, Sort::Integer, Sort::Boolean, Sort::Enumeration}[rng_.Below(4)];
  // Texts that change during a run are refused.
  node.parts.push_back(has_texts ? Make(sort, {}, depth) : Literal(sort, {}));
  // An Integer among the Reals has no digits.
  if (sort == Sort::Real) node.parts[0] = OperatorNode("+", {node.parts[0], LiteralNode(RealVal(0.25))});
  node.op = sort == Sort::Real ? "Real" : "";
  if (rng_.Chance(0.6)) node.options = {1 + Below(8), Below(12), Below(2)};
  if (rng_.Chance(0.3) && sort == Sort::Real)
    node.value.text = Pick({"8.3f", ".4e", "-10.2f", "+.3g", "09.2f"});
  if (rng_.Chance(0.3) && sort == Sort::Integer) node.value.text = Pick({"5d", "-4d", "+d", "03d"});
  return node;
}

}  // namespace kerf::torture
