// Arrays and records that are put together, fields, sizes, ranges.
#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

// Integers beside Real numbers become Real.
auto CommonKind(const std::vector<Operand>& values) -> expr::Kind {
  for (const Operand& value : values) {
    if (value.kind != expr::Kind::Integer) return value.kind;
  }
  return values.empty() ? expr::Kind::Real : values[0].kind;
}

// The numbers of a leaf that is known before the run, or false.
auto AppendConstants(const Leaf& leaf, std::vector<llvm::Constant*>& numbers) -> bool {
  if (leaf.dims.empty()) {
    auto* number = llvm::dyn_cast<llvm::Constant>(leaf.value);
    if (number != nullptr) numbers.push_back(number);
    return number != nullptr;
  }
  auto* table = llvm::dyn_cast<llvm::GlobalVariable>(leaf.value);
  if (table == nullptr) return false;
  llvm::Constant* all = table->getInitializer();
  const auto n = llvm::cast<llvm::ArrayType>(all->getType())->getNumElements();
  for (unsigned k = 0; k < n; ++k) numbers.push_back(all->getAggregateElement(k));
  return true;
}

}  // namespace

// An array of numbers is part of the code, not made by it.
auto FunctionEmitter::TryConstantArray(const std::vector<Operand>& elements, size_t leaf,
                                       llvm::ArrayRef<IrValue> dims) -> std::optional<Leaf> {
  std::vector<llvm::Constant*> numbers;
  for (const Operand& element : elements) {
    if (!AppendConstants(element.leaves[leaf], numbers)) return std::nullopt;
  }
  auto* count = llvm::dyn_cast<llvm::ConstantInt>(Count(dims));
  if (count == nullptr || count->getZExtValue() != numbers.size()) return std::nullopt;
  const Leaf& first = elements[0].leaves[leaf];
  auto* type = llvm::ArrayType::get(ElementType(first.kind), numbers.size());
  auto* table = new llvm::GlobalVariable(module_.module(), type, true, llvm::GlobalValue::PrivateLinkage,
                                         llvm::ConstantArray::get(type, numbers));
  return Leaf{first.kind, first.detail, table, {dims.begin(), dims.end()}, false};
}

auto FunctionEmitter::EvalArray(ExprId id) -> Operand {
  std::vector<Operand> elements = EvalOperands(id, 0);
  if (elements.empty() || !reason_.empty()) return Default(pool_.type(id));
  const expr::Node& node = pool_[id];
  const Kind kind = node.kind == Kind::Real ? Kind::Real : CommonKind(elements);
  for (Operand& element : elements) {
    element = Converted(std::move(element), kind, elements[0].detail);
    bool fits = element.leaves.size() == elements[0].leaves.size() && element.rank == elements[0].rank;
    for (size_t k = 0; fits && k < element.leaves.size(); ++k) {
      fits = element.leaves[k].dims.size() == elements[0].leaves[k].dims.size();
    }
    if (!fits) return Unsupported("the elements of an array differ", pool_.type(id));
  }
  Operand made{kind, elements[0].detail, elements[0].rank + 1, {}};
  for (size_t k = 0; k < elements[0].leaves.size(); ++k) {
    const Leaf& first = elements[0].leaves[k];
    llvm::SmallVector<IrValue, 2> dims = {Int(static_cast<int64_t>(elements.size()))};
    dims.append(first.dims.begin(), first.dims.end());
    IrValue length = Count(first.dims);
    if (auto constant = TryConstantArray(elements, k, dims)) {
      made.leaves.push_back(std::move(*constant));
      continue;
    }
    Leaf leaf = Temporary(first.kind, first.detail, dims);
    for (size_t n = 0; n < elements.size(); ++n) {
      const Leaf& part = elements[n].leaves[k];
      IrValue at = ir_.CreateMul(Int(static_cast<int64_t>(n)), length);
      RequireSameDims(part.dims, first.dims);
      if (part.dims.empty()) {
        StoreElement(leaf, at, part);
      } else {
        CopyWords(ElementAddress(leaf, at), part.value, length);
      }
    }
    made.leaves.push_back(std::move(leaf));
  }
  return made;
}

// Of an array of records the fields are arrays of their values.
auto FunctionEmitter::EvalRecord(ExprId id) -> Operand {
  const expr::Node& node = pool_[id];
  std::vector<Operand> fields = EvalOperands(id, 0);
  const flat::Record& record = world_.records[node.detail];
  const size_t rank = pool_.shapes().rank(node.shape);
  Operand made{Kind::Record, node.detail, rank, {}};
  for (size_t k = 0; k < fields.size() && k < record.fields.size(); ++k) {
    fields[k] = Converted(std::move(fields[k]), record.fields[k].type.kind, record.fields[k].type.detail);
    for (Leaf& leaf : fields[k].leaves) {
      if (leaf.dims.size() < rank) return Unsupported("the fields of an array of records", pool_.type(id));
      if (!made.leaves.empty()) {
        RequireSameDims(llvm::ArrayRef(leaf.dims).take_front(rank),
                        llvm::ArrayRef(made.leaves[0].dims).take_front(rank));
      }
      made.leaves.push_back(std::move(leaf));
    }
  }
  if (made.leaves.size() != LeavesOf(world_, pool_.type(id)).size()) {
    return Unsupported("a record has other fields than its type", pool_.type(id));
  }
  return made;
}

