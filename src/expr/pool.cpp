// Making and interning nodes.
#include "expr/pool.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/hash.h"
#include "base/number_text.h"
#include "expr/rules.h"

namespace kerf::expr {

namespace {

auto HashNode(const Node& node) -> uint64_t {
  const uint64_t head = (uint64_t{node.detail} << 48) ^ (uint64_t{node.shape.index} << 16) ^
                        (uint64_t{static_cast<uint8_t>(node.kind)} << 8) ^ static_cast<uint8_t>(node.op);
  return base::Combine(base::Mix(head), uint64_t{node.ab[0].index} << 32 | node.ab[1].index);
}

auto LeafNode(Op op, Type type, uint32_t a, uint32_t b = 0) -> Node {
  return {op, type.kind, type.detail, type.shape, {ExprId{a}, ExprId{b}}};
}

auto LowHalf(uint64_t bits) -> uint32_t { return static_cast<uint32_t>(bits); }
auto HighHalf(uint64_t bits) -> uint32_t { return static_cast<uint32_t>(bits >> 32); }

}  // namespace

Pool::Pool() { Intern(Node{}); }

auto Pool::Intern(const Node& node) -> ExprId {
  return ExprId{index_.FindOrAdd(
      HashNode(node), [&](uint32_t i) { return nodes_[ExprId{i}] == node; },
      [&] { return nodes_.Add(node).index; })};
}

auto Pool::InternList(Op op, Type type, std::span<const ExprId> list) -> ExprId {
  uint64_t hash = HashNode(LeafNode(op, type, static_cast<uint32_t>(list.size())));
  for (const ExprId id : list) hash = base::Combine(hash, id.index);
  const auto equal = [&](uint32_t i) {
    const Node& node = nodes_[ExprId{i}];
    return node.op == op && node.kind == type.kind && node.shape == type.shape &&
           node.detail == type.detail && std::ranges::equal(operands(ExprId{i}), list);
  };
  return ExprId{index_.FindOrAdd(hash, equal, [&] {
    const auto first = static_cast<uint32_t>(lists_.size());
    lists_.insert(lists_.end(), list.begin(), list.end());
    return nodes_.Add(LeafNode(op, type, first, static_cast<uint32_t>(list.size()))).index;
  })};
}

auto Pool::Real(double value) -> ExprId {
  const auto bits = std::bit_cast<uint64_t>(value == 0 ? 0.0 : value);
  return Intern(LeafNode(Op::Real, {}, LowHalf(bits), HighHalf(bits)));
}

auto Pool::Spelled(double value, std::string_view spelling) -> ExprId {
  if (spelling == base::NumberText(value)) return Real(value);
  uint64_t hash = base::Mix(std::bit_cast<uint64_t>(value));
  for (const char c : spelling) hash = base::Combine(hash, static_cast<unsigned char>(c));
  const uint32_t literal = literal_index_.FindOrAdd(
      hash, [&](uint32_t i) { return literals_[i].value == value && literals_[i].spelling == spelling; },
      [&] {
        const std::string& kept = spellings_[spellings_.Add(std::string(spelling))];
        literals_.push_back({value, kept});
        return static_cast<uint32_t>(literals_.size() - 1);
      });
  return Intern(LeafNode(Op::Spelled, {}, literal));
}

auto Pool::Integer(int64_t value) -> ExprId {
  const auto bits = static_cast<uint64_t>(value);
  return Intern(LeafNode(Op::Integer, {Kind::Integer, kScalar}, LowHalf(bits), HighHalf(bits)));
}

auto Pool::Boolean(bool value) -> ExprId {
  return Intern(LeafNode(Op::Boolean, {Kind::Boolean, kScalar}, value ? 1 : 0));
}
auto Pool::Literal(uint16_t detail, int64_t ordinal) -> ExprId {
  const auto bits = static_cast<uint64_t>(ordinal);
  return Intern(LeafNode(Op::Integer, {Kind::Enumeration, kScalar, detail}, LowHalf(bits), HighHalf(bits)));
}
auto Pool::Local(uint32_t position, Type type) -> ExprId {
  return Intern(LeafNode(Op::Local, type, position));
}
auto Pool::Text(base::NameId text) -> ExprId {
  return Intern(LeafNode(Op::Text, {Kind::Text, kScalar}, 0, text.index));
}
auto Pool::Var(VarId var, Type type) -> ExprId { return Intern(LeafNode(Op::Var, type, var.index)); }
auto Pool::Time() -> ExprId { return Intern(LeafNode(Op::Time, {}, 0)); }
auto Pool::Colon() -> ExprId { return Intern(LeafNode(Op::Colon, {}, 0)); }
auto Pool::Function(FunctionId function) -> ExprId {
  return Intern(LeafNode(Op::Function, {}, function.index));
}
auto Pool::Iterator(uint32_t position, base::NameId name, Type type) -> ExprId {
  return Intern(LeafNode(Op::Iterator, type, position, name.index));
}

auto Pool::operands(ExprId id) const -> std::span<const ExprId> {
  const Node& node = nodes_[id];
  const int arity = arity_of(node.op);
  if (arity >= 0) return {node.ab.data(), static_cast<size_t>(arity)};
  return {lists_.data() + node.ab[0].index, node.ab[1].index};
}

auto Pool::Unary(Op op, ExprId x) -> ExprId {
  if (x == kError) return kError;
  if (const auto rewritten = TryRewrite(*this, op, x, x)) return *rewritten;
  const Type operand = type(x);
  const auto result = TryResultType(shapes_, op, {&operand, 1});
  if (!result) return kError;
  return Intern({op, result->kind, result->detail, result->shape, {x, ExprId{uint32_t{0}}}});
}

auto Pool::Binary(Op op, ExprId x, ExprId y) -> ExprId {
  if (x == kError || y == kError) return kError;
  if (const auto rewritten = TryRewrite(*this, op, x, y)) return *rewritten;
  const std::array<Type, 2> types = {type(x), type(y)};
  const auto result = TryResultType(shapes_, op, types);
  if (!result) return kError;
  return Intern({op, result->kind, result->detail, result->shape, {x, y}});
}

auto Pool::If(ExprId condition, ExprId yes, ExprId no) -> ExprId {
  if (condition == kError || yes == kError || no == kError) return kError;
  if (yes == no) return yes;
  if (op(condition) == Op::Boolean) return boolean(condition) ? yes : no;
  const std::array<ExprId, 3> list = {condition, yes, no};
  const std::array<Type, 3> types = {type(condition), type(yes), type(no)};
  const auto result = TryResultType(shapes_, Op::If, types);
  return result ? InternList(Op::If, *result, list) : kError;
}

auto Pool::Call(FunctionId function, std::span<const ExprId> arguments) -> ExprId {
  std::vector<ExprId> list = {Function(function)};
  list.insert(list.end(), arguments.begin(), arguments.end());
  return Make(Op::Call, list);
}

auto Pool::Make(Op op, std::span<const ExprId> list) -> ExprId {
  const int arity = arity_of(op);
  if (arity == 1) return Unary(op, list[0]);
  if (arity == 2) return Binary(op, list[0], list[1]);
  if (op == Op::If) return If(list[0], list[1], list[2]);
  KERF_CHECK(arity < 0);
  std::vector<Type> types;
  types.reserve(list.size());
  for (const ExprId id : list) {
    if (id == kError) return kError;
    types.push_back(type(id));
  }
  if (op == Op::Subscript) {
    // Only whole dimensions stay in the result's shape.
    std::vector<int32_t> kept;
    const auto dims = shapes_.dims(types[0].shape);
    if (dims.size() != list.size() - 1) return kError;
    for (size_t k = 0; k < dims.size(); ++k) {
      if (this->op(list[k + 1]) == Op::Colon) kept.push_back(dims[k]);
    }
    const std::vector<ExprId> copy(list.begin(), list.end());
    return InternList(op, {types[0].kind, shapes_.Make(kept)}, copy);
  }
  const auto result = TryResultType(shapes_, op, types);
  if (!result) return kError;
  // The list may be a view of lists_ itself, which interning can move.
  const std::vector<ExprId> copy(list.begin(), list.end());
  return InternList(op, *result, copy);
}

auto Pool::Typed(Op op, Type type, std::span<const ExprId> list) -> ExprId {
  if (std::ranges::count(list, kError) > 0) return kError;
  const int arity = arity_of(op);
  KERF_CHECK(arity != 0 && (arity < 0 || static_cast<size_t>(arity) == list.size()));
  if (arity > 0) {
    const ExprId second = arity == 2 ? list[1] : ExprId{uint32_t{0}};
    return Intern({op, type.kind, type.detail, type.shape, {list[0], second}});
  }
  // The list may be a view of lists_ itself, which interning can move.
  const std::vector<ExprId> copy(list.begin(), list.end());
  return InternList(op, type, copy);
}

auto Pool::Rebuild(ExprId original, std::span<const ExprId> list) -> ExprId {
  const Node& node = nodes_[original];
  const Group group = group_of(node.op);
  const bool keeps_type = group == Group::Typed || group == Group::Special || group == Group::Array;
  const Type wanted = type(original);
  if (keeps_type) return Typed(node.op, wanted, list);
  const ExprId made = Make(node.op, list);
  // The rules of Make know neither open sizes nor functions of Integers.
  const bool is_error = std::ranges::count(list, kError) > 0;
  return (made == kError && !is_error) || type(made) != wanted ? Typed(nodes_[original].op, wanted, list)
                                                               : made;
}

auto Pool::IsNumber(ExprId id) const -> bool {
  const Op o = nodes_[id].op;
  return o == Op::Real || o == Op::Spelled || (o == Op::Integer && nodes_[id].kind == Kind::Integer);
}

auto Pool::number(ExprId id) const -> double {
  const Node& node = nodes_[id];
  if (node.op == Op::Spelled) return literals_[node.ab[0].index].value;
  if (node.op == Op::Integer) return static_cast<double>(integer(id));
  return std::bit_cast<double>(uint64_t{node.ab[0].index} | uint64_t{node.ab[1].index} << 32);
}

auto Pool::integer(ExprId id) const -> int64_t {
  const Node& node = nodes_[id];
  return static_cast<int64_t>(uint64_t{node.ab[0].index} | uint64_t{node.ab[1].index} << 32);
}

auto Pool::spelling(ExprId id) const -> std::string_view {
  return literals_[nodes_[id].ab[0].index].spelling;
}

}  // namespace kerf::expr
