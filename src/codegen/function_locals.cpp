// Memory of the variables of a function: made, read, and written to the words of the outputs.
#include "codegen/function_emitter.h"

namespace kerf::codegen {

void FunctionEmitter::MakePlaces(uint32_t position) {
  const flat::Local& local = body_->variables[position];
  const bool is_output = local.role == flat::Role::Output;
  size_t word = 0;
  for (uint32_t k = body_->n_inputs; is_output && k < position; ++k) {
    word += WordsOf(LeavesOf(world_, body_->variables[k].type));
  }
  for (const LeafType& type : LeavesOf(world_, local.type)) {
    Place place{type, nullptr, {}, IsFixed(type), false};
    if (type.dims.empty()) {
      place.storage = EntryAlloca(ElementType(type.kind), Int(1));
    } else if (!place.is_fixed) {
      place.storage = EntryAlloca(ir_.getPtrTy(), Int(1));
      for (size_t d = 0; d < type.dims.size(); ++d) {
        place.dims.push_back(EntryAlloca(ir_.getInt64Ty(), Int(1)));
        const bool has_size = d < local.sizes.size() && local.sizes[d].has_value();
        place.is_open = place.is_open || (type.dims[d] < 0 && !has_size);
      }
    } else if (is_output) {
      place.storage = ir_.CreateLoad(ir_.getPtrTy(), WordAddress(function_->getArg(2), word));
    } else {
      llvm::SmallVector<IrValue, 2> dims;
      for (const int32_t dim : type.dims) dims.push_back(Int(dim));
      place.storage = Temporary(type.kind, type.detail, dims).value;
    }
    word += WordsOf(type);
    variables_[position].places.push_back(std::move(place));
  }
}

void FunctionEmitter::InitVariable(uint32_t position) {
  const flat::Local& local = body_->variables[position];
  const size_t rank = pool_.shapes().rank(local.type.shape);
  llvm::SmallVector<IrValue, 2> outer;
  for (size_t d = 0; d < rank; ++d) {
    IrValue size = SizeOf(local, d);
    outer.push_back(size != nullptr ? size : Int(0));
  }
  const bool has_binding = local.binding.has_value();
  for (Place& place : variables_[position].places) {
    if (place.is_fixed && has_binding) continue;
    Leaf empty{place.type.kind, place.type.detail, nullptr, {}, false};
    for (size_t d = 0; d < place.type.dims.size(); ++d) {
      empty.dims.push_back(d < rank ? outer[d] : Int(std::max(place.type.dims[d], 0)));
    }
    IrValue count = Count(empty.dims);
    if (!place.is_fixed) {
      Leaf memory = Temporary(place.type.kind, place.type.detail, empty.dims);
      ir_.CreateStore(memory.value, place.storage);
      for (size_t d = 0; d < empty.dims.size(); ++d) ir_.CreateStore(empty.dims[d], place.dims[d]);
      empty.value = memory.value;
    } else {
      empty.value = place.storage;
    }
    // The first literal of an enumeration is its default.
    if (place.type.dims.empty()) {
      ir_.CreateStore(Default({place.type.kind, expr::kScalar, place.type.detail}).leaves[0].value,
                      empty.value);
    } else if (place.type.kind == Kind::Enumeration || place.type.kind == Kind::Text) {
      const Leaf element = Default({place.type.kind, expr::kScalar, place.type.detail}).leaves[0];
      Loop(count, [&](IrValue k) { StoreElement(empty, k, element); });
    } else {
      ir_.CreateMemSet(empty.value, ir_.getInt8(0), ir_.CreateMul(count, Int(8)), llvm::MaybeAlign(8));
    }
  }
  if (has_binding) AssignVariable(position, Eval(local.binding));
}

auto FunctionEmitter::ReadPlace(const Place& place) -> Leaf {
  Leaf leaf{place.type.kind, place.type.detail, place.storage, {}, true};
  if (place.type.dims.empty()) {
    leaf.value = ir_.CreateLoad(ElementType(place.type.kind), place.storage);
    leaf.is_alias = false;
    return leaf;
  }
  if (place.is_fixed) {
    for (const int32_t dim : place.type.dims) leaf.dims.push_back(Int(dim));
    return leaf;
  }
  leaf.value = ir_.CreateLoad(ir_.getPtrTy(), place.storage);
  for (size_t d = 0; d < place.dims.size(); ++d) {
    const int32_t known = place.type.dims[d];
    leaf.dims.push_back(known >= 0 ? Int(known) : ir_.CreateLoad(ir_.getInt64Ty(), place.dims[d]));
  }
  return leaf;
}

auto FunctionEmitter::ReadVariable(uint32_t position) -> Operand {
  if (variables_[position].input) return *variables_[position].input;
  const flat::Local& local = body_->variables[position];
  if (variables_[position].places.empty()) {
    // Its binding refers to a variable whose binding refers to it.
    return Unsupported("the bindings of variables refer to each other", local.type);
  }
  Operand value{local.type.kind, local.type.detail, pool_.shapes().rank(local.type.shape), {}};
  for (const Place& place : variables_[position].places) value.leaves.push_back(ReadPlace(place));
  return value;
}

void FunctionEmitter::WriteOutputs() {
  size_t word = 0;
  IrValue words = function_->getArg(2);
  for (uint32_t k = 0; k < body_->n_outputs; ++k) {
    for (const Place& place : variables_[body_->n_inputs + k].places) {
      const bool is_there = place.is_fixed && !place.type.dims.empty();
      if (!is_there) {
        const Leaf leaf = ReadPlace(place);
        ir_.CreateStore(leaf.value, WordAddress(words, word));
        for (size_t d = 0; d < leaf.dims.size(); ++d) {
          ir_.CreateStore(leaf.dims[d], WordAddress(words, word + 1 + d));
        }
      }
      word += WordsOf(place.type);
    }
  }
}

// Zero, false, the first literal, and arrays of such; open sizes are 0.
auto FunctionEmitter::Default(expr::Type type) -> Operand {
  Operand value{type.kind, type.detail, pool_.shapes().rank(type.shape), {}};
  for (const LeafType& leaf_type : LeavesOf(world_, type)) {
    const Kind kind = leaf_type.kind;
    IrValue zero = kind == Kind::Real          ? RealNumber(0)
                   : kind == Kind::Text        ? Int(module_.TextNumber(""))
                   : kind == Kind::Enumeration ? Int(1)
                                               : Int(0);
    if (leaf_type.dims.empty()) {
      value.leaves.push_back(ScalarLeaf(kind, zero, leaf_type.detail));
      continue;
    }
    llvm::SmallVector<IrValue, 2> dims;
    for (const int32_t dim : leaf_type.dims) dims.push_back(Int(std::max(dim, 0)));
    Leaf leaf = Temporary(kind, leaf_type.detail, dims);
    Loop(Count(dims), [&](IrValue k) { StoreElement(leaf, k, ScalarLeaf(kind, zero, leaf_type.detail)); });
    value.leaves.push_back(std::move(leaf));
  }
  return value;
}

}  // namespace kerf::codegen
