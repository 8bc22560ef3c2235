// See compile_routines.h. All routines are one module: programs are short.
#include "codegen/compile_routines.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <vector>

#include "base/check.h"
#include "codegen/link.h"
#include "codegen/routine_emitter.h"
#include "codegen/translate.h"

namespace kerf::codegen {

namespace {

using RoutineCode = uint64_t (*)(process::Context& context, process::Host& host, uint32_t begin);

class JitRoutines : public process::Executable {
 public:
  JitRoutines(std::unique_ptr<LinkedCode> linked, const std::vector<uint64_t>& addresses)
      : linked_(std::move(linked)) {
    for (const uint64_t address : addresses) codes_.push_back(reinterpret_cast<RoutineCode>(address));
  }

  auto Run(uint32_t routine, uint32_t begin, process::Context& context, process::Host& host)
      -> process::Progress override {
    const uint64_t outcome = codes_[routine](context, host, begin);
    const auto at = static_cast<uint32_t>(outcome >> kPlaceShift);
    return {static_cast<process::Flow>(outcome & kFlowMask), at + 1, at};
  }

 private:
  std::unique_ptr<LinkedCode> linked_;
  std::vector<RoutineCode> codes_;
};

auto EmitRoutines(const process::Program& program, const process::ServiceTable& services,
                  llvm::LLVMContext& context) -> std::unique_ptr<llvm::Module> {
  auto module = std::make_unique<llvm::Module>("routines", context);
  for (uint32_t k = 0; k < program.routines.size(); ++k)
    RoutineEmitter(program, services, *module).Emit(program.routines[k], FunctionName(k));
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  KERF_CHECK(!llvm::verifyModule(*module, &stream));
  return module;
}

}  // namespace

auto CompileRoutines(const process::Program& program, const process::ServiceTable& services)
    -> CompileRoutinesResult {
  InitialiseLlvm();
  const auto make = [&](llvm::LLVMContext& context) { return EmitRoutines(program, services, context); };
  std::vector<TranslatedModule> modules;
  modules.push_back(TranslateModule(make, false));
  if (modules[0].object == nullptr) return {nullptr, std::move(modules[0].error)};
  LinkResult linked = Link(modules, static_cast<uint32_t>(program.routines.size()));
  if (linked.code == nullptr) return {nullptr, std::move(linked.error)};
  return {std::make_unique<JitRoutines>(std::move(linked.code), linked.addresses), {}};
}

auto PrintRoutineIr(const process::Program& program, const process::ServiceTable& services) -> std::string {
  llvm::LLVMContext context;
  std::string text;
  llvm::raw_string_ostream stream(text);
  EmitRoutines(program, services, context)->print(stream, nullptr);
  return text;
}

}  // namespace kerf::codegen
