// Declarations, and functions without a body of their own.
#include "codegen/function_module.h"

#include <llvm/IR/IRBuilder.h>

#include <cstddef>

#include "codegen/function_abi.h"
#include "codegen/function_layout.h"
#include "codegen/module_emitter.h"

namespace kerf::codegen {

auto FunctionModule::BodyOf(FunctionId function) const -> const flat::FunctionBody* {
  const uint32_t body = world_.functions[function].body;
  return body == flat::Function::kNoBody ? nullptr : world_.bodies[body].get();
}

auto FunctionModule::type() const -> llvm::FunctionType* {
  llvm::LLVMContext& context = module_.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  return llvm::FunctionType::get(llvm::Type::getInt32Ty(context), {pointer, pointer, pointer}, false);
}

auto FunctionModule::Declare(FunctionKey key) -> llvm::Function* {
  llvm::Function*& function = functions_[key];
  if (function != nullptr) return function;
  const auto number = static_cast<uint32_t>(keys_.size());
  function = llvm::Function::Create(type(), llvm::Function::ExternalLinkage, FunctionName(number), module_);
  function->setDoesNotThrow();
  keys_.push_back(key);
  return function;
}

void FunctionModule::EmitInterpreted(FunctionKey key) {
  llvm::Function* function = Declare(key);
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(module_.getContext(), "entry", function));
  llvm::Type* pointer = ir.getPtrTy();
  llvm::Type* number = ir.getInt32Ty();
  auto* type = llvm::FunctionType::get(number, {pointer, number, number, pointer, pointer}, false);
  llvm::Value* field = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), function->getArg(0),
                                                     offsetof(FunctionContext, interpret));
  llvm::Value* callee = ir.CreateLoad(pointer, field);
  auto* call = ir.CreateCall(type, callee,
                             {function->getArg(0), ir.getInt32(key.function.index),
                              ir.getInt32(key.n_arguments), function->getArg(1), function->getArg(2)});
  call->setDoesNotThrow();
  ir.CreateRet(call);
}

auto FunctionModule::DeclareClosure(FunctionKey key, const std::vector<bool>& is_bound) -> llvm::Function* {
  llvm::Function*& function = closures_[{key, is_bound}];
  if (function != nullptr) return function;
  function = llvm::Function::Create(type(), llvm::Function::InternalLinkage, "closure", module_);
  function->setDoesNotThrow();
  const flat::FunctionBody& body = *BodyOf(key.function);
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(module_.getContext(), "entry", function));
  llvm::Type* word = ir.getInt64Ty();
  const auto word_at = [&](llvm::Value* words, size_t k) {
    return ir.CreateConstInBoundsGEP1_64(word, words, k);
  };
  size_t n_words = 0;
  for (uint32_t k = 0; k < key.n_arguments; ++k) n_words += WordsOf(LeavesOf(world_, body.variables[k].type));
  llvm::Value* words = ir.CreateAlloca(word, ir.getInt64(std::max<size_t>(n_words, 1)));
  llvm::Value* block = ir.CreateIntToPtr(ir.CreateLoad(word, word_at(function->getArg(1), 0)), ir.getPtrTy());
  // The first word of the block is the address of this function, of the arguments that of the block.
  size_t next_bound = 1;
  size_t next_free = 1;
  size_t next = 0;
  for (uint32_t k = 0; k < key.n_arguments; ++k) {
    llvm::Value* from = is_bound[k] ? block : function->getArg(1);
    size_t& at = is_bound[k] ? next_bound : next_free;
    for (size_t n = WordsOf(LeavesOf(world_, body.variables[k].type)); n > 0; --n) {
      ir.CreateStore(ir.CreateLoad(word, word_at(from, at++)), word_at(words, next++));
    }
  }
  auto* call = ir.CreateCall(Declare(key), {function->getArg(0), words, function->getArg(2)});
  call->setDoesNotThrow();
  ir.CreateRet(call);
  return function;
}

}  // namespace kerf::codegen
