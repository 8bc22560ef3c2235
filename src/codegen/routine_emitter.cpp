// See routine_emitter.h.
#include "codegen/routine_emitter.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <cstddef>

#include "base/check.h"

namespace kerf::codegen {

using llvm::BasicBlock;
using llvm::Value;

namespace {

auto CallBadSubscript(process::Host& host, double subscript, uint32_t size) -> process::Flow {
  return host.BadSubscript(subscript, size);
}

auto CallGoneRound(process::Host& host, uint64_t n) -> process::Flow { return host.GoneRound(n); }

[[noreturn]] void NoSuchEntry() {
  KERF_CHECK(false);
  __builtin_unreachable();
}

template <typename Function>
auto AddressOf(Function* function) -> uint64_t {
  return reinterpret_cast<uint64_t>(function);
}

}  // namespace

RoutineEmitter::RoutineEmitter(const process::Program& program, const process::ServiceTable& services,
                               llvm::Module& module)
    : program_(program), services_(services), module_(module), ir_(module.getContext()) {}

void RoutineEmitter::Emit(const process::Routine& routine, const std::string& name) {
  routine_ = &routine;
  const Op last = routine.code.empty() ? Op::Move : routine.code.back().op;
  KERF_CHECK(last == Op::End || last == Op::Jump);
  MakeFunction(name);
  MakeBlocks();
  MakeRegisters();
  EmitEntry();
  for (uint32_t at = 0; at < routine.code.size(); ++at) {
    if (blocks_[at] != nullptr) {
      // What ended with a jump or a service has gone there already.
      if (ir_.GetInsertBlock()->getTerminator() == nullptr) ir_.CreateBr(blocks_[at]);
      Begin(blocks_[at]);
    }
    EmitInstruction(at);
  }
  for (BasicBlock* block : aside_) MoveBehindAll(block);
  PromoteRegisters();
}

void RoutineEmitter::MakeFunction(const std::string& name) {
  auto* type =
      llvm::FunctionType::get(ir_.getInt64Ty(), {ir_.getPtrTy(), ir_.getPtrTy(), ir_.getInt32Ty()}, false);
  function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
  function_->setDoesNotThrow();
}

void RoutineEmitter::MakeBlocks() {
  const auto& code = routine_->code;
  blocks_.assign(code.size() + 1, nullptr);
  const auto begin_at = [&](uint32_t at) {
    KERF_CHECK(at < code.size());
    if (blocks_[at] == nullptr) blocks_[at] = NewBlock("at");
  };
  begin_at(0);
  entries_ = {0};
  for (uint32_t at = 0; at < code.size(); ++at) {
    const Instruction& i = code[at];
    if (i.op == Op::Jump || i.op == Op::JumpUnless) begin_at(i.a);
    if (i.op == Op::End || i.op == Op::Jump) {
      if (at + 1 < code.size()) begin_at(at + 1);
    } else if (i.op == Op::JumpUnless || i.op == Op::Invoke || i.op == Op::LoadAt || i.op == Op::StoreAt) {
      begin_at(at + 1);
    }
    if (i.op == Op::Invoke && process::MayWait(static_cast<process::Service>(i.what)))
      entries_.push_back(at + 1);
  }
}

void RoutineEmitter::MakeRegisters() {
  Begin(NewBlock("entry"));
  uint32_t n_arguments = 1;
  for (const Instruction& i : routine_->code) {
    if (i.op == Op::Invoke) n_arguments = std::max(n_arguments, i.d);
  }
  arguments_ = ir_.CreateAlloca(llvm::ArrayType::get(ir_.getDoubleTy(), n_arguments));
  result_ = ir_.CreateAlloca(ir_.getDoubleTy());
  rounds_ = ir_.CreateAlloca(ir_.getInt64Ty());
  for (uint32_t k = 0; k < routine_->n_registers; ++k)
    registers_.push_back(ir_.CreateAlloca(ir_.getDoubleTy()));
}

void RoutineEmitter::EmitEntry() {
  cells_ =
      ir_.CreateLoad(ir_.getPtrTy(), ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0),
                                                                    offsetof(process::Context, cells)));
  ir_.CreateStore(ir_.getInt64(0), rounds_);
  for (llvm::AllocaInst* reg : registers_) ir_.CreateStore(Real(0), reg);
  BasicBlock* nowhere = NewBlock("nowhere");
  auto* where = ir_.CreateSwitch(function_->getArg(2), nowhere, static_cast<unsigned>(entries_.size()));
  for (const uint32_t entry : entries_) where->addCase(ir_.getInt32(entry), blocks_[entry]);
  aside_.push_back(nowhere);
  ir_.SetInsertPoint(nowhere);
  ir_.CreateCall(llvm::FunctionType::get(ir_.getVoidTy(), false), Pointer(AddressOf(NoSuchEntry)));
  ir_.CreateUnreachable();
}

