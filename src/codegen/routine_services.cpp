// What routines ask of their host: calls of the services by address.
#include <algorithm>
#include <cstddef>
#include <limits>

#include "codegen/routine_emitter.h"

namespace kerf::codegen {

using llvm::BasicBlock;
using llvm::Value;
using process::Service;

void RoutineEmitter::EmitInvoke(uint32_t at) {
  const auto service = static_cast<Service>(routine_->code[at].what);
  if (service == Service::CheckRange) return EmitCheckRange(at);
  EmitService(at, blocks_[at + 1]);
}

// A value in its range needs no call.
void RoutineEmitter::EmitCheckRange(uint32_t at) {
  const Instruction& i = routine_->code[at];
  const process::Range& range = program_.ranges[i.b];
  Value* value = Get(i.c);
  Value* is_above = ir_.CreateFCmpOGE(value, Real(range.least));
  Value* is_below = ir_.CreateFCmpOLE(value, Real(range.most));
  Value* is_good = ir_.CreateAnd(is_above, is_below);
  BasicBlock* inside = NewBlock("inside");
  BasicBlock* outside = NewBlock("outside");
  aside_.push_back(outside);
  ir_.CreateCondBr(is_good, inside, outside);
  Begin(inside);
  Set(i.a, Real(0));
  ir_.CreateBr(blocks_[at + 1]);
  ir_.SetInsertPoint(outside);
  EmitService(at, blocks_[at + 1]);
}

void RoutineEmitter::EmitService(uint32_t at, BasicBlock* next) {
  const Instruction& i = routine_->code[at];
  llvm::Type* real = ir_.getDoubleTy();
  llvm::Type* pointer = ir_.getPtrTy();
  if (process::MayWait(static_cast<Service>(i.what))) {
    Value* place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0),
                                                  offsetof(process::Context, next));
    ir_.CreateStore(ir_.getInt32(at + 1), place);
  }
  for (uint32_t k = 0; k < i.d; ++k)
    ir_.CreateStore(Get(i.c + k), ir_.CreateConstInBoundsGEP1_64(real, arguments_, k));
  ir_.CreateStore(Real(0), result_);
  auto* type = llvm::FunctionType::get(ir_.getInt8Ty(), {pointer, ir_.getInt32Ty(), pointer, pointer}, false);
  auto* flow = ir_.CreateCall(type, Pointer(reinterpret_cast<uint64_t>(services_[i.what])),
                              {function_->getArg(1), ir_.getInt32(i.b), arguments_, result_});
  flow->setDoesNotThrow();
  Set(i.a, ir_.CreateLoad(real, result_));
  GoOnIf(flow, at, next);
}

}  // namespace kerf::codegen
