// Choosing elements by subscripts.
#include <algorithm>

#include "codegen/function_emitter.h"

namespace kerf::codegen {

// Index `index`, from 0, after a check that it is inside dimension d.
auto FunctionEmitter::Inside(const Leaf& leaf, size_t d, IrValue index) -> IrValue {
  Require(ir_.CreateICmpULT(index, leaf.dims[d]));
  return index;
}

auto FunctionEmitter::EvalIndex(ExprId id) -> std::optional<Index> {
  if (pool_.op(id) == Op::Colon) return Index{};
  const Operand value = Eval(id);
  if (value.kind == Kind::Real || value.kind == Kind::Text || value.kind == Kind::Record || value.rank > 1) {
    return std::nullopt;
  }
  Index index;
  const int64_t first = value.kind == Kind::Boolean ? 0 : 1;
  if (value.rank == 0) {
    index.form = Index::Form::One;
    index.one = ir_.CreateSub(value.leaves[0].value, Int(first));
    return index;
  }
  if (value.kind == Kind::Boolean) return std::nullopt;
  index.form = Index::Form::Many;
  index.many = Owned(value.leaves[0]);
  return index;
}

auto FunctionEmitter::EvalSubscript(ExprId id) -> Operand {
  const size_t n = pool_.operands(id).size() - 1;
  std::vector<Index> indices;
  for (size_t k = 0; k < n; ++k) {
    auto index = EvalIndex(pool_.operand(id, k + 1));
    if (!index) return Unsupported("a subscript is no Integer", pool_.type(id));
    indices.push_back(std::move(*index));
  }
  // Elements of an array that is made here need no value unless they are chosen.
  ExprId array_id = pool_.operand(id, 0);
  size_t n_chosen = 0;
  while (n_chosen < n && indices[n_chosen].form == Index::Form::One && pool_.op(array_id) == Op::Array) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(indices[n_chosen].one);
    if (constant == nullptr || constant->getZExtValue() >= pool_.operands(array_id).size()) break;
    array_id = pool_.operand(array_id, constant->getZExtValue());
    ++n_chosen;
  }
  indices.erase(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(n_chosen));
  Operand array = Eval(array_id);
  if (n_chosen > 0 && pool_[id].kind == Kind::Real) array = Converted(std::move(array), Kind::Real, 0);
  if (indices.empty()) return array;
  if (indices.size() > array.rank) return Unsupported("too many subscripts", pool_.type(id));
  Operand chosen{array.kind, array.detail, array.rank, {}};
  for (const Index& index : indices) chosen.rank -= index.form == Index::Form::One ? 1 : 0;
  for (const Leaf& leaf : array.leaves) chosen.leaves.push_back(Gather(leaf, indices));
  return chosen;
}

auto FunctionEmitter::SelectedDims(const Leaf& leaf, llvm::ArrayRef<Index> indices)
    -> llvm::SmallVector<IrValue, 2> {
  llvm::SmallVector<IrValue, 2> dims;
  for (size_t d = 0; d < leaf.dims.size(); ++d) {
    const bool is_whole = d >= indices.size() || indices[d].form == Index::Form::Whole;
    if (is_whole) dims.push_back(leaf.dims[d]);
    if (!is_whole && indices[d].form == Index::Form::Many) dims.push_back(indices[d].many.dims[0]);
  }
  return dims;
}

// Calls visit(place in the leaf, place in the selection) for each selected element, row by row. Dimensions
// without index are taken whole.
void FunctionEmitter::Visit(const Leaf& leaf, llvm::ArrayRef<Index> indices, size_t d, IrValue from,
                            IrValue to, const std::function<void(IrValue, IrValue)>& visit) {
  if (d == leaf.dims.size()) {
    visit(from, to);
    return;
  }
  IrValue before = ir_.CreateMul(from, leaf.dims[d]);
  const bool is_whole = d >= indices.size() || indices[d].form == Index::Form::Whole;
  if (!is_whole && indices[d].form == Index::Form::One) {
    Visit(leaf, indices, d + 1, ir_.CreateAdd(before, Inside(leaf, d, indices[d].one)), to, visit);
    return;
  }
  IrValue count = is_whole ? leaf.dims[d] : indices[d].many.dims[0];
  Loop(count, [&](IrValue k) {
    IrValue at = is_whole ? k : Inside(leaf, d, ir_.CreateSub(Element(indices[d].many, k).value, Int(1)));
    Visit(leaf, indices, d + 1, ir_.CreateAdd(before, at), ir_.CreateAdd(ir_.CreateMul(to, count), k), visit);
  });
}

auto FunctionEmitter::Gather(const Leaf& leaf, llvm::ArrayRef<Index> indices) -> Leaf {
  size_t n_one = 0;
  while (n_one < indices.size() && indices[n_one].form == Index::Form::One) ++n_one;
  const bool is_run = std::all_of(indices.begin() + n_one, indices.end(),
                                  [](const Index& index) { return index.form == Index::Form::Whole; });
  const auto dims = SelectedDims(leaf, indices);
  if (is_run) {
    // The elements stand behind each other: no copy.
    IrValue at = Int(0);
    for (size_t d = 0; d < n_one; ++d) {
      at = ir_.CreateAdd(ir_.CreateMul(at, leaf.dims[d]), Inside(leaf, d, indices[d].one));
    }
    at = ir_.CreateMul(at, Count(dims));
    if (dims.empty()) return Element(leaf, at);
    return {leaf.kind, leaf.detail, ElementAddress(leaf, at), dims, leaf.is_alias};
  }
  Leaf made = Temporary(leaf.kind, leaf.detail, dims);
  Visit(leaf, indices, 0, Int(0), Int(0),
        [&](IrValue from, IrValue to) { StoreElement(made, to, Element(leaf, from)); });
  return made;
}

}  // namespace kerf::codegen