void RoutineEmitter::PromoteRegisters() {
  std::vector<llvm::AllocaInst*> variables = registers_;
  variables.push_back(rounds_);
  llvm::DominatorTree dominators(*function_);
  llvm::PromoteMemToReg(variables, dominators);
}

void RoutineEmitter::EmitInstruction(uint32_t at) {
  const Instruction& i = routine_->code[at];
  llvm::Type* real = ir_.getDoubleTy();
  switch (i.op) {
    case Op::Constant: Set(i.a, Real(program_.constants[i.b])); return;
    case Op::Move:     {
      const auto truth = truths_.find(i.b);
      Value* known = truth == truths_.end() ? nullptr : truth->second;
      Set(i.a, Get(i.b));
      if (known != nullptr) truths_[i.a] = known;
      return;
    }
    case Op::Load:       Set(i.a, ir_.CreateLoad(real, Cell(i.b))); return;
    case Op::Store:      ir_.CreateStore(Get(i.b), Cell(i.a)); return;
    case Op::LoadField:  Set(i.a, ir_.CreateLoad(real, Field(i.b))); return;
    case Op::StoreField: ir_.CreateStore(Get(i.b), Field(i.a)); return;
    case Op::Unary:
      if (static_cast<expr::Op>(i.what) == expr::Op::Not) return SetTruth(i.a, ir_.CreateNot(TruthOf(i.b)));
      return Set(i.a, Unary(static_cast<expr::Op>(i.what), i.b));
    case Op::Binary:
      if (Value* truth = Comparison(static_cast<expr::Op>(i.what), i.b, i.c)) return SetTruth(i.a, truth);
      return Set(i.a, Binary(static_cast<expr::Op>(i.what), i.b, i.c));
    case Op::LoadAt:
    case Op::StoreAt:    return EmitElement(at);
    case Op::Jump:
    case Op::JumpUnless: return EmitJump(at);
    case Op::Invoke:     return EmitInvoke(at);
    case Op::End:        return Return(ir_.getInt8(static_cast<uint8_t>(process::Flow::Go)), at);
  }
}

void RoutineEmitter::EmitJump(uint32_t at) {
  const Instruction& i = routine_->code[at];
  BasicBlock* target = Towards(at, i.a);
  if (i.op == Op::Jump) {
    ir_.CreateBr(target);
  } else {
    ir_.CreateCondBr(TruthOf(i.b), blocks_[at + 1], target);
  }
}

auto RoutineEmitter::Towards(uint32_t at, uint32_t target) -> BasicBlock* {
  if (target > at) return blocks_[target];
  BasicBlock* here = ir_.GetInsertBlock();
  BasicBlock* round = NewBlock("round");
  BasicBlock* ask = NewBlock("ask");
  aside_.push_back(round);
  aside_.push_back(ask);
  ir_.SetInsertPoint(round);
  Value* n = ir_.CreateAdd(ir_.CreateLoad(ir_.getInt64Ty(), rounds_), ir_.getInt64(1));
  ir_.CreateStore(n, rounds_);
  Value* rest = ir_.CreateAnd(n, ir_.getInt64(process::kRounds - 1));
  ir_.CreateCondBr(ir_.CreateICmpEQ(rest, ir_.getInt64(0)), ask, blocks_[target]);
  ir_.SetInsertPoint(ask);
  auto* type = llvm::FunctionType::get(ir_.getInt8Ty(), {ir_.getPtrTy(), ir_.getInt64Ty()}, false);
  GoOnIf(ir_.CreateCall(type, Pointer(AddressOf(CallGoneRound)), {function_->getArg(1), n}), at,
         blocks_[target]);
  ir_.SetInsertPoint(here);
  return round;
}

