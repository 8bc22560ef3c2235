// Functions of whole arrays, chapter 10 of the Modelica specification.
#include <limits>

#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

using expr::Kind;
using expr::Op;

auto ScalarOpOf(Op op) -> Op {
  switch (op) {
    case Op::Product:
    case Op::ProductOf:  return Op::Mul;
    case Op::MinElement:
    case Op::MinOf:      return Op::Min;
    case Op::MaxElement:
    case Op::MaxOf:      return Op::Max;
    default:             return Op::Add;
  }
}

}  // namespace

auto FunctionEmitter::EvalArrayFunction(ExprId id) -> Operand {
  const expr::Node& node = pool_[id];
  std::vector<Operand> values = EvalOperands(id, 0);
  for (const Operand& value : values) {
    if (value.kind == Kind::Record && node.op != Op::Cat) {
      return Unsupported("a function of arrays has records as argument", pool_.type(id));
    }
  }
  if (!reason_.empty()) return Default(pool_.type(id));
  const Leaf& x = values[0].leaves[0];
  const size_t rank = values[0].rank;
  const auto wrong = [&] {
    return Unsupported(std::string(expr::text_of(node.op)) + " of an array of this size", pool_.type(id));
  };
  const auto finish = [&](Operand value) {
    const bool widens = node.kind == Kind::Real && value.kind == Kind::Integer;
    return widens ? Converted(std::move(value), Kind::Real, 0) : value;
  };
  switch (node.op) {
    case Op::Sum:
    case Op::Product:
    case Op::MinElement:
    case Op::MaxElement:   return finish(Reduce(id, values[0]));
    case Op::Cat:          return finish(Concatenated(id, std::move(values)));
    case Op::Identity:     return finish(FromLeaf(Identity(x.value)));
    case Op::Linspace:     return FromLeaf(Linspace(x, values[1].leaves[0], values[2].leaves[0].value));
    case Op::Transpose:    return rank == 2 ? finish(FromLeaf(Transposed(x))) : wrong();
    case Op::Diagonal:     return rank == 1 ? finish(FromLeaf(Diagonal(x))) : wrong();
    case Op::Symmetric:    return rank == 2 ? finish(FromLeaf(Symmetric(x))) : wrong();
    case Op::Skew:         return rank == 1 ? finish(FromLeaf(Skew(x))) : wrong();
    case Op::Scalar:       return finish(FromLeaf(ScalarOf(x)));
    case Op::Vector:       return finish(VectorOf(id, x));
    case Op::Matrix:       return finish(MatrixOf(id, x));
    case Op::Cross:
    case Op::OuterProduct: {
      const Leaf& y = values[1].leaves[0];
      if (rank != 1 || values[1].rank != 1) return wrong();
      if (node.op == Op::Cross) return finish(FromLeaf(MatrixProduct(Skew(x), y)));
      return finish(
          FromLeaf(MatrixProduct(Reshape(x, {x.dims[0], Int(1)}), Reshape(y, {Int(1), y.dims[0]}))));
    }
    default: return wrong();
  }
}

auto FunctionEmitter::Neutral(Op op, Kind kind, uint16_t detail) -> Leaf {
  const Op scalar_op = ScalarOpOf(op);
  if (scalar_op == Op::Add || scalar_op == Op::Mul) {
    const int number = scalar_op == Op::Mul ? 1 : 0;
    return kind == Kind::Integer ? ScalarLeaf(kind, Int(number)) : ScalarLeaf(Kind::Real, RealNumber(number));
  }
  const bool is_min = scalar_op == Op::Min;
  using Limits = std::numeric_limits<int64_t>;
  switch (kind) {
    case Kind::Integer:     return ScalarLeaf(kind, Int(is_min ? Limits::max() : Limits::min()));
    case Kind::Boolean:     return ScalarLeaf(kind, Int(is_min ? 1 : 0));
    case Kind::Enumeration: {
      const auto last = static_cast<int64_t>(world_.enumerations[detail].literals.size());
      return ScalarLeaf(kind, Int(is_min ? last : 1), detail);
    }
    default: {
      const double greatest = std::numeric_limits<double>::max();
      return ScalarLeaf(Kind::Real, RealNumber(is_min ? greatest : -greatest));
    }
  }
}

