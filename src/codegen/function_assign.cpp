// Assignments to variables, elements, slices and fields.
#include <algorithm>

#include "codegen/function_emitter.h"

namespace kerf::codegen {

void FunctionEmitter::Assign(ExprId target, Operand value) {
  if (!reason_.empty()) return;
  if (pool_.op(target) == Op::Local) {
    AssignVariable(pool_.position(target), value);
    return;
  }
  AssignPart(target, std::move(value));
}

// The leaves of a value in the kinds of places. Parts of variables are copied first where there are several
// of them: r := R(r.b, r.a).
auto FunctionEmitter::ConvertedToPlaces(const std::vector<Place>& places, Operand value)
    -> std::optional<std::vector<Leaf>> {
  if (value.leaves.size() != places.size()) return std::nullopt;
  std::vector<Leaf> leaves;
  for (size_t k = 0; k < places.size(); ++k) {
    Leaf leaf = Converted(value.leaves[k], places[k].type.kind, places[k].type.detail);
    leaves.push_back(places.size() > 1 ? Owned(leaf) : leaf);
  }
  return leaves;
}

void FunctionEmitter::AssignVariable(uint32_t position, const Operand& value) {
  Variable& variable = variables_[position];
  if (variable.input) {
    GiveUp("it assigns to an input");
    return;
  }
  const auto leaves = ConvertedToPlaces(variable.places, value);
  if (!leaves) {
    GiveUp("a record has other fields than the variable");
    return;
  }
  for (size_t k = 0; k < leaves->size(); ++k) AssignPlace(variable.places[k], (*leaves)[k]);
}

void FunctionEmitter::AssignPlace(Place& place, const Leaf& value) {
  if (place.type.dims.size() != value.dims.size()) {
    GiveUp("an array has another number of dimensions than the variable");
    return;
  }
  if (place.type.dims.empty()) {
    ir_.CreateStore(value.value, place.storage);
    return;
  }
  const Leaf present = ReadPlace(place);
  if (!place.is_open) {
    RequireSameDims(present.dims, value.dims);
    CopyWords(present.value, value.value, Count(present.dims));
    return;
  }
  for (size_t d = 0; d < value.dims.size(); ++d) {
    if (place.type.dims[d] >= 0) RequireSameDims({value.dims[d]}, {present.dims[d]});
  }
  // Memory is used again if the number of elements stays: a loop then needs none.
  IrValue count = Count(value.dims);
  auto* new_block = NewBlock("new");
  auto* copy = NewBlock("copy");
  auto* before = ir_.GetInsertBlock();
  ir_.CreateCondBr(ir_.CreateICmpEQ(count, Count(present.dims)), copy, new_block);
  ir_.SetInsertPoint(new_block);
  IrValue memory = ArenaMemory(count);
  auto* after_new = ir_.GetInsertBlock();
  ir_.CreateBr(copy);
  ir_.SetInsertPoint(copy);
  auto* data = ir_.CreatePHI(ir_.getPtrTy(), 2);
  data->addIncoming(present.value, before);
  data->addIncoming(memory, after_new);
  CopyWords(data, value.value, count);
  ir_.CreateStore(data, place.storage);
  for (size_t d = 0; d < value.dims.size(); ++d) ir_.CreateStore(value.dims[d], place.dims[d]);
}

// x.a[i].b[:]: which leaves of the variable, and an index for each of their dimensions.
void FunctionEmitter::AssignPart(ExprId target, Operand value) {
  std::vector<ExprId> steps;
  for (; pool_.op(target) != Op::Local; target = pool_.operand(target, 0)) {
    if (pool_.op(target) != Op::Field && pool_.op(target) != Op::Subscript) {
      GiveUp("it assigns to something that is no variable");
      return;
    }
    steps.push_back(target);
  }
  const uint32_t position = pool_.position(target);
  if (variables_[position].input) {
    GiveUp("it assigns to an input");
    return;
  }
  expr::Type type = body_->variables[position].type;
  std::vector<Place> places = variables_[position].places;
  std::vector<Index> indices;
  size_t n_dims = pool_.shapes().rank(type.shape);
  std::ranges::reverse(steps);
  for (const ExprId step : steps) {
    if (pool_.op(step) == Op::Field) {
      const auto field = static_cast<size_t>(pool_.integer(pool_.operand(step, 1)));
      const size_t first = FirstLeafOfField(world_, type.detail, field);
      type = world_.records[type.detail].fields[field].type;
      const size_t n = LeavesOf(world_, type).size();
      places = std::vector<Place>(places.begin() + static_cast<std::ptrdiff_t>(first),
                                  places.begin() + static_cast<std::ptrdiff_t>(first + n));
      indices.resize(n_dims);
      n_dims += pool_.shapes().rank(type.shape);
      continue;
    }
    for (size_t k = 1; k < pool_.operands(step).size(); ++k) {
      auto index = EvalIndex(pool_.operand(step, k));
      if (!index || indices.size() == n_dims) {
        GiveUp("a subscript does not fit");
        return;
      }
      indices.push_back(std::move(*index));
    }
  }
  const auto leaves = ConvertedToPlaces(places, std::move(value));
  if (!leaves) {
    GiveUp("a record has other fields than the variable");
    return;
  }
  for (size_t k = 0; k < places.size(); ++k) {
    const Leaf& from = (*leaves)[k];
    if (places[k].type.dims.empty()) {
      ir_.CreateStore(from.value, places[k].storage);
      continue;
    }
    const Leaf place = ReadPlace(places[k]);
    const auto selected = SelectedDims(place, indices);
    if (selected.size() != from.dims.size()) {
      GiveUp("an array has another number of dimensions than its place");
      return;
    }
    RequireSameDims(selected, from.dims);
    const Leaf source = selected.empty() ? from : Owned(from);
    Visit(place, indices, 0, Int(0), Int(0), [&](IrValue to, IrValue at) {
      StoreElement(place, to, selected.empty() ? source : Element(source, at));
    });
  }
}

}  // namespace kerf::codegen
