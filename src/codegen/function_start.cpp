// What a call begins with: inputs from its words or their defaults, values of other variables; and functions
// without statements.
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

}  // namespace kerf::codegen
