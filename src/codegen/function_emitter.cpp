// The frame of a function: its entry, its two ways out, and what is done about things that are not compiled.
#include "codegen/function_emitter.h"

#include "codegen/function_abi.h"

namespace kerf::codegen {

FunctionEmitter::FunctionEmitter(FunctionModule& module, FunctionKey key)
    : module_(module),
      key_(key),
      world_(module.world()),
      pool_(module.world().pool),
      function_(module.Declare(key)),
      ir_(module.module().getContext()) {}

auto FunctionEmitter::Emit() -> std::string {
  body_ = module_.BodyOf(key_.function);
  if (body_ == nullptr || !body_->is_complete) return "it has no definition";
  if (body_->is_impure) return "it is impure";
  EmitBody();
  if (!reason_.empty()) function_->deleteBody();
  return reason_;
}

void FunctionEmitter::EmitBody() {
  auto* entry = NewBlock("entry");
  auto* start = NewBlock("start");
  failure_ = NewBlock("failure");
  exit_ = NewBlock("exit");
  ir_.SetInsertPoint(entry);
  context_ = function_->getArg(0);
  failed_ = ir_.CreateAlloca(ir_.getInt1Ty());
  in_ = ir_.CreateAlloca(ir_.getInt64Ty(), Int(1));
  out_ = ir_.CreateAlloca(ir_.getInt64Ty(), Int(1));
  ir_.CreateBr(start);
  ir_.SetInsertPoint(start);
  ir_.CreateStore(ir_.getFalse(), failed_);
  IrValue frame = ir_.CreateIntrinsic(llvm::Intrinsic::frameaddress, {ir_.getPtrTy()}, {ir_.getInt32(0)});
  IrValue limit = ir_.CreateLoad(ir_.getPtrTy(), ContextField(offsetof(FunctionContext, stack_limit)));
  Require(ir_.CreateICmpUGT(frame, limit));
  IrValue top = ir_.CreateLoad(ir_.getPtrTy(), ContextField(offsetof(FunctionContext, top)));
  MakeVariables();
  const bool is_done = body_->external ? TryElementary() : true;
  if (!is_done) GiveUp("it calls the external function " + body_->external->name);
  if (body_->is_constructor && body_->statements.empty()) RunConstructor();
  Run(body_->statements);
  ir_.CreateBr(exit_);
  ir_.SetInsertPoint(exit_);
  WriteOutputs();
  bool has_open_output = false;
  for (uint32_t k = 0; k < body_->n_outputs; ++k) {
    has_open_output =
        has_open_output || !IsFixed(LeavesOf(world_, body_->variables[body_->n_inputs + k].type));
  }
  if (n_arena_uses_ > 0 && !has_open_output) {
    ir_.CreateStore(top, ContextField(offsetof(FunctionContext, top)));
  }
  Finish();
}

void FunctionEmitter::Finish() {
  ir_.CreateRet(ir_.CreateZExt(ir_.CreateLoad(ir_.getInt1Ty(), failed_), ir_.getInt32Ty()));
  ir_.SetInsertPoint(failure_);
  ir_.CreateRet(ir_.getInt32(1));
  in_->setOperand(0, Int(static_cast<int64_t>(n_in_)));
  out_->setOperand(0, Int(static_cast<int64_t>(n_out_)));
}

// What need not be reached ends the call there; what is always reached makes compiled code useless.
void FunctionEmitter::GiveUp(std::string reason) {
  std::string& why = conditional_ > 0 ? left_out_ : reason_;
  if (why.empty()) why = std::move(reason);
  Leave(failure_);
}

auto FunctionEmitter::Unsupported(std::string reason, expr::Type type) -> Operand {
  GiveUp(std::move(reason));
  return Default(type);
}

void FunctionEmitter::Flag(IrValue is_wrong) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(is_wrong); constant && constant->isZero()) return;
  ir_.CreateStore(ir_.CreateOr(ir_.CreateLoad(ir_.getInt1Ty(), failed_), is_wrong), failed_);
}

void FunctionEmitter::Require(IrValue holds) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(holds); constant && constant->isOne()) return;
  auto* next = NewBlock("next");
  ir_.CreateCondBr(holds, next, failure_);
  ir_.SetInsertPoint(next);
}

// What follows is never reached, but must be somewhere.
void FunctionEmitter::Leave(llvm::BasicBlock* to) {
  ir_.CreateBr(to);
  ir_.SetInsertPoint(NewBlock("unreachable"));
}

auto FunctionEmitter::NewBlock(const char* name) -> llvm::BasicBlock* {
  return llvm::BasicBlock::Create(ir_.getContext(), name, function_);
}

void FunctionEmitter::ForgetSince(size_t n) {
  for (; known_.size() > n; known_.pop_back()) memo_.erase(known_.back());
}

}  // namespace kerf::codegen
