// Random arrays.
#include "expression.h"

namespace kerf::torture {

namespace {

auto WholeNumber(int value) -> Node { return LiteralNode(IntegerVal(value)); }

auto SizesOf(const std::vector<int>& dims) -> std::vector<Node> {
  std::vector<Node> sizes;
  for (const int size : dims) sizes.push_back(WholeNumber(size));
  return sizes;
}

}  // namespace

auto ExpressionMaker::Array(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  if (sort == Sort::Real && rng_.Chance(0.1)) return Make(Sort::Integer, dims, depth);
  if (rng_.Chance(0.2)) return Slice(sort, dims, depth);
  const bool is_number = sort == Sort::Real || sort == Sort::Integer;
  if (!is_number || rng_.Chance(0.5)) return AnyArray(sort, dims, depth);
  if (dims.size() == 1) return Vector(sort, dims[0], depth);
  if (dims.size() == 2) return Matrix(sort, dims, depth);
  return AnyArray(sort, dims, depth);
}

auto ExpressionMaker::AnyArray(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  const bool is_number = sort == Sort::Real || sort == Sort::Integer;
  const auto same = [&] { return Make(sort, dims, depth); };
  const auto scalar = [&] { return Make(sort, {}, depth); };
  const std::vector<int> row(dims.begin() + 1, dims.end());
  switch (Below(is_number ? 10 : 4)) {
    case 0:
      if (dims[0] > 0) {
        Node node = FormNode(Form::Array, {});
        for (int k = 0; k < dims[0]; ++k) node.parts.push_back(Make(sort, row, depth));
        return node;
      }
      [[fallthrough]];
    case 1: {
      std::vector<Node> parts = SizesOf(dims);
      parts.insert(parts.begin(), scalar());
      return CallNode("fill", parts);
    }
    case 2: return FormNode(Form::If, {Make(Sort::Boolean, {}, depth), same(), same()});
    case 3: return Comprehension(sort, dims, depth);
    case 4: return OperatorNode(Pick({"+", "-"}), {same(), same()});
    case 5: return OperatorNode("-", {same()});
    case 6:
      return rng_.Chance(0.5) ? OperatorNode("*", {same(), scalar()}) : OperatorNode("*", {scalar(), same()});
    case 7: {
      const std::string op = Pick({".+", ".-", ".*"});
      const bool is_left = rng_.Chance(0.6);
      return OperatorNode(op, {is_left ? same() : scalar(), is_left && rng_.Chance(0.5) ? scalar() : same()});
    }
    case 8:
      if (sort == Sort::Real)
        return OperatorNode(Pick({"./", ".^"}), {same(), Make(Sort::Integer, {}, depth)});
      return CallNode(Pick({"div", "mod", "rem"}), {same(), rng_.Chance(0.5) ? scalar() : same()});
    default:
      if (sort == Sort::Integer) return CallNode(Pick({"abs", "integer"}), {same()});
      return CallNode(Pick({"sin", "cos", "abs", "floor", "ceil", "exp", "noEvent"}), {same()});
  }
}

auto ExpressionMaker::Vector(Sort sort, int size, int depth) -> Node {
  if (has_functions && sort == Sort::Real && rng_.Chance(0.25)) return CalledWithArray(size, depth);
  const int n = Below(3);
  const auto vector = [&](int length) { return Make(sort, {length}, depth); };
  switch (Below(9)) {
    case 0: return OperatorNode("*", {Make(sort, {size, n}, depth), vector(n)});
    case 1: return OperatorNode("*", {vector(n), Make(sort, {n, size}, depth)});
    case 2:
      if (size >= 2 && sort == Sort::Real)
        return CallNode("linspace", {Make(sort, {}, depth), Make(sort, {}, depth), WholeNumber(size)});
      [[fallthrough]];
    case 3: {
      const int first = Below(static_cast<uint32_t>(size) + 1);
      return CallNode("cat", {WholeNumber(1), vector(first), vector(size - first)});
    }
    case 4:
      if (size == 3 && sort == Sort::Real) return CallNode("cross", {vector(3), vector(3)});
      [[fallthrough]];
    case 5:
      if (size > 0)
        return CallNode("vector",
                        {Make(sort, rng_.Chance(0.5) ? std::vector{size, 1} : std::vector{1, size}, depth)});
      [[fallthrough]];
    case 6: return RangeOf(size);
    case 7:
      if (size == 2) return CallNode("size", {Make(Sort::Real, {Below(4), 1 + Below(3)}, depth)});
      [[fallthrough]];
    default: return CallNode(Pick({"zeros", "ones"}), {WholeNumber(size)});
  }
}

auto ExpressionMaker::Matrix(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  const int rows = dims[0];
  const int columns = dims[1];
  const auto matrix = [&](int n, int m) { return Make(sort, {n, m}, depth); };
  const bool is_square = rows == columns;
  const int n = Below(3);
  switch (Below(10)) {
    case 0: return OperatorNode("*", {matrix(rows, n), matrix(n, columns)});
    case 1: return CallNode("transpose", {matrix(columns, rows)});
    case 2:
      if (sort == Sort::Real)
        return CallNode("outerProduct", {Make(sort, {rows}, depth), Make(sort, {columns}, depth)});
      [[fallthrough]];
    case 3:
      if (is_square)
        return rng_.Chance(0.5) ? CallNode("identity", {WholeNumber(rows)})
                                : CallNode("diagonal", {Make(sort, {rows}, depth)});
      [[fallthrough]];
    case 4:
      if (is_square && rows > 0 && sort == Sort::Real) return CallNode("symmetric", {matrix(rows, rows)});
      [[fallthrough]];
    case 5:
      if (is_square && rows > 0 && sort == Sort::Real)
        return OperatorNode("^", {matrix(rows, rows), WholeNumber(Below(4))});
      [[fallthrough]];
    case 6: {
      const int first = Below(static_cast<uint32_t>(rows) + 1);
      return CallNode("cat", {WholeNumber(1), matrix(first, columns), matrix(rows - first, columns)});
    }
    case 7: {
      const int first = Below(static_cast<uint32_t>(columns) + 1);
      return CallNode("cat", {WholeNumber(2), matrix(rows, first), matrix(rows, columns - first)});
    }
    case 8:
      if (columns == 1) return CallNode("matrix", {Make(sort, {rows}, depth)});
      if (rows == 3 && columns == 3 && sort == Sort::Real) return CallNode("skew", {Make(sort, {3}, depth)});
      [[fallthrough]];
    default: {
      if (rows == 0 || columns == 0) return CallNode("zeros", {WholeNumber(rows), WholeNumber(columns)});
      Node node = FormNode(Form::Rows, {});
      node.options = {columns};
      for (int k = 0; k < rows * columns; ++k) node.parts.push_back(Make(sort, {}, depth));
      return node;
    }
  }
}

auto ExpressionMaker::Slice(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  std::vector<const Leaf*> fitting;
  for (const Leaf& leaf : leaves) {
    if (leaf.sort == sort && leaf.dims.size() >= dims.size() && CountOf(leaf.dims) > 0)
      fitting.push_back(&leaf);
  }
  if (fitting.empty()) return Literal(sort, dims);
  const Leaf leaf = *fitting[rng_.Below(static_cast<uint32_t>(fitting.size()))];
  Node node = FormNode(Form::Subscript, {NameNode(leaf.name)});
  size_t n_spare = leaf.dims.size() - dims.size();
  size_t at = 0;
  for (const int size : leaf.dims) {
    if (n_spare > 0 && (at == dims.size() || rng_.Chance(0.5))) {
      node.parts.push_back(Index(size, depth));
      --n_spare;
      continue;
    }
    const int wanted = dims[at++];
    if (wanted == size && rng_.Chance(0.4)) {
      node.parts.push_back(FormNode(Form::Colon, {}));
    } else if (wanted <= size && rng_.Chance(0.4)) {
      const int first = 1 + Below(static_cast<uint32_t>(size - wanted + 1));
      Node last = WholeNumber(first + wanted - 1);
      if (first + wanted - 1 == size) last = FormNode(Form::End, {});
      node.parts.push_back(FormNode(Form::Range, {WholeNumber(first), last}));
    } else {
      Node list = FormNode(Form::Array, {});
      for (int k = 0; k < wanted; ++k) list.parts.push_back(Index(size, 0));
      node.parts.push_back(wanted > 0 ? list : FormNode(Form::Range, {WholeNumber(2), WholeNumber(1)}));
    }
  }
  return node;
}

auto ExpressionMaker::Comprehension(Sort sort, const std::vector<int>& dims, int depth) -> Node {
  std::vector<Node> ranges;
  // The last iterator is the outermost.
  for (size_t k = dims.size(); k-- > 0;) ranges.push_back(RangeOf(dims[k]));
  return Reduction("array", sort, depth, ranges);
}

}  // namespace kerf::torture
