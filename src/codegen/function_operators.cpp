// Operators on scalars and arrays, conversions, and products of matrices.
#include "codegen/function_emitter.h"
#include "flat/chain_op.h"

namespace kerf::codegen {

namespace {

using expr::Kind;
using expr::Op;

// Texts are left to the interpreter.
auto IsChain(Op op) -> bool { return flat::IsChainOp(op) && op != Op::Concatenate; }

// The kind of an operator's result on arrays.
auto ResultKind(Op op, const Leaf& x, const Leaf& y) -> Kind {
  if (expr::group_of(op) == expr::Group::Relation) return Kind::Boolean;
  if (!IsNumber(x.kind)) return x.kind;
  const bool divides = op == Op::Div || op == Op::ElementDiv || op == Op::Pow || op == Op::ElementPow;
  return divides || x.kind == Kind::Real || y.kind == Kind::Real ? Kind::Real : Kind::Integer;
}

}  // namespace

auto FunctionEmitter::FromLeaf(Leaf leaf) -> Operand {
  const size_t rank = leaf.dims.size();
  return {leaf.kind, leaf.detail, rank, {std::move(leaf)}};
}

// As flat::ConvertKind; a Real that is not whole where an Integer is needed is a mistake.
auto FunctionEmitter::Converted(const Leaf& leaf, Kind kind, uint16_t detail) -> Leaf {
  if (leaf.kind == kind) return leaf;
  const bool renames = leaf.kind == Kind::Integer && (kind == Kind::Enumeration || kind == Kind::Object);
  Leaf converted = leaf;
  converted.kind = kind;
  converted.detail = detail;
  if (renames) return converted;
  const bool to_real = leaf.kind == Kind::Integer && kind == Kind::Real;
  const bool to_integer = leaf.kind == Kind::Real && kind == Kind::Integer;
  if (!to_real && !to_integer) {
    GiveUp("a value has another type than its place");
    return Default({kind, expr::kScalar, detail}).leaves[0];
  }
  const auto convert = [&](IrValue value) {
    return to_real ? ir_.CreateSIToFP(value, ir_.getDoubleTy()) : WholeNumber(value);
  };
  if (leaf.dims.empty()) {
    converted.value = convert(leaf.value);
    return converted;
  }
  converted = Temporary(kind, detail, leaf.dims);
  Loop(Count(leaf.dims), [&](IrValue k) {
    StoreElement(converted, k, ScalarLeaf(kind, convert(Element(leaf, k).value), detail));
  });
  return converted;
}

auto FunctionEmitter::Converted(Operand x, Kind kind, uint16_t detail) -> Operand {
  if (x.kind == kind) return x;
  if (x.kind == Kind::Record || kind == Kind::Record || x.leaves.size() != 1) {
    GiveUp("a value has another type than its place");
    return x;
  }
  return FromLeaf(Converted(x.leaves[0], kind, detail));
}

auto FunctionEmitter::EvalUnary(ExprId id) -> Operand {
  const expr::Node& node = pool_[id];
  const Operand x = Eval(node.ab[0]);
  if (x.kind == Kind::Record) return Unsupported("an operator has a record as operand", pool_.type(id));
  const Leaf& leaf = x.leaves[0];
  if (x.rank == 0) {
    const auto result = ScalarUnary(node.op, node.detail, leaf);
    if (!result) return Unsupported("an operator does not fit its operand", pool_.type(id));
    return FromLeaf(Converted(*result, node.kind, node.detail));
  }
  Leaf made = Temporary(node.kind, node.detail, leaf.dims);
  bool fits = true;
  Loop(Count(leaf.dims), [&](IrValue k) {
    const auto result = ScalarUnary(node.op, node.detail, Element(leaf, k));
    fits = fits && result.has_value();
    if (fits) StoreElement(made, k, Converted(*result, node.kind, node.detail));
  });
  if (!fits) return Unsupported("an operator does not fit its operand", pool_.type(id));
  return FromLeaf(made);
}

// Long chains a + b + c + … are a loop.
auto FunctionEmitter::EvalChain(ExprId id) -> Operand {
  std::vector<ExprId> chain;
  ExprId first = id;
  while (IsChain(pool_.op(first)) && !memo_.contains(first.index)) {
    chain.push_back(first);
    first = pool_[first].ab[0];
  }
  Operand value = Eval(first);
  while (!chain.empty()) {
    const ExprId next = chain.back();
    chain.pop_back();
    const expr::Node& node = pool_[next];
    const bool is_lazy = (node.op == Op::And || node.op == Op::Or) && value.IsScalar();
    if (is_lazy) {
      const Operand left = value;
      const auto right = [&] { return Eval(node.ab[1]); };
      const auto decided = [&] { return left; };
      IrValue holds = Truth(left.leaves[0].value);
      value = node.op == Op::And ? Choose(holds, right, decided, Kind::Boolean)
                                 : Choose(holds, decided, right, Kind::Boolean);
    } else {
      value = Binary(next, value, Eval(node.ab[1]));
    }
    if (next != id && memo_.emplace(next.index, Outputs{value}).second) known_.push_back(next.index);
  }
  return value;
}

auto FunctionEmitter::Binary(ExprId id, const Operand& x, const Operand& y) -> Operand {
  const expr::Node& node = pool_[id];
  if (x.kind == Kind::Record || y.kind == Kind::Record) {
    return Unsupported("an operator has a record as operand", pool_.type(id));
  }
  const Leaf& a = x.leaves[0];
  const Leaf& b = y.leaves[0];
  Operand value;
  if (x.rank == 0 && y.rank == 0) {
    const auto result = ScalarBinary(node.op, a, b);
    if (!result) return Unsupported("an operator does not fit its operands", pool_.type(id));
    value = FromLeaf(*result);
  } else if (node.op == Op::Mul && x.rank > 0 && y.rank > 0) {
    if (x.rank > 2 || y.rank > 2) return Unsupported("a product of arrays", pool_.type(id));
    value = FromLeaf(MatrixProduct(a, b));
  } else if (node.op == Op::Pow) {
    return Unsupported("it uses powers of matrices", pool_.type(id));
  } else {
    value = Elementwise(id, a, b);
  }
  const bool widens = node.kind == Kind::Real && value.kind == Kind::Integer;
  return widens ? Converted(std::move(value), Kind::Real, 0) : value;
}

auto FunctionEmitter::Elementwise(ExprId id, const Leaf& x, const Leaf& y) -> Operand {
  const Op op = pool_.op(id);
  const bool both = !x.dims.empty() && !y.dims.empty();
  if (both) RequireSameDims(x.dims, y.dims);
  if (both && x.dims.size() != y.dims.size()) return Default(pool_.type(id));
  const auto dims = both ? KnownDims(x, y) : x.dims.empty() ? y.dims : x.dims;
  const Kind kind = ResultKind(op, x, y);
  Leaf made = Temporary(kind, kind == Kind::Enumeration ? x.detail : uint16_t{0}, dims);
  bool fits = true;
  Loop(Count(dims), [&](IrValue k) {
    const auto result =
        ScalarBinary(op, x.dims.empty() ? x : Element(x, k), y.dims.empty() ? y : Element(y, k));
    fits = fits && result.has_value() && result->kind == kind;
    if (fits) StoreElement(made, k, *result);
  });
  if (!fits) return Unsupported("an operator does not fit its operands", pool_.type(id));
  return FromLeaf(made);
}

// (x, positive slope, negative slope)
auto FunctionEmitter::EvalSemiLinear(ExprId id) -> Operand {
  const Operand x = Eval(pool_.operand(id, 0));
  if (!x.IsScalar()) return Unsupported("semiLinear of an array", pool_.type(id));
  IrValue is_positive = ir_.CreateFCmpOGE(RealOf(x.leaves[0]), RealNumber(0));
  const Operand slope = Choose(
      is_positive, [&] { return Eval(pool_.operand(id, 1)); }, [&] { return Eval(pool_.operand(id, 2)); },
      Kind::Real);
  if (!slope.IsScalar()) return Unsupported("semiLinear of an array", pool_.type(id));
  return FromLeaf(ScalarLeaf(Kind::Real, ir_.CreateFMul(slope.leaves[0].value, RealOf(x.leaves[0]))));
}

auto FunctionEmitter::MatrixProduct(const Leaf& x, const Leaf& y) -> Leaf {
  const bool is_row = x.dims.size() == 1;
  const bool is_column = y.dims.size() == 1;
  RequireSameDims({x.dims.back()}, {y.dims.front()});
  IrValue rows = is_row ? Int(1) : x.dims[0];
  IrValue columns = is_column ? Int(1) : y.dims[1];
  IrValue inner = llvm::isa<llvm::ConstantInt>(x.dims.back()) ? x.dims.back() : y.dims.front();
  const Kind kind = x.kind == Kind::Real || y.kind == Kind::Real ? Kind::Real : Kind::Integer;
  llvm::SmallVector<IrValue, 2> dims;
  if (!is_row) dims.push_back(rows);
  if (!is_column) dims.push_back(columns);
  Leaf made = dims.empty() ? ScalarLeaf(kind, nullptr) : Temporary(kind, 0, dims);
  IrValue zero = kind == Kind::Real ? RealNumber(0) : Int(0);
  IrValue sum = EntryAlloca(ElementType(kind), Int(1));
  const auto dot = [&](IrValue i, IrValue j) {
    ir_.CreateStore(zero, sum);
    Loop(inner, [&](IrValue k) {
      const Leaf a = Element(x, ir_.CreateAdd(ir_.CreateMul(i, inner), k));
      const Leaf b = Element(y, ir_.CreateAdd(ir_.CreateMul(k, columns), j));
      const Leaf term = *ScalarBinary(Op::Mul, a, b);
      const Leaf before = ScalarLeaf(kind, ir_.CreateLoad(ElementType(kind), sum));
      ir_.CreateStore(ScalarBinary(Op::Add, before, term)->value, sum);
    });
    return ir_.CreateLoad(ElementType(kind), sum);
  };
  if (dims.empty()) {
    made.value = dot(Int(0), Int(0));
    return made;
  }
  Loop(rows, [&](IrValue i) {
    Loop(columns, [&](IrValue j) {
      IrValue at = ir_.CreateAdd(ir_.CreateMul(i, columns), j);
      StoreElement(made, at, ScalarLeaf(kind, dot(i, j)));
    });
  });
  return made;
}

}  // namespace kerf::codegen