auto FunctionEmitter::Reduce(ExprId id, const Operand& x) -> Operand {
  if (x.rank == 0) return x;
  const Op op = pool_.op(id);
  const Leaf& leaf = x.leaves[0];
  const Leaf neutral = Neutral(op, leaf.kind, leaf.detail);
  IrValue total = EntryAlloca(ElementType(leaf.kind), Int(1));
  ir_.CreateStore(neutral.value, total);
  bool fits = neutral.kind == leaf.kind;
  Loop(Count(leaf.dims), [&](IrValue k) {
    const Leaf before = ScalarLeaf(leaf.kind, ir_.CreateLoad(ElementType(leaf.kind), total), leaf.detail);
    const auto result = ScalarBinary(ScalarOpOf(op), before, Element(leaf, k));
    fits = fits && result.has_value();
    if (fits) ir_.CreateStore(result->value, total);
  });
  if (!fits) return Unsupported("a reduction does not fit its array", pool_.type(id));
  return FromLeaf(ScalarLeaf(leaf.kind, ir_.CreateLoad(ElementType(leaf.kind), total), leaf.detail));
}

// (dimension, arrays…)
auto FunctionEmitter::Concatenated(ExprId id, std::vector<Operand> values) -> Operand {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(values[0].leaves[0].value);
  const int64_t dimension = constant != nullptr ? constant->getSExtValue() : 0;
  values.erase(values.begin());
  const size_t rank = values.empty() ? 0 : values[0].rank;
  if (dimension < 1 || dimension > static_cast<int64_t>(rank)) {
    return Unsupported("cat along a dimension that is not known", pool_.type(id));
  }
  const auto d = static_cast<size_t>(dimension - 1);
  Kind kind = values[0].kind;
  for (const Operand& value : values) {
    if (value.kind != Kind::Integer) kind = value.kind;
    if (value.rank != rank) return Unsupported("cat of arrays that differ", pool_.type(id));
  }
  if (pool_[id].kind == Kind::Real) kind = Kind::Real;
  for (Operand& value : values) {
    value = Converted(std::move(value), kind, values[0].detail);
    if (value.leaves.size() != values[0].leaves.size()) return Unsupported("cat of records", pool_.type(id));
  }
  Operand made{kind, values[0].detail, rank, {}};
  for (size_t n = 0; n < values[0].leaves.size(); ++n) {
    llvm::SmallVector<IrValue, 2> dims = values[0].leaves[n].dims;
    for (size_t k = 1; k < values.size(); ++k) {
      auto same = values[k].leaves[n].dims;
      if (same.size() != dims.size()) return Unsupported("cat of arrays that differ", pool_.type(id));
      IrValue more = same[d];
      same[d] = dims[d];
      RequireSameDims(dims, same);
      dims[d] = ir_.CreateAdd(dims[d], more);
    }
    Leaf leaf = Temporary(values[0].leaves[n].kind, values[0].leaves[n].detail, dims);
    IrValue n_blocks = Count(llvm::ArrayRef(dims).take_front(d));
    IrValue stride = Count(llvm::ArrayRef(dims).drop_front(d));
    IrValue offset = Int(0);
    for (const Operand& value : values) {
      const Leaf& part = value.leaves[n];
      IrValue length = Count(llvm::ArrayRef(part.dims).drop_front(d));
      Loop(n_blocks, [&](IrValue block) {
        IrValue to = ElementAddress(leaf, ir_.CreateAdd(ir_.CreateMul(block, stride), offset));
        CopyWords(to, ElementAddress(part, ir_.CreateMul(block, length)), length);
      });
      offset = ir_.CreateAdd(offset, length);
    }
    made.leaves.push_back(std::move(leaf));
  }
  return made;
}

auto FunctionEmitter::Identity(IrValue n) -> Leaf {
  Require(ir_.CreateICmpSGE(n, Int(0)));
  Leaf made = Temporary(Kind::Integer, 0, {n, n});
  Loop(n, [&](IrValue i) {
    Loop(n, [&](IrValue j) {
      IrValue is_one = ir_.CreateZExt(ir_.CreateICmpEQ(i, j), ir_.getInt64Ty());
      StoreElement(made, ir_.CreateAdd(ir_.CreateMul(i, n), j), ScalarLeaf(Kind::Integer, is_one));
    });
  });
  return made;
}

auto FunctionEmitter::Diagonal(const Leaf& x) -> Leaf {
  IrValue n = x.dims[0];
  Leaf made = Temporary(x.kind, x.detail, {n, n});
  IrValue zero = x.kind == Kind::Real ? RealNumber(0) : Int(0);
  Loop(n, [&](IrValue i) {
    const Leaf element = Element(x, i);
    Loop(n, [&](IrValue j) {
      IrValue value = ir_.CreateSelect(ir_.CreateICmpEQ(i, j), element.value, zero);
      StoreElement(made, ir_.CreateAdd(ir_.CreateMul(i, n), j), ScalarLeaf(x.kind, value));
    });
  });
  return made;
}

