// The IR of a planned module. Internal to codegen.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "codegen/plan.h"
#include "model/interpret.h"
#include "model/tape.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace kerf::codegen {

// What all modules of a tape are made from. The functions' addresses become part of the code.
struct ModuleSource {
  const model::Tape& tape;
  const Plan& plan;
  std::span<const model::ExternalFunction> functions;
};

auto EmitModule(const ModuleSource& source, const PlannedModule& planned, llvm::LLVMContext& context)
    -> std::unique_ptr<llvm::Module>;

// The name of a planned function in the IR and for the linker.
auto FunctionName(uint32_t function) -> std::string;

}  // namespace kerf::codegen
