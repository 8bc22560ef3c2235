// Calls of other functions: arguments into words, outputs out of words.
#include "codegen/function_emitter.h"

namespace kerf::codegen {

namespace {

// The address of elements as a word.
auto IsArray(const LeafType& type) -> bool { return !type.dims.empty(); }

}  // namespace

auto FunctionEmitter::WordAddress(IrValue words, size_t word) -> IrValue {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), words, word);
}

auto FunctionEmitter::UnsupportedOutputs(std::string reason, ExprId id) -> Outputs {
  GiveUp(std::move(reason));
  const ExprId callee = pool_.operand(id, 0);
  const auto* body = pool_.op(callee) == Op::Function ? module_.BodyOf(pool_.function(callee)) : nullptr;
  Outputs outputs;
  for (uint32_t k = 0; body != nullptr && k < body->n_outputs; ++k) {
    outputs.push_back(Default(body->variables[body->n_inputs + k].type));
  }
  if (outputs.empty()) outputs.push_back(Default(pool_.type(id)));
  return outputs;
}

// One call gives all its outputs: they are known after the first use of one.
auto FunctionEmitter::EvalCall(ExprId id) -> Outputs {
  if (pool_.op(id) != Op::Call) return {Eval(id)};
  if (const auto found = memo_.find(id.index); found != memo_.end()) return found->second;
  const ExprId callee = pool_.operand(id, 0);
  Outputs outputs = !reason_.empty()                   ? UnsupportedOutputs({}, id)
                    : pool_.op(callee) == Op::Function ? CallFunction(pool_.function(callee), id)
                                                       : CallClosure(id);
  if (outputs.empty()) outputs.push_back(Default(pool_.type(id)));
  if (memo_.emplace(id.index, outputs).second) known_.push_back(id.index);
  return outputs;
}

auto FunctionEmitter::ReasonNotToCall(FunctionId function) -> std::string {
  const auto* body = module_.BodyOf(function);
  const std::string name(world_.names[world_.functions[function].name]);
  if (body == nullptr || !body->is_complete) return "it calls " + name + ", which has no definition";
  if (body->is_impure) return "it calls " + name + ", which is impure";
  return {};
}

auto FunctionEmitter::CallFunction(FunctionId function, ExprId id) -> Outputs {
  if (std::string reason = ReasonNotToCall(function); !reason.empty()) {
    return UnsupportedOutputs(std::move(reason), id);
  }
  const flat::FunctionBody& callee = *module_.BodyOf(function);
  const std::vector<Operand> arguments = EvalOperands(id, 1);
  if (arguments.size() > callee.n_inputs || !StoreArguments(callee, arguments, 0)) {
    return UnsupportedOutputs("the arguments of a call do not fit", id);
  }
  const FunctionKey key{function, static_cast<uint32_t>(arguments.size())};
  return CallCode(module_.Declare(key), callee);
}

void FunctionEmitter::StoreLeaf(IrValue words, size_t& word, const LeafType& type, const Leaf& leaf) {
  ir_.CreateStore(leaf.value, WordAddress(words, word++));
  for (size_t d = 0; d < type.dims.size(); ++d) {
    if (type.dims[d] >= 0) RequireSameDims({leaf.dims[d]}, {Int(type.dims[d])});
    ir_.CreateStore(leaf.dims[d], WordAddress(words, word++));
  }
}

auto FunctionEmitter::StoreArguments(const flat::FunctionBody& callee, const std::vector<Operand>& arguments,
                                     size_t first_word) -> bool {
  size_t word = first_word;
  std::vector<std::pair<LeafType, Leaf>> words;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const expr::Type type = callee.variables[k].type;
    const auto types = LeavesOf(world_, type);
    const bool is_same = arguments[k].kind == type.kind;
    const Operand argument = is_same ? arguments[k] : Converted(arguments[k], type.kind, type.detail);
    if (types.size() != argument.leaves.size()) return false;
    for (size_t n = 0; n < types.size(); ++n) {
      if (types[n].dims.size() != argument.leaves[n].dims.size()) return false;
      words.emplace_back(types[n], Converted(argument.leaves[n], types[n].kind, types[n].detail));
      word += WordsOf(types[n]);
    }
  }
  n_in_ = std::max(n_in_, word);
  word = first_word;
  for (const auto& [type, leaf] : words) StoreLeaf(in_, word, type, leaf);
  return true;
}

auto FunctionEmitter::CallCode(IrValue callee, const flat::FunctionBody& body) -> Outputs {
  ++n_arena_uses_;
  std::vector<Leaf> fixed;
  size_t word = 0;
  for (uint32_t k = 0; k < body.n_outputs; ++k) {
    for (const LeafType& type : LeavesOf(world_, body.variables[body.n_inputs + k].type)) {
      if (IsArray(type) && IsFixed(type)) {
        llvm::SmallVector<IrValue, 2> dims;
        for (const int32_t dim : type.dims) dims.push_back(Int(dim));
        fixed.push_back(Temporary(type.kind, type.detail, dims));
        ir_.CreateStore(fixed.back().value, WordAddress(out_, word));
      }
      word += WordsOf(type);
    }
  }
  n_out_ = std::max(n_out_, word);
  auto* call = ir_.CreateCall(module_.type(), callee, {context_, in_, out_});
  call->setDoesNotThrow();
  Require(ir_.CreateICmpEQ(call, ir_.getInt32(0)));
  return ReadOutputs(body, fixed);
}

auto FunctionEmitter::ReadOutputs(const flat::FunctionBody& body, std::vector<Leaf>& fixed) -> Outputs {
  Outputs outputs;
  size_t word = 0;
  size_t next_fixed = 0;
  for (uint32_t k = 0; k < body.n_outputs; ++k) {
    const expr::Type type = body.variables[body.n_inputs + k].type;
    Operand output{type.kind, type.detail, pool_.shapes().rank(type.shape), {}};
    for (const LeafType& leaf_type : LeavesOf(world_, type)) {
      Leaf leaf{leaf_type.kind, leaf_type.detail, nullptr, {}, false};
      if (IsArray(leaf_type) && IsFixed(leaf_type)) {
        leaf = fixed[next_fixed++];
      } else {
        llvm::Type* read = IsArray(leaf_type) ? ir_.getPtrTy() : ElementType(leaf_type.kind);
        leaf.value = ir_.CreateLoad(read, WordAddress(out_, word));
        for (size_t d = 0; d < leaf_type.dims.size(); ++d) {
          leaf.dims.push_back(ir_.CreateLoad(ir_.getInt64Ty(), WordAddress(out_, word + 1 + d)));
        }
      }
      word += WordsOf(leaf_type);
      output.leaves.push_back(std::move(leaf));
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

}  // namespace kerf::codegen
