// Operators of two operands in chains, and of one operand.
#include <array>

#include "flat/chain_op.h"
#include "flat/interpret_machine.h"
#include "flat/interpret_scalar.h"

namespace kerf::flat {

using expr::Kind;
using expr::Node;
using expr::Op;

namespace {

constexpr auto kIsChainOp = [] {
  std::array<bool, expr::kOpCount> table{};
  for (size_t k = 0; k < table.size(); ++k) table[k] = IsChainOp(static_cast<Op>(k));
  return table;
}();

auto IsChain(Op op) -> bool { return kIsChainOp[static_cast<size_t>(op)]; }

// Sums and products of Real scalars: most of what numeric loops do.
auto TryQuick(Op op, Value& x, const Value& y) -> bool {
  if (x.kind != Kind::Real || y.kind != Kind::Real || x.is_array || y.is_array) return false;
  switch (op) {
    case Op::Add: x.real += y.real; return true;
    case Op::Sub: x.real -= y.real; return true;
    case Op::Mul: x.real *= y.real; return true;
    default:      return false;
  }
}

// `and` and `or` of scalars do not look at the right operand if the left one decides.
auto IsDecided(Op op, const Value& left) -> bool {
  if (left.is_array) return false;
  return (op == Op::And && left.integer == 0) || (op == Op::Or && left.integer != 0);
}

}  // namespace

auto Machine::EvalChain(ExprId id, Value& out) -> bool {
  const size_t base = chain_.size();
  for (; IsChain(pool_.op(id)); id = pool_[id].ab[0]) chain_.push_back(id);
  if (!Eval(id, out)) return false;
  while (chain_.size() > base) {
    const Node& node = pool_[chain_.back()];
    chain_.pop_back();
    if (IsDecided(node.op, out)) continue;
    Value right;
    if (!Eval(node.ab[1], right)) return false;
    if (TryQuick(node.op, out, right)) continue;
    std::string text;
    if (!HasRoomFor(node.op, out, right)) return false;
    if (!ApplyBinary(node.op, out, right, text)) return Fail(text);
    if (node.kind == Kind::Real && out.kind == Kind::Integer) ConvertToReal(out);
  }
  return true;
}

// What an operator on arrays or texts makes, before it makes it.
auto Machine::HasRoomFor(Op op, const Value& x, const Value& y) -> bool {
  if (x.kind == Kind::Text && !x.is_array) return Spend(x.text().size() + y.text().size());
  if (op != Op::Mul || !x.is_array || !y.is_array) return Spend(x.elements().size() + y.elements().size());
  const std::array<int64_t, 2> sizes = {x.dims()[0], y.dims().back()};
  const bool is_matrix = x.dims().size() > 1 && y.dims().size() > 1;
  if (is_matrix && !HasRoom(sizes)) return false;
  return Spend(x.elements().size() * static_cast<uint64_t>(y.dims().size() > 1 ? sizes[1] : 1));
}

auto Machine::EvalUnary(ExprId id, Value& out) -> bool {
  const Node& node = pool_[id];
  if (!Eval(node.ab[0], out)) return false;
  std::string text;
  if (!ApplyUnary(node.op, node.detail, world_, out, text)) return Fail(text);
  if (node.kind != out.kind) ConvertKind(out, node.kind, node.detail);
  return true;
}

}  // namespace kerf::flat
