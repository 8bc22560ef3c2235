// Chooses between LLVM's two ways: the fast instruction selector without any pass on the IR, or the usual
// optimisation. The host's instruction set is used, but nothing that rounds differently: no contraction, no
// fast-math.
#include "codegen/translate.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>

#include "codegen/stopwatch.h"

namespace kerf::codegen {

namespace {

auto MakeTargetMachine(bool is_optimised) -> llvm::Expected<std::unique_ptr<llvm::TargetMachine>> {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) return builder.takeError();
  builder->setCodeGenOptLevel(is_optimised ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None);
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeModel(llvm::CodeModel::Small);
  builder->getOptions().EnableFastISel = !is_optimised;
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return builder->createTargetMachine();
}

void Optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

}  // namespace

TranslatedModule::TranslatedModule() = default;
TranslatedModule::TranslatedModule(TranslatedModule&&) noexcept = default;
auto TranslatedModule::operator=(TranslatedModule&&) noexcept -> TranslatedModule& = default;
TranslatedModule::~TranslatedModule() = default;

void InitialiseLlvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

auto Translate(const ModuleSource& source, const PlannedModule& planned) -> TranslatedModule {
  const auto make = [&](llvm::LLVMContext& context) { return EmitModule(source, planned, context); };
  return TranslateModule(make, planned.is_optimised);
}

auto TranslateModule(const ModuleMaker& make, bool is_optimised) -> TranslatedModule {
  TranslatedModule result;
  auto machine = MakeTargetMachine(is_optimised);
  if (!machine) {
    result.error = llvm::toString(machine.takeError());
    return result;
  }
  const Stopwatch ir_time;
  llvm::LLVMContext context;
  const auto module = make(context);
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple().str());
  result.ir_seconds = ir_time.seconds();

  const Stopwatch translate_time;
  if (is_optimised) Optimise(*module, **machine);
  auto object = llvm::orc::SimpleCompiler(**machine)(*module);
  result.translate_seconds = translate_time.seconds();
  if (!object) {
    result.error = llvm::toString(object.takeError());
    return result;
  }
  result.object = std::move(*object);
  return result;
}

}  // namespace kerf::codegen
