// The IR of one routine. Internal to codegen.
//
//   uint64 code(context, host, begin): the flow in the lower half, the instruction at which it ended above.
//
// Blocks begin where jumps go to, behind jumps and behind services. Registers are variables that become
// values of the IR afterwards; those that are read where a run begins anew are 0 there. Constants are not
// folded and nothing is optimised across operators: even the signs of results that are no numbers stay the
// interpreter's.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <string>
#include <vector>

#include "process/executable.h"
#include "process/program.h"

namespace kerf::codegen {

inline constexpr uint64_t kFlowMask = 0xFF;
inline constexpr uint64_t kPlaceShift = 32;

class RoutineEmitter {
 public:
  RoutineEmitter(const process::Program& program, const process::ServiceTable& services,
                 llvm::Module& module);

  void Emit(const process::Routine& routine, const std::string& name);

 private:
  using Instruction = process::Instruction;
  using Op = process::Op;

  void MakeFunction(const std::string& name);
  void MakeBlocks();
  void MakeRegisters();
  void EmitEntry();
  void PromoteRegisters();

  void EmitInstruction(uint32_t at);
  void EmitJump(uint32_t at);
  // The block by which to go on at `target`; where that is back, rounds are counted on the way.
  auto Towards(uint32_t at, uint32_t target) -> llvm::BasicBlock*;
  void EmitElement(uint32_t at);
  // Ends the block: goes on at `next` unless the flow is another than Go, with which the routine then ends.
  void GoOnIf(llvm::Value* flow, uint32_t at, llvm::BasicBlock* next);
  void Return(llvm::Value* flow, uint32_t at);
  auto Cell(uint32_t index) -> llvm::Value*;
  auto Field(uint32_t index) -> llvm::Value*;

  // routine_services.cpp
  void EmitInvoke(uint32_t at);
  void EmitCheckRange(uint32_t at);
  void EmitService(uint32_t at, llvm::BasicBlock* next);

  // routine_operators.cpp
  auto Unary(expr::Op op, uint32_t x) -> llvm::Value*;
  auto Binary(expr::Op op, uint32_t x, uint32_t y) -> llvm::Value*;
  auto LibraryCall(uint64_t address, llvm::ArrayRef<llvm::Value*> arguments) -> llvm::Value*;
  // What is no comparison or connective of truth values is no truth: null.
  auto Comparison(expr::Op op, uint32_t x, uint32_t y) -> llvm::Value*;
  auto TruthOf(uint32_t reg) -> llvm::Value*;

  auto Get(uint32_t reg) -> llvm::Value*;
  void Set(uint32_t reg, llvm::Value* value);
  void SetTruth(uint32_t reg, llvm::Value* truth);
  auto Real(double value) -> llvm::Value*;
  auto Pointer(uint64_t address) -> llvm::Value*;
  auto NewBlock(const char* name) -> llvm::BasicBlock*;
  void MoveBehindAll(llvm::BasicBlock* block);
  void Begin(llvm::BasicBlock* block);

  const process::Program& program_;
  const process::ServiceTable& services_;
  llvm::Module& module_;
  llvm::IRBuilder<llvm::NoFolder> ir_;
  const process::Routine* routine_ = nullptr;
  llvm::Function* function_ = nullptr;
  // By instruction; null where no block begins.
  std::vector<llvm::BasicBlock*> blocks_;
  // Instructions at which a run may begin.
  std::vector<uint32_t> entries_;
  // Blocks off the way, which are put behind all others.
  std::vector<llvm::BasicBlock*> aside_;
  std::vector<llvm::AllocaInst*> registers_;
  // Of registers that were set in this block to a truth value, that value.
  llvm::DenseMap<uint32_t, llvm::Value*> truths_;
  llvm::AllocaInst* rounds_ = nullptr;
  llvm::Value* cells_ = nullptr;
  llvm::Value* arguments_ = nullptr;
  llvm::Value* result_ = nullptr;
};

}  // namespace kerf::codegen