// Only a subscript that is known to be in range is converted: others have no meaning as whole numbers.
void RoutineEmitter::EmitElement(uint32_t at) {
  const Instruction& i = routine_->code[at];
  Value* subscript = Get(i.c);
  BasicBlock* in_range = NewBlock("in_range");
  BasicBlock* good = NewBlock("element");
  BasicBlock* bad = NewBlock("bad");
  aside_.push_back(bad);
  Value* is_above = ir_.CreateFCmpOGE(subscript, Real(1));
  Value* is_below = ir_.CreateFCmpOLE(subscript, Real(i.d));
  ir_.CreateCondBr(ir_.CreateAnd(is_above, is_below), in_range, bad);
  Begin(in_range);
  Value* whole = ir_.CreateFPToSI(subscript, ir_.getInt64Ty());
  ir_.CreateCondBr(ir_.CreateFCmpOEQ(ir_.CreateSIToFP(whole, ir_.getDoubleTy()), subscript), good, bad);
  Begin(good);
  Value* first = Cell(i.op == Op::LoadAt ? i.b : i.a);
  Value* place = ir_.CreateGEP(ir_.getDoubleTy(), first, ir_.CreateSub(whole, ir_.getInt64(1)));
  if (i.op == Op::LoadAt) {
    Set(i.a, ir_.CreateLoad(ir_.getDoubleTy(), place));
  } else {
    ir_.CreateStore(Get(i.b), place);
  }
  ir_.CreateBr(blocks_[at + 1]);
  ir_.SetInsertPoint(bad);
  auto* type =
      llvm::FunctionType::get(ir_.getInt8Ty(), {ir_.getPtrTy(), ir_.getDoubleTy(), ir_.getInt32Ty()}, false);
  Return(ir_.CreateCall(type, Pointer(AddressOf(CallBadSubscript)),
                        {function_->getArg(1), subscript, ir_.getInt32(i.d)}),
         at);
}

void RoutineEmitter::GoOnIf(Value* flow, uint32_t at, BasicBlock* next) {
  BasicBlock* exit = NewBlock("exit");
  aside_.push_back(exit);
  ir_.CreateCondBr(ir_.CreateICmpEQ(flow, ir_.getInt8(static_cast<uint8_t>(process::Flow::Go))), next, exit);
  ir_.SetInsertPoint(exit);
  Return(flow, at);
}

void RoutineEmitter::Return(Value* flow, uint32_t at) {
  ir_.CreateRet(
      ir_.CreateOr(ir_.CreateZExt(flow, ir_.getInt64Ty()), ir_.getInt64(uint64_t{at} << kPlaceShift)));
}

auto RoutineEmitter::Cell(uint32_t index) -> Value* {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getDoubleTy(), cells_, index);
}

// Another entity may be at work after a service.
auto RoutineEmitter::Field(uint32_t index) -> Value* {
  Value* place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0),
                                                offsetof(process::Context, fields));
  return ir_.CreateConstInBoundsGEP1_64(ir_.getDoubleTy(), ir_.CreateLoad(ir_.getPtrTy(), place), index);
}

auto RoutineEmitter::Get(uint32_t reg) -> Value* {
  KERF_CHECK(reg < registers_.size());
  return ir_.CreateLoad(ir_.getDoubleTy(), registers_[reg]);
}

void RoutineEmitter::Set(uint32_t reg, Value* value) {
  KERF_CHECK(reg < registers_.size());
  truths_.erase(reg);
  ir_.CreateStore(value, registers_[reg]);
}

auto RoutineEmitter::Real(double value) -> Value* { return llvm::ConstantFP::get(ir_.getDoubleTy(), value); }

auto RoutineEmitter::Pointer(uint64_t address) -> Value* {
  return ir_.CreateIntToPtr(ir_.getInt64(address), ir_.getPtrTy());
}

auto RoutineEmitter::NewBlock(const char* name) -> BasicBlock* {
  return BasicBlock::Create(module_.getContext(), name, function_);
}

void RoutineEmitter::MoveBehindAll(BasicBlock* block) {
  if (block != &function_->back()) block->moveAfter(&function_->back());
}

// Blocks stand in the order in which they were begun.
void RoutineEmitter::Begin(BasicBlock* block) {
  MoveBehindAll(block);
  ir_.SetInsertPoint(block);
  truths_.clear();
}

}  // namespace kerf::codegen
