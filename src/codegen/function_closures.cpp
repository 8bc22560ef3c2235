// Functions as values, and calls of them.
#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

auto IsRealScalar(const flat::Local& local) -> bool {
  return local.type == expr::Type{expr::Kind::Real, expr::kScalar, 0};
}

}  // namespace

// A block of words: the address of the code, and the bound arguments. Only functions of Real scalars: whoever
// calls knows of the function no more than that.
auto FunctionEmitter::EvalClosure(ExprId id) -> Operand {
  const bool is_plain = pool_.op(id) == Op::Function;
  const ExprId named = is_plain ? id : pool_.operand(id, 0);
  const expr::Type type{Kind::Function, expr::kScalar, 0};
  if (pool_.op(named) != Op::Function) return Unsupported("a function value of a function value", type);
  const FunctionId function = pool_.function(named);
  if (std::string reason = ReasonNotToCall(function); !reason.empty()) return Unsupported(reason, type);
  const flat::FunctionBody& body = *module_.BodyOf(function);
  std::vector<bool> is_bound(body.n_inputs, false);
  std::vector<Operand> bound;
  if (!is_plain && pool_.operands(id).size() > 1) {
    const size_t last = pool_.operands(id).size() - 1;
    const ExprId which = pool_.operand(id, last);
    const bool is_array = pool_.op(which) == Op::Array;
    const size_t n = is_array ? pool_.operands(which).size() : 1;
    for (size_t k = 0; k < n; ++k) {
      const ExprId element = is_array ? pool_.operand(which, k) : which;
      const bool is_mask = pool_.op(element) == Op::Boolean;
      if (!is_mask && pool_.op(element) != Op::Integer) return Unsupported("a function value", type);
      const size_t position = is_mask ? k : static_cast<size_t>(pool_.integer(element));
      if (position >= body.n_inputs) return Unsupported("a function value", type);
      if (!is_mask || pool_.boolean(element)) is_bound[position] = true;
    }
    for (size_t k = 1; k < last; ++k) bound.push_back(Eval(pool_.operand(id, k)));
  }
  bool fits = body.n_outputs == 1 && IsRealScalar(body.variables[body.n_inputs]);
  size_t n_words = 1;
  size_t next = 0;
  std::vector<std::pair<LeafType, Leaf>> words;
  for (uint32_t k = 0; k < body.n_inputs && fits; ++k) {
    const flat::Local& input = body.variables[k];
    if (!is_bound[k]) {
      fits = IsRealScalar(input) && !input.binding.has_value();
      continue;
    }
    const auto types = LeavesOf(world_, input.type);
    if (next >= bound.size() || bound[next].leaves.size() != types.size())
      return Unsupported("a function value", type);
    for (size_t n = 0; n < types.size(); ++n) {
      const Leaf& leaf = bound[next].leaves[n];
      if (leaf.dims.size() != types[n].dims.size()) return Unsupported("a function value", type);
      words.emplace_back(types[n], Converted(leaf, types[n].kind, types[n].detail));
      n_words += WordsOf(types[n]);
    }
    ++next;
  }
  if (!fits || next != bound.size()) {
    return Unsupported("a function value is of a function of other things than Real scalars", type);
  }
  IrValue block = EntryAlloca(ir_.getInt64Ty(), Int(static_cast<int64_t>(n_words)));
  IrValue code = module_.DeclareClosure({function, body.n_inputs}, is_bound);
  size_t word = 0;
  ir_.CreateStore(code, WordAddress(block, word++));
  for (const auto& [leaf_type, leaf] : words) StoreLeaf(block, word, leaf_type, leaf);
  return FromLeaf(ScalarLeaf(Kind::Function, ir_.CreatePtrToInt(block, ir_.getInt64Ty())));
}

auto FunctionEmitter::CallClosure(ExprId id) -> Outputs {
  const ExprId callee = pool_.operand(id, 0);
  if (pool_.op(callee) != Op::Local) return UnsupportedOutputs("it calls a function value", id);
  const FunctionId declared = body_->variables[pool_.position(callee)].function_type;
  const auto* body = declared.has_value() ? module_.BodyOf(declared) : nullptr;
  bool fits = body != nullptr && body->n_outputs == 1 && IsRealScalar(body->variables[body->n_inputs]);
  for (uint32_t k = 0; fits && k < body->n_inputs; ++k) fits = IsRealScalar(body->variables[k]);
  const std::vector<Operand> arguments = EvalOperands(id, 1);
  fits = fits && arguments.size() == body->n_inputs;
  if (!fits || !StoreArguments(*body, arguments, 1)) {
    return UnsupportedOutputs("it calls a function value with other things than Real scalars", id);
  }
  IrValue closure = ReadVariable(pool_.position(callee)).leaves[0].value;
  ir_.CreateStore(closure, WordAddress(in_, 0));
  IrValue block = ir_.CreateIntToPtr(closure, ir_.getPtrTy());
  return CallCode(ir_.CreateLoad(ir_.getPtrTy(), block), *body);
}

}  // namespace kerf::codegen