auto FunctionEmitter::Transposed(const Leaf& x) -> Leaf {
  IrValue rows = x.dims[0];
  IrValue columns = x.dims[1];
  Leaf made = Temporary(x.kind, x.detail, {columns, rows});
  Loop(columns, [&](IrValue j) {
    Loop(rows, [&](IrValue i) {
      const Leaf element = Element(x, ir_.CreateAdd(ir_.CreateMul(i, columns), j));
      StoreElement(made, ir_.CreateAdd(ir_.CreateMul(j, rows), i), element);
    });
  });
  return made;
}

// The upper triangle, mirrored.
auto FunctionEmitter::Symmetric(const Leaf& x) -> Leaf {
  IrValue n = x.dims[0];
  RequireSameDims({x.dims[0]}, {x.dims[1]});
  Leaf made = Temporary(x.kind, x.detail, x.dims);
  Loop(n, [&](IrValue i) {
    Loop(n, [&](IrValue j) {
      IrValue low = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, i, j);
      IrValue high = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, i, j);
      const Leaf element = Element(x, ir_.CreateAdd(ir_.CreateMul(low, n), high));
      StoreElement(made, ir_.CreateAdd(ir_.CreateMul(i, n), j), element);
    });
  });
  return made;
}

auto FunctionEmitter::Skew(const Leaf& x) -> Leaf {
  RequireSameDims({x.dims[0]}, {Int(3)});
  Leaf made = Temporary(x.kind, 0, {Int(3), Int(3)});
  const Leaf zero = ScalarLeaf(x.kind, x.kind == Kind::Real ? RealNumber(0) : Int(0));
  std::vector<Leaf> v;
  std::vector<Leaf> minus;
  for (int64_t k = 0; k < 3; ++k) {
    v.push_back(Element(x, Int(k)));
    minus.push_back(*ScalarUnary(Op::Neg, 0, v.back()));
  }
  const std::vector<Leaf> elements = {zero, minus[2], v[1], v[2], zero, minus[0], minus[1], v[0], zero};
  for (size_t k = 0; k < elements.size(); ++k) StoreElement(made, Int(static_cast<int64_t>(k)), elements[k]);
  return made;
}

auto FunctionEmitter::Linspace(const Leaf& first, const Leaf& last, IrValue n) -> Leaf {
  Require(ir_.CreateICmpSGE(n, Int(2)));
  Leaf made = Temporary(Kind::Real, 0, {n});
  IrValue from = RealOf(first);
  IrValue to = RealOf(last);
  IrValue end = ir_.CreateSub(n, Int(1));
  IrValue intervals = ir_.CreateSIToFP(end, ir_.getDoubleTy());
  Loop(n, [&](IrValue k) {
    IrValue part = ir_.CreateFDiv(ir_.CreateSIToFP(k, ir_.getDoubleTy()), intervals);
    IrValue inside = ir_.CreateFAdd(from, ir_.CreateFMul(ir_.CreateFSub(to, from), part));
    IrValue value = ir_.CreateSelect(ir_.CreateICmpEQ(k, end), to, inside);
    StoreElement(made, k, ScalarLeaf(Kind::Real, value));
  });
  return made;
}

// At most one dimension may be greater than 1.
auto FunctionEmitter::VectorOf(ExprId id, const Leaf& x) -> Operand {
  IrValue n_large = Int(0);
  for (IrValue dim : x.dims) {
    n_large = ir_.CreateAdd(n_large, ir_.CreateZExt(ir_.CreateICmpSGT(dim, Int(1)), ir_.getInt64Ty()));
  }
  Require(ir_.CreateICmpSLE(n_large, Int(1)));
  if (pool_.shapes().rank(pool_[id].shape) != 1) return Unsupported("vector of this array", pool_.type(id));
  return FromLeaf(Reshape(x, {Count(x.dims)}));
}

auto FunctionEmitter::MatrixOf(ExprId id, const Leaf& x) -> Operand {
  for (size_t d = 2; d < x.dims.size(); ++d) RequireSameDims({x.dims[d]}, {Int(1)});
  if (pool_.shapes().rank(pool_[id].shape) != 2) return Unsupported("matrix of this array", pool_.type(id));
  IrValue rows = x.dims.empty() ? Int(1) : x.dims[0];
  return FromLeaf(Reshape(x, {rows, x.dims.size() > 1 ? x.dims[1] : Int(1)}));
}

auto FunctionEmitter::ScalarOf(const Leaf& x) -> Leaf {
  for (IrValue dim : x.dims) RequireSameDims({dim}, {Int(1)});
  return x.dims.empty() ? x : Element(x, Int(0));
}

}  // namespace kerf::codegen
