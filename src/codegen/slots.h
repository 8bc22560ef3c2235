// How the code of a row reaches its slots in w. Internal to codegen; LLVM's types are only named here.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace llvm {
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace kerf::codegen {

// A value in the IR as a double, as a truth value (one bit), or both. At least one is there.
struct IrResult {
  llvm::Value* number = nullptr;
  llvm::Value* truth = nullptr;
};

class Slots {
 public:
  virtual ~Slots() = default;
  // w[argument of the current row].
  virtual auto Load(uint32_t arg) -> IrResult = 0;
  // `result` must have a number.
  virtual void Store(uint32_t arg, IrResult result) = 0;
};

// In a loop function: slot numbers come from the row, once for each argument.
class TableSlots : public Slots {
 public:
  TableSlots(llvm::IRBuilderBase& ir, llvm::Value* w, llvm::Value* row, uint32_t n_args);
  auto Load(uint32_t arg) -> IrResult override;
  void Store(uint32_t arg, IrResult result) override;

 private:
  auto Address(uint32_t arg) -> llvm::Value*;

  llvm::IRBuilderBase& ir_;
  llvm::Value* w_;
  llvm::Value* row_;
  std::vector<llvm::Value*> addresses_;
};

// In straight code: slot numbers are constants, so what was loaded or stored a little before need not be
// loaded again. "A little": the register allocator would otherwise keep a copy on the stack, which costs more
// than loading from w.
class ConstantSlots : public Slots {
 public:
  ConstantSlots(llvm::IRBuilderBase& ir, llvm::Value* w) : ir_(ir), w_(w) {}
  void StartRow(const uint32_t* row) { row_ = row; }
  auto Load(uint32_t arg) -> IrResult override;
  void Store(uint32_t arg, IrResult result) override;

 private:
  struct Known {
    IrResult result;
    // Accesses so far at the last use.
    uint64_t time = 0;
  };

  auto Address(uint32_t slot) -> llvm::Value*;

  llvm::IRBuilderBase& ir_;
  llvm::Value* w_;
  const uint32_t* row_ = nullptr;
  std::unordered_map<uint32_t, Known> known_;
  uint64_t time_ = 0;
};

}  // namespace kerf::codegen
