// From a planned module to an object file in memory. Internal to codegen.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "codegen/module_emitter.h"

namespace llvm {
class MemoryBuffer;
}  // namespace llvm

namespace kerf::codegen {

struct TranslatedModule {
  TranslatedModule();
  TranslatedModule(TranslatedModule&&) noexcept;
  auto operator=(TranslatedModule&&) noexcept -> TranslatedModule&;
  ~TranslatedModule();

  // Null if there is an error.
  std::unique_ptr<llvm::MemoryBuffer> object;
  std::string error;
  double ir_seconds = 0;
  double translate_seconds = 0;
};

using ModuleMaker = std::function<std::unique_ptr<llvm::Module>(llvm::LLVMContext&)>;

// Several threads may translate modules at a time.
auto TranslateModule(const ModuleMaker& make, bool is_optimised) -> TranslatedModule;
auto Translate(const ModuleSource& source, const PlannedModule& planned) -> TranslatedModule;

// Prepares LLVM for this machine, once; every other use of LLVM comes after it.
void InitialiseLlvm();

}  // namespace kerf::codegen
