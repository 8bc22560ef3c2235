// Calls of the C library and of external functions.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "codegen/row_emitter.h"
#include "codegen/symbols.h"

namespace kerf::codegen {

using llvm::Value;

namespace {

// A pointer of this process as a constant: the code is never stored.
auto PointerConstant(llvm::IRBuilderBase& ir, const void* pointer) -> Value* {
  return ir.CreateIntToPtr(ir.getInt64(reinterpret_cast<uint64_t>(pointer)), ir.getPtrTy());
}

}  // namespace

auto RowEmitter::EmitLibm(const Instr& instr) -> Value* {
  const Symbol* symbol = FindSymbol(instr.op);
  KERF_CHECK(symbol != nullptr);
  llvm::SmallVector<Value*, 2> arguments = {Number(instr.a)};
  if (operands_of(instr.op) == 2) arguments.push_back(Number(instr.b));
  const llvm::SmallVector<llvm::Type*, 2> types(arguments.size(), ir_.getDoubleTy());
  llvm::Module& module = *ir_.GetInsertBlock()->getModule();
  auto callee =
      module.getOrInsertFunction(symbol->name, llvm::FunctionType::get(ir_.getDoubleTy(), types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return ir_.CreateCall(callee, arguments);
}

void RowEmitter::MakeBuffers() {
  if (in_ != nullptr) return;
  uint32_t n_in = 1;
  uint32_t n_out = 1;
  for (const model::ExternalFunction& function : functions_) {
    n_in = std::max(n_in, function.n_in);
    n_out = std::max(n_out, function.n_out);
  }
  // In the entry block, so that a loop does not grow the stack.
  llvm::BasicBlock& entry = ir_.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> top(&entry, entry.begin());
  in_ = top.CreateAlloca(llvm::ArrayType::get(ir_.getDoubleTy(), n_in));
  out_ = top.CreateAlloca(llvm::ArrayType::get(ir_.getDoubleTy(), n_out));
}

void RowEmitter::StoreInputs(const Instr& instr) {
  KERF_CHECK(instr.a < functions_.size());
  const model::ExternalFunction& function = functions_[instr.a];
  KERF_CHECK(instr.b + 1 + size_t{function.n_in} <= shape_->call_args.size());
  MakeBuffers();
  for (uint32_t i = 0; i < function.n_in; ++i) {
    Value* value = Number(shape_->call_args[instr.b + 1 + i]);
    ir_.CreateStore(value, ir_.CreateConstInBoundsGEP1_64(ir_.getDoubleTy(), in_, i));
  }
}

auto RowEmitter::Helper(model::TapeOp op, llvm::FunctionType* type) -> llvm::FunctionCallee {
  auto callee = ir_.GetInsertBlock()->getModule()->getOrInsertFunction(FindSymbol(op)->name, type);
  // The last parameter is a bool of C.
  llvm::cast<llvm::Function>(callee.getCallee())
      ->addParamAttr(type->getNumParams() - 1, llvm::Attribute::ZExt);
  return callee;
}

auto RowEmitter::Condition(uint32_t result) -> Value* {
  return result == model::kAlways ? ir_.getTrue() : Truth(result);
}

auto RowEmitter::EmitCall(const Instr& instr) -> Value* {
  const bool is_known = last_call_ != nullptr && last_call_->a == instr.a && last_call_->b == instr.b;
  if (!is_known) {
    StoreInputs(instr);
    const model::ExternalFunction& function = functions_[instr.a];
    const uint32_t condition = shape_->call_args[instr.b];
    llvm::Type* pointer = ir_.getPtrTy();
    if (condition == model::kAlways) {
      auto* type = llvm::FunctionType::get(ir_.getVoidTy(), {pointer, pointer, pointer}, false);
      Value* callee = PointerConstant(ir_, reinterpret_cast<const void*>(function.call));
      ir_.CreateCall(type, callee, {PointerConstant(ir_, function.context), in_, out_})->setDoesNotThrow();
    } else {
      auto* type =
          llvm::FunctionType::get(ir_.getVoidTy(), {pointer, pointer, pointer, ir_.getInt1Ty()}, false);
      Value* described = PointerConstant(ir_, &function);
      ir_.CreateCall(Helper(instr.op, type), {described, in_, out_, Condition(condition)})->setDoesNotThrow();
    }
    last_call_ = &instr;
  }
  KERF_CHECK(instr.c < functions_[instr.a].n_out);
  return ir_.CreateLoad(ir_.getDoubleTy(), ir_.CreateConstInBoundsGEP1_64(ir_.getDoubleTy(), out_, instr.c));
}

auto RowEmitter::EmitCallPartial(const Instr& instr) -> Value* {
  StoreInputs(instr);
  last_call_ = nullptr;
  const uint32_t output = instr.c / model::kPartialBase;
  const uint32_t argument = instr.c % model::kPartialBase;
  KERF_CHECK(output < functions_[instr.a].n_out && argument < functions_[instr.a].n_in);
  llvm::Type* pointer = ir_.getPtrTy();
  llvm::Type* number = ir_.getInt32Ty();
  auto* type = llvm::FunctionType::get(ir_.getDoubleTy(),
                                       {pointer, pointer, pointer, number, number, ir_.getInt1Ty()}, false);
  Value* function = PointerConstant(ir_, &functions_[instr.a]);
  auto* call =
      ir_.CreateCall(Helper(instr.op, type), {function, in_, out_, ir_.getInt32(output),
                                              ir_.getInt32(argument), Condition(shape_->call_args[instr.b])});
  call->setDoesNotThrow();
  return call;
}

}  // namespace kerf::codegen