auto FunctionEmitter::EvalField(ExprId id) -> Operand {
  const expr::Node& node = pool_[id];
  const auto field = static_cast<size_t>(pool_.integer(node.ab[1]));
  // Other fields of a record that is made here need no value.
  if (pool_.op(node.ab[0]) == Op::Record && pool_[node.ab[0]].shape == expr::kScalar) {
    return Eval(pool_.operand(node.ab[0], field));
  }
  const Operand record = Eval(node.ab[0]);
  if (record.kind != Kind::Record || field >= world_.records[record.detail].fields.size()) {
    return Unsupported("a field of something that is no record", pool_.type(id));
  }
  const expr::Type type = world_.records[record.detail].fields[field].type;
  const size_t first = FirstLeafOfField(world_, record.detail, field);
  const size_t n = LeavesOf(world_, type).size();
  if (first + n > record.leaves.size()) return Unsupported("a record lacks fields", pool_.type(id));
  const auto begin = record.leaves.begin() + static_cast<std::ptrdiff_t>(first);
  return {type.kind,
          type.detail,
          record.rank + pool_.shapes().rank(type.shape),
          {begin, begin + static_cast<std::ptrdiff_t>(n)}};
}

// Sizes that the type knows need no value of the array.
auto FunctionEmitter::EvalSize(ExprId id) -> Operand {
  const ExprId array = pool_.operand(id, 0);
  const auto known = pool_.shapes().dims(pool_[array].shape);
  llvm::SmallVector<IrValue, 2> sizes;
  bool is_known = true;
  for (const int32_t dim : known) {
    sizes.push_back(Int(dim));
    is_known = is_known && dim >= 0;
  }
  const bool is_one = pool_.operands(id).size() == 2;
  IrValue dimension = is_one ? EvalInteger(pool_.operand(id, 1)) : nullptr;
  const auto* constant = is_one ? llvm::dyn_cast<llvm::ConstantInt>(dimension) : nullptr;
  const int64_t number = constant != nullptr ? constant->getSExtValue() : 0;
  const bool is_inside = number >= 1 && number <= static_cast<int64_t>(known.size());
  if (is_inside && known[static_cast<size_t>(number - 1)] >= 0) {
    return FromLeaf(ScalarLeaf(Kind::Integer, sizes[static_cast<size_t>(number - 1)]));
  }
  if (!is_known) {
    const Operand value = Eval(array);
    if (value.leaves.empty() || value.rank == 0) return Unsupported("the size of a scalar", pool_.type(id));
    sizes.assign(value.leaves[0].dims.begin(),
                 value.leaves[0].dims.begin() + static_cast<std::ptrdiff_t>(value.rank));
  }
  if (is_inside) return FromLeaf(ScalarLeaf(Kind::Integer, sizes[static_cast<size_t>(number - 1)]));
  Leaf made = Temporary(Kind::Integer, 0, {Int(static_cast<int64_t>(sizes.size()))});
  for (size_t d = 0; d < sizes.size(); ++d) {
    StoreElement(made, Int(static_cast<int64_t>(d)), ScalarLeaf(Kind::Integer, sizes[d]));
  }
  if (!is_one) return FromLeaf(made);
  IrValue index = ir_.CreateSub(dimension, Int(1));
  return FromLeaf(Element(made, Inside(made, 0, index)));
}

auto FunctionEmitter::EvalFill(ExprId id) -> Operand {
  const Operand element = Eval(pool_.operand(id, 0));
  llvm::SmallVector<IrValue, 2> outer;
  for (size_t k = 1; k < pool_.operands(id).size(); ++k) outer.push_back(EvalInteger(pool_.operand(id, k)));
  if (outer.empty()) return element;
  for (IrValue size : outer) Require(ir_.CreateICmpSGE(size, Int(0)));
  Operand made{element.kind, element.detail, element.rank + outer.size(), {}};
  for (const Leaf& part : element.leaves) {
    llvm::SmallVector<IrValue, 2> dims = outer;
    dims.append(part.dims.begin(), part.dims.end());
    Leaf leaf = Temporary(part.kind, part.detail, dims);
    IrValue length = Count(part.dims);
    Loop(Count(outer), [&](IrValue k) {
      IrValue at = ir_.CreateMul(k, length);
      if (part.dims.empty()) {
        StoreElement(leaf, at, part);
      } else {
        CopyWords(ElementAddress(leaf, at), part.value, length);
      }
    });
    made.leaves.push_back(std::move(leaf));
  }
  return made;
}

// The same elements with other sizes.
auto FunctionEmitter::Reshape(const Leaf& leaf, llvm::ArrayRef<IrValue> dims) -> Leaf {
  Leaf made = leaf;
  if (leaf.dims.empty() && !dims.empty()) {
    made = Temporary(leaf.kind, leaf.detail, {Int(1)});
    StoreElement(made, Int(0), leaf);
  }
  made.dims.assign(dims.begin(), dims.end());
  return made;
}

auto FunctionEmitter::EvalPromote(ExprId id) -> Operand {
  const Operand array = Eval(pool_[id].ab[0]);
  const size_t rank = pool_.shapes().rank(pool_[id].shape);
  if (array.kind == Kind::Record || rank < array.rank) {
    return Unsupported("promote of this array", pool_.type(id));
  }
  llvm::SmallVector<IrValue, 2> dims = array.leaves[0].dims;
  dims.resize(rank, Int(1));
  return FromLeaf(rank == 0 ? array.leaves[0] : Reshape(array.leaves[0], dims));
}

auto FunctionEmitter::EvalRange(ExprId id) -> Operand {
  const auto iteration = EvalIteration(id);
  if (!iteration) return Default(pool_.type(id));
  const Kind kind = iteration->is_real ? Kind::Real : iteration->start.kind;
  Leaf made = Temporary(kind, iteration->start.detail, {iteration->count});
  Loop(iteration->count, [&](IrValue k) {
    StoreElement(made, k, Converted(ElementAt(*iteration, k).leaves[0], kind, iteration->start.detail));
  });
  return FromLeaf(made);
}

}  // namespace kerf::codegen
