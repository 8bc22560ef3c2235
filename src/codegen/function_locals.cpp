// The variables of a function: inputs from the words of the call, others with the values that a call begins
// with, outputs into the words at its end.
#include "codegen/function_emitter.h"
#include "expr/functions.h"
#include "flat/init_order.h"

namespace kerf::codegen {

void FunctionEmitter::MakeVariables() {
  variables_.resize(body_->variables.size());
  ReadInputs();
  const std::vector<bool> is_assigned = AssignedVariables();
  const auto is_fixed = [&](uint32_t k) {
    const flat::Local& local = body_->variables[k];
    return local.role == flat::Role::Protected && local.binding.has_value() && !is_assigned[k];
  };
  for (uint32_t k = body_->n_inputs; k < variables_.size(); ++k) {
    if (!is_fixed(k)) MakePlaces(k);
  }
  for (const uint32_t position : flat::InitialisationOrder(pool_, *body_)) {
    ForgetSince(0);
    if (!is_fixed(position)) {
      InitVariable(position);
      continue;
    }
    const flat::Local& local = body_->variables[position];
    Operand value = Converted(Eval(local.binding), local.type.kind, local.type.detail);
    CheckSizes(local, value);
    // A variable that is assigned to may be all of its value.
    for (Leaf& leaf : value.leaves) leaf = Owned(leaf);
    variables_[position].input = std::move(value);
  }
}

// Variables that statements or an external function may change.
auto FunctionEmitter::AssignedVariables() -> std::vector<bool> {
  std::vector<bool> is_assigned(body_->variables.size(), body_->external.has_value());
  std::vector<const std::vector<flat::Statement>*> left = {&body_->statements};
  const auto mark = [&](ExprId target) {
    while (pool_.op(target) == Op::Field || pool_.op(target) == Op::Subscript)
      target = pool_.operand(target, 0);
    if (pool_.op(target) == Op::Local) is_assigned[pool_.position(target)] = true;
  };
  while (!left.empty()) {
    const auto& statements = *left.back();
    left.pop_back();
    for (const flat::Statement& statement : statements) {
      for (const flat::Branch& branch : statement.branches) left.push_back(&branch.body);
      if (statement.kind != flat::StatementKind::Assignment && statement.kind != flat::StatementKind::For)
        continue;
      if (pool_.op(statement.target) != Op::Tuple) {
        mark(statement.target);
        continue;
      }
      for (const ExprId part : pool_.operands(statement.target)) {
        if (part.has_value()) mark(part);
      }
    }
  }
  return is_assigned;
}

void FunctionEmitter::ReadInputs() {
  size_t word = 0;
  IrValue words = function_->getArg(1);
  for (uint32_t k = 0; k < body_->n_inputs; ++k) {
    const flat::Local& local = body_->variables[k];
    if (k >= key_.n_arguments) {
      if (!local.binding.has_value()) {
        GiveUp("an input has no value");
        variables_[k].input = Default(local.type);
        continue;
      }
      variables_[k].input = Converted(Eval(local.binding), local.type.kind, local.type.detail);
      continue;
    }
    Operand value{local.type.kind, local.type.detail, pool_.shapes().rank(local.type.shape), {}};
    for (const LeafType& type : LeavesOf(world_, local.type)) {
      Leaf leaf{type.kind, type.detail, nullptr, {}, false};
      llvm::Type* read = type.dims.empty() ? ElementType(type.kind) : ir_.getPtrTy();
      leaf.value = ir_.CreateLoad(read, WordAddress(words, word++));
      for (const int32_t dim : type.dims) {
        IrValue size = dim >= 0 ? Int(dim) : ir_.CreateLoad(ir_.getInt64Ty(), WordAddress(words, word));
        leaf.dims.push_back(size);
        ++word;
      }
      value.leaves.push_back(std::move(leaf));
    }
    variables_[k].input = std::move(value);
  }
  // Sizes of an input may refer to inputs behind it.
  for (uint32_t k = 0; k < body_->n_inputs; ++k) CheckSizes(body_->variables[k], *variables_[k].input);
}

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

auto FunctionEmitter::SizeOf(const flat::Local& local, size_t dimension) -> IrValue {
  const auto declared = pool_.shapes().dims(local.type.shape);
  if (declared[dimension] >= 0) return Int(declared[dimension]);
  const bool has_size = dimension < local.sizes.size() && local.sizes[dimension].has_value();
  return has_size ? EvalInteger(local.sizes[dimension]) : nullptr;
}

void FunctionEmitter::CheckSizes(const flat::Local& local, const Operand& value) {
  for (size_t d = 0; d < value.rank; ++d) {
    IrValue size = SizeOf(local, d);
    if (size == nullptr) continue;
    for (const Leaf& leaf : value.leaves) {
      if (leaf.dims[d] != size) Require(ir_.CreateICmpEQ(leaf.dims[d], size));
    }
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
  Operand value{local.type.kind, local.type.detail, pool_.shapes().rank(local.type.shape), {}};
  for (const Place& place : variables_[position].places) value.leaves.push_back(ReadPlace(place));
  return value;
}

// Each field takes the value of the variable of its name.
void FunctionEmitter::RunConstructor() {
  const uint32_t output = body_->n_inputs;
  const flat::Local& made = body_->variables[output];
  if (made.binding.has_value()) return;
  Operand value{made.type.kind, made.type.detail, 0, {}};
  for (const flat::RecordField& field : world_.records[made.type.detail].fields) {
    std::optional<Operand> part;
    for (uint32_t k = 0; k < variables_.size() && !part; ++k) {
      const flat::Local& local = body_->variables[k];
      if (local.name == field.name && local.role != flat::Role::Output) part = ReadVariable(k);
    }
    if (!part) part = Default(field.type);
    value.leaves.insert(value.leaves.end(), part->leaves.begin(), part->leaves.end());
  }
  AssignVariable(output, value);
}

// Elementary functions by the names of Modelica and C.
auto FunctionEmitter::TryElementary() -> bool {
  const flat::ExternalCall& external = *body_->external;
  const size_t n = external.arguments.size();
  std::optional<Op> op = expr::TryFunctionOp(external.name);
  if (external.name == "fabs") op = Op::Abs;
  if (external.name == "pow") op = Op::Pow;
  if (external.name == "fmod") op = Op::Remainder;
  if (!op || static_cast<size_t>(expr::arity_of(*op)) != n || !external.result.has_value()) return false;
  std::vector<Operand> arguments;
  for (const ExprId argument : external.arguments) {
    arguments.push_back(Eval(argument));
    if (!arguments.back().IsScalar()) return false;
  }
  const auto result = n == 1 ? ScalarUnary(*op, 0, arguments[0].leaves[0])
                             : ScalarBinary(*op, arguments[0].leaves[0], arguments[1].leaves[0]);
  if (!result) return false;
  Assign(external.result, FromLeaf(*result));
  return true;
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
