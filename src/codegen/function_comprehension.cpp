// Iterators: ranges and vectors that they run over, {e for i in a, j in b} and reductions. The last iterator
// is the outermost, as the specification expands them.
#include <limits>

#include "codegen/function_emitter.h"
#include "expr/walk.h"

namespace kerf::codegen {

auto FunctionEmitter::EvalIteration(ExprId range) -> std::optional<Iteration> {
  Iteration iteration;
  if (pool_.op(range) != Op::Range) {
    Operand array = Eval(range);
    if (array.rank == 0 || array.leaves.empty()) {
      GiveUp("an iterator needs a range or a vector");
      return std::nullopt;
    }
    // Assignments in the loop do not change what it runs over.
    for (Leaf& leaf : array.leaves) leaf = Owned(leaf);
    iteration.count = array.leaves[0].dims[0];
    iteration.array = std::move(array);
    return iteration;
  }
  const std::vector<Operand> bounds = EvalOperands(range, 0);
  for (const Operand& bound : bounds) {
    if (!bound.IsScalar() || bound.kind == Kind::Text) {
      GiveUp("the bounds of a range are no numbers");
      return std::nullopt;
    }
    iteration.is_real = iteration.is_real || bound.kind == Kind::Real;
  }
  iteration.start = bounds[0].leaves[0];
  if (bounds.size() == 3) iteration.step = bounds[1].leaves[0];
  iteration.count = RangeCount(iteration.start, iteration.step, bounds.back().leaves[0], iteration.is_real);
  return iteration;
}

auto FunctionEmitter::RangeCount(const Leaf& start, const std::optional<Leaf>& step, const Leaf& stop,
                                 bool is_real) -> IrValue {
  if (is_real) {
    IrValue width = step ? RealOf(*step) : RealNumber(1);
    Require(ir_.CreateFCmpUNE(width, RealNumber(0)));
    IrValue length = ir_.CreateFDiv(ir_.CreateFSub(RealOf(stop), RealOf(start)), width);
    IrValue n = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, length);
    // Too many elements end the call when they get memory.
    Require(ir_.CreateFCmpULT(n, RealNumber(0x1p40)));
    IrValue whole =
        ir_.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {ir_.getInt64Ty(), ir_.getDoubleTy()}, {n});
    return ir_.CreateSelect(ir_.CreateFCmpOGE(n, RealNumber(0)), ir_.CreateAdd(whole, Int(1)), Int(0));
  }
  IrValue span = ir_.CreateSub(stop.value, start.value);
  if (!step) {
    return ir_.CreateSelect(ir_.CreateICmpSLT(span, Int(0)), Int(0), ir_.CreateAdd(span, Int(1)));
  }
  IrValue d = step->value;
  Require(ir_.CreateICmpNE(d, Int(0)));
  IrValue is_empty =
      ir_.CreateAnd(ir_.CreateICmpNE(span, Int(0)),
                    ir_.CreateICmpNE(ir_.CreateICmpSLT(span, Int(0)), ir_.CreateICmpSLT(d, Int(0))));
  IrValue is_minus_one = ir_.CreateICmpEQ(d, Int(-1));
  IrValue n = ir_.CreateSelect(is_minus_one, ir_.CreateNeg(span),
                               ir_.CreateSDiv(span, ir_.CreateSelect(is_minus_one, Int(1), d)));
  return ir_.CreateSelect(is_empty, Int(0), ir_.CreateAdd(n, Int(1)));
}

auto FunctionEmitter::ElementAt(const Iteration& iteration, IrValue k) -> Operand {
  if (iteration.array) {
    const Operand& array = *iteration.array;
    Operand element{array.kind, array.detail, array.rank - 1, {}};
    Index index;
    index.form = Index::Form::One;
    index.one = k;
    for (const Leaf& leaf : array.leaves) element.leaves.push_back(Gather(leaf, {index}));
    return element;
  }
  const Leaf& start = iteration.start;
  if (!iteration.is_real) {
    IrValue shift = iteration.step ? ir_.CreateMul(k, iteration.step->value) : k;
    return FromLeaf(ScalarLeaf(start.kind, ir_.CreateAdd(start.value, shift), start.detail));
  }
  IrValue width = iteration.step ? RealOf(*iteration.step) : RealNumber(1);
  IrValue shift = ir_.CreateFMul(ir_.CreateSIToFP(k, ir_.getDoubleTy()), width);
  return FromLeaf(ScalarLeaf(Kind::Real, ir_.CreateFAdd(RealOf(start), shift)));
}

auto FunctionEmitter::UsesIterators(ExprId range, ExprId comprehension) -> bool {
  expr::Walker walker(pool_);
  for (const ExprId id : walker.Postorder(range)) {
    for (size_t k = 1; k < pool_.operands(comprehension).size(); k += 2) {
      if (id == pool_.operand(comprehension, k)) return true;
    }
  }
  return false;
}

