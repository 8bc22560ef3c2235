// Expressions of Modelica as the tests make them: a tree that is printed as text and evaluated with the
// values of value.h.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kind.h"
#include "value.h"

namespace kerf::torture {

enum class Form : uint8_t {
  // `value`.
  Literal,
  // `op` is the name.
  Name,
  // `op` between or before the parts.
  Operator,
  // op(parts…): of the language.
  Call,
  // op(parts…): of the environment. Arguments that have a name in `names` are given by it; of `options` 1 the
  // first
  // is a function with bound arguments: op(function names[0](names[1] = parts[0]), parts[1]).
  User,
  // if parts[0] then parts[1] else parts[2].
  If,
  // {parts…}
  Array,
  // [parts…; parts…] with `options[0]` parts in a row.
  Rows,
  // parts[0][parts[1], …]
  Subscript,
  End,
  Colon,
  // parts[0]:parts[1] or parts[0]:parts[1]:parts[2]
  Range,
  // op(parts[0] for names[0] in parts[1], …); "array" is written {…}. `value` tells the sort of nothing.
  Reduction,
  // String(parts[0]) with `options` digits, length and whether left; with a format in value.text.
  ToText,
};

struct Node {
  Form form = Form::Literal;
  std::string op;
  std::vector<Node> parts;
  Val value;
  std::vector<int> options;
  std::vector<std::string> names;
};

struct Environment {
  std::map<std::string, Val> values;
  // Literals of the enumeration `E`.
  std::vector<std::string> literals;
  // Functions of the model, by name.
  std::function<Val(const Node&, const std::vector<Val>&)> call;
};

auto Evaluate(const Node& node, const Environment& environment) -> Val;
// With as few brackets as the grammar needs.
auto TextOf(const Node& node) -> std::string;
// Of a literal: `{1, 2}`, `fill(0.0, 0, 3)`, `P.E.one`.
auto LiteralText(const Val& value) -> std::string;

struct Leaf {
  std::string name;
  Sort sort = Sort::Real;
  std::vector<int> dims;
};

// Makes random expressions of a sort and shape over leaves. Parts that have no value in one of the
// environments are made anew.
class ExpressionMaker {
 public:
  ExpressionMaker(Rng& rng, std::vector<Leaf> of, std::vector<Environment> in)
      : leaves(std::move(of)), environments(std::move(in)), rng_(rng) {}
  auto Make(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  auto Literal(Sort sort, const std::vector<int>& dims) -> Node;
  auto HasValue(const Node& node) const -> bool;
  // An index into a dimension of that size.
  auto Index(int size, int depth) -> Node;

  std::vector<Leaf> leaves;
  std::vector<Environment> environments;
  // Not in functions and algorithms, where it means nothing.
  bool has_events = true;
  // Texts may be made of variables.
  bool has_texts = false;
  // The functions of programs.h may be called.
  bool has_functions = false;

 private:
  auto Below(uint32_t n) -> int { return static_cast<int>(rng_.Below(n)); }
  auto Pick(const std::vector<std::string>& names) -> std::string {
    return names[rng_.Below(static_cast<uint32_t>(names.size()))];
  }
  auto OneLeaf(Sort sort, const std::vector<int>& dims) -> Node;
  auto Candidate(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  // expression_maker_scalar.cpp
  auto ScalarOf(Sort sort, int depth) -> Node;
  auto Real(int depth) -> Node;
  auto Integer(int depth) -> Node;
  auto Boolean(int depth) -> Node;
  auto Called(int depth) -> Node;
  auto CalledWithArray(int size, int depth) -> Node;
  auto Relation(int depth) -> Node;
  auto Enumeration(int depth) -> Node;
  auto Text(int depth) -> Node;
  auto Conversion(int depth) -> Node;
  auto Element(Sort sort, int depth) -> Node;
  auto Reduction(const std::string& op, Sort sort, int depth, const std::vector<Node>& ranges) -> Node;
  // expression_maker_array.cpp
  auto Array(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  auto AnyArray(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  auto Vector(Sort sort, int size, int depth) -> Node;
  auto Matrix(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  auto Slice(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  auto Comprehension(Sort sort, const std::vector<int>& dims, int depth) -> Node;
  auto RangeOf(int size) -> Node;

  Rng& rng_;
  int n_iterators_ = 0;
};

auto CallNode(const std::string& op, std::vector<Node> parts) -> Node;
auto OperatorNode(const std::string& op, std::vector<Node> parts) -> Node;
auto FormNode(Form form, std::vector<Node> parts) -> Node;
auto LiteralNode(Val value) -> Node;
auto NameNode(const std::string& name) -> Node;

// Makes parts of trees smaller as long as they fail: a part becomes the literal of its value.
void MinimiseNode(Node& root, const Environment& environment, const std::function<bool()>& fails);

}  // namespace kerf::torture
