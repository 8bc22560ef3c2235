// Loads and stores of w.
#include "codegen/slots.h"

#include <llvm/IR/IRBuilder.h>

namespace kerf::codegen {

namespace {

// Accesses after which a value is loaded anew.
constexpr uint64_t kForwardWindow = 24;

}  // namespace

TableSlots::TableSlots(llvm::IRBuilderBase& ir, llvm::Value* w, llvm::Value* row, uint32_t n_args)
    : ir_(ir), w_(w), row_(row), addresses_(n_args) {}

auto TableSlots::Address(uint32_t arg) -> llvm::Value* {
  llvm::Value*& address = addresses_[arg];
  if (address != nullptr) return address;
  llvm::Value* entry = ir_.CreateConstInBoundsGEP1_64(ir_.getInt32Ty(), row_, arg);
  llvm::Value* slot = ir_.CreateZExt(ir_.CreateLoad(ir_.getInt32Ty(), entry), ir_.getInt64Ty());
  address = ir_.CreateInBoundsGEP(ir_.getDoubleTy(), w_, slot);
  return address;
}

auto TableSlots::Load(uint32_t arg) -> IrResult {
  return {ir_.CreateLoad(ir_.getDoubleTy(), Address(arg)), nullptr};
}

void TableSlots::Store(uint32_t arg, IrResult result) { ir_.CreateStore(result.number, Address(arg)); }

auto ConstantSlots::Address(uint32_t slot) -> llvm::Value* {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getDoubleTy(), w_, slot);
}

auto ConstantSlots::Load(uint32_t arg) -> IrResult {
  const uint32_t slot = row_[arg];
  Known& known = known_[slot];
  const bool is_near = known.result.number != nullptr && time_ - known.time <= kForwardWindow;
  if (!is_near) known.result = {ir_.CreateLoad(ir_.getDoubleTy(), Address(slot)), nullptr};
  known.time = ++time_;
  return known.result;
}

void ConstantSlots::Store(uint32_t arg, IrResult result) {
  const uint32_t slot = row_[arg];
  ir_.CreateStore(result.number, Address(slot));
  known_[slot] = {result, ++time_};
}

}  // namespace kerf::codegen