auto FunctionEmitter::EvalComprehension(ExprId id) -> Operand {
  std::vector<Iteration> iterations;
  for (size_t k = 1; k + 1 < pool_.operands(id).size(); k += 2) {
    if (pool_.op(pool_.operand(id, k)) != Op::Iterator || UsesIterators(pool_.operand(id, k + 1), id)) {
      return Unsupported("an iterator's range refers to another iterator", pool_.type(id));
    }
    auto iteration = EvalIteration(pool_.operand(id, k + 1));
    if (!iteration) return Default(pool_.type(id));
    iterations.push_back(std::move(*iteration));
  }
  return pool_.op(id) == Op::ArrayOf ? EvalArrayOf(id, iterations) : EvalReduction(id, iterations);
}

// Runs the iterators before number `n_left`, from the outside; `index` counts the turns.
void FunctionEmitter::RunIterators(ExprId id, std::vector<Iteration>& iterations, size_t n_left,
                                   IrValue index, const std::function<void(IrValue)>& body) {
  if (n_left == 0) {
    body(index);
    return;
  }
  const Iteration& iteration = iterations[n_left - 1];
  const ExprId iterator = pool_.operand(id, 2 * n_left - 1);
  Loop(iteration.count, [&](IrValue k) {
    // What is known outside may be about another iterator of that name.
    Memo outside = std::exchange(memo_, {});
    std::vector<uint32_t> known = std::exchange(known_, {});
    iterators_.push_back({pool_.position(iterator), pool_.name(iterator), ElementAt(iteration, k)});
    IrValue next = ir_.CreateAdd(ir_.CreateMul(index, iteration.count), k);
    RunIterators(id, iterations, n_left - 1, next, body);
    iterators_.pop_back();
    memo_ = std::move(outside);
    known_ = std::move(known);
  });
}

auto FunctionEmitter::EvalArrayOf(ExprId id, std::vector<Iteration>& iterations) -> Operand {
  const expr::Type type = pool_.type(id);
  const size_t n = iterations.size();
  Operand made{type.kind, type.detail, pool_.shapes().rank(type.shape), {}};
  for (const LeafType& leaf_type : LeavesOf(world_, type)) {
    llvm::SmallVector<IrValue, 2> dims;
    for (size_t k = n; k-- > 0;) dims.push_back(iterations[k].count);
    for (size_t d = n; d < leaf_type.dims.size(); ++d) {
      if (leaf_type.dims[d] < 0) return Unsupported("elements of a size not known are collected", type);
      dims.push_back(Int(leaf_type.dims[d]));
    }
    made.leaves.push_back(Temporary(leaf_type.kind, leaf_type.detail, dims));
  }
  RunIterators(id, iterations, n, Int(0), [&](IrValue at) {
    Operand element = Eval(pool_.operand(id, 0));
    if (element.kind != type.kind) element = Converted(std::move(element), type.kind, type.detail);
    if (element.leaves.size() != made.leaves.size()) return GiveUp("elements of an array differ");
    for (size_t k = 0; k < made.leaves.size(); ++k) {
      const Leaf& part = element.leaves[k];
      const auto inner = llvm::ArrayRef(made.leaves[k].dims).drop_front(n);
      if (part.dims.empty() && inner.empty()) {
        StoreElement(made.leaves[k], at, part);
        continue;
      }
      RequireSameDims(part.dims, inner);
      IrValue length = Count(inner);
      CopyWords(ElementAddress(made.leaves[k], ir_.CreateMul(at, length)), part.value, length);
    }
  });
  return made;
}

auto FunctionEmitter::EvalReduction(ExprId id, std::vector<Iteration>& iterations) -> Operand {
  const expr::Node& node = pool_[id];
  if (node.shape != expr::kScalar) return Unsupported("a reduction of arrays", pool_.type(id));
  const Op step = node.op == Op::SumOf       ? Op::Add
                  : node.op == Op::ProductOf ? Op::Mul
                  : node.op == Op::MinOf     ? Op::Min
                                             : Op::Max;
  IrValue total = EntryAlloca(ElementType(node.kind), Int(1));
  const Leaf neutral = Neutral(node.op, node.kind, node.detail);
  ir_.CreateStore(neutral.value, total);
  bool fits = ElementType(neutral.kind) == ElementType(node.kind);
  RunIterators(id, iterations, iterations.size(), Int(0), [&](IrValue at) {
    const Operand element = Converted(Eval(pool_.operand(id, 0)), node.kind, node.detail);
    fits = fits && element.IsScalar();
    if (!fits) return;
    // The first element is taken as it is.
    const Leaf before = ScalarLeaf(node.kind, ir_.CreateLoad(ElementType(node.kind), total), node.detail);
    const auto result = ScalarBinary(step, before, element.leaves[0]);
    fits = result.has_value();
    if (!fits) return;
    IrValue is_first = ir_.CreateICmpEQ(at, Int(0));
    ir_.CreateStore(ir_.CreateSelect(is_first, element.leaves[0].value, result->value), total);
  });
  if (!fits) return Unsupported("a reduction does not fit its elements", pool_.type(id));
  return FromLeaf(ScalarLeaf(node.kind, ir_.CreateLoad(ElementType(node.kind), total), node.detail));
}

}  // namespace kerf::codegen
