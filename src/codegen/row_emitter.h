// The IR of one row of a shape, in a function that is being built. Internal to codegen.
#pragma once

#include <span>
#include <vector>

#include "codegen/slots.h"
#include "model/interpret.h"
#include "model/tape.h"

namespace llvm {
class FunctionCallee;
class FunctionType;
}  // namespace llvm

namespace kerf::codegen {

class RowEmitter {
 public:
  // Emits where `ir` stands; the function's entry block must have been started, because buffers for calls go
  // there.
  RowEmitter(llvm::IRBuilderBase& ir, std::span<const model::ExternalFunction> functions)
      : ir_(ir), functions_(functions) {}

  void Emit(const model::Shape& shape, Slots& slots);

 private:
  using Instr = model::Instr;

  auto EmitInstr(const Instr& instr, Slots& slots) -> IrResult;
  auto EmitStore(const Instr& instr, Slots& slots) -> IrResult;
  auto EmitMinMax(const Instr& instr, bool is_min) -> llvm::Value*;
  auto EmitMod(const Instr& instr) -> llvm::Value*;
  auto EmitPowInt(llvm::Value* x, int32_t n) -> llvm::Value*;
  auto EmitAbs(llvm::Value* x) -> llvm::Value*;
  auto EmitSign(llvm::Value* x) -> llvm::Value*;
  auto EmitLibm(const Instr& instr) -> llvm::Value*;
  auto EmitCall(const Instr& instr) -> llvm::Value*;
  auto Helper(model::TapeOp op, llvm::FunctionType* type) -> llvm::FunctionCallee;
  auto Condition(uint32_t result) -> llvm::Value*;
  auto EmitCallPartial(const Instr& instr) -> llvm::Value*;
  void StoreInputs(const Instr& instr);
  void MakeBuffers();

  // Result k in the wanted form, converted at most once.
  auto Number(uint32_t k) -> llvm::Value*;
  auto Truth(uint32_t k) -> llvm::Value*;
  auto Real(double value) -> llvm::Value*;

  llvm::IRBuilderBase& ir_;
  std::span<const model::ExternalFunction> functions_;
  const model::Shape* shape_ = nullptr;
  std::vector<IrResult> results_;
  // Arguments and outputs of external calls, on the stack.
  llvm::Value* in_ = nullptr;
  llvm::Value* out_ = nullptr;
  // The Call of this row whose outputs are in out_, if any.
  const Instr* last_call_ = nullptr;
};

}  // namespace kerf::codegen
