// One module for all functions, so that small ones are inlined into others.
#include "codegen/compile_functions.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "codegen/function_emitter.h"
#include "codegen/link.h"
#include "codegen/stopwatch.h"
#include "codegen/translate.h"

namespace kerf::codegen {

namespace {

class JitFunctions : public CompiledFunctions {
 public:
  [[nodiscard]] auto code(size_t request) const -> FunctionCode override { return codes[request]; }
  [[nodiscard]] auto reports() const -> const std::vector<FunctionReport>& override { return all_reports; }
  [[nodiscard]] auto n_warnings() const -> uint32_t override { return n_assertions; }
  [[nodiscard]] auto statistics() const -> const FunctionStatistics& override { return counts; }

  std::vector<FunctionCode> codes;
  std::vector<FunctionReport> all_reports;
  std::unique_ptr<LinkedCode> linked;
  uint32_t n_assertions = 0;
  FunctionStatistics counts;
};

// Code that only functions use that are interpreted after all.
void RemoveUnused(llvm::Module& module) {
  for (bool again = true; again;) {
    again = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      if (!function.hasInternalLinkage() || !function.use_empty()) continue;
      function.eraseFromParent();
      again = true;
    }
  }
}

struct EmittedFunctions {
  std::unique_ptr<llvm::Module> module;
  std::vector<FunctionReport> reports;
  // Of each request the number of its function in the module.
  std::vector<uint32_t> number_of_request;
  uint32_t n_exported = 0;
  uint32_t n_warnings = 0;
};

auto EmitFunctions(flat::World& world, std::span<const FunctionRequest> requests, llvm::LLVMContext& context)
    -> EmittedFunctions {
  EmittedFunctions emitted;
  emitted.module = std::make_unique<llvm::Module>("functions", context);
  FunctionModule shared(world, *emitted.module);
  for (const FunctionRequest& request : requests) {
    const FunctionKey key{request.function, request.n_arguments};
    shared.Declare(key);
    const auto at = std::ranges::find(shared.keys(), key) - shared.keys().begin();
    emitted.number_of_request.push_back(static_cast<uint32_t>(at));
  }
  emitted.n_exported = static_cast<uint32_t>(shared.keys().size());
  // The list grows while its functions are emitted.
  for (size_t k = 0; k < shared.keys().size(); ++k) {
    const FunctionKey key = shared.keys()[k];
    FunctionEmitter emitter(shared, key);
    std::string reason = emitter.Emit();
    const bool is_compiled = reason.empty();
    if (!is_compiled) shared.EmitInterpreted(key);
    emitted.reports.push_back({key.function, is_compiled, is_compiled ? emitter.left_out() : reason});
    if (k >= emitted.n_exported) shared.Declare(key)->setLinkage(llvm::Function::InternalLinkage);
  }
  RemoveUnused(*emitted.module);
  emitted.n_warnings = shared.n_warnings();
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  KERF_CHECK(!llvm::verifyModule(*emitted.module, &stream));
  return emitted;
}

}  // namespace

auto CompileFunctions(flat::World& world, std::span<const FunctionRequest> requests,
                      const FunctionOptions& options) -> CompileFunctionsResult {
  const Stopwatch all;
  InitialiseLlvm();
  auto made = std::make_unique<JitFunctions>();
  llvm::LLVMContext context;
  const Stopwatch ir_time;
  EmittedFunctions emitted = EmitFunctions(world, requests, context);
  made->counts.ir_seconds = ir_time.seconds();
  made->counts.n_instructions = emitted.module->getInstructionCount();
  made->all_reports = std::move(emitted.reports);
  made->n_assertions = emitted.n_warnings;
  std::vector<TranslatedModule> modules;
  modules.push_back(
      TranslateModule([&](llvm::LLVMContext&) { return std::move(emitted.module); }, options.is_optimised));
  if (modules[0].object == nullptr) return {nullptr, std::move(modules[0].error)};
  made->counts.translate_seconds = modules[0].translate_seconds;
  made->counts.object_bytes = modules[0].object->getBufferSize();
  LinkResult linked = Link(modules, emitted.n_exported);
  if (linked.code == nullptr) return {nullptr, std::move(linked.error)};
  made->linked = std::move(linked.code);
  for (const uint32_t number : emitted.number_of_request) {
    const bool is_compiled = made->all_reports[number].is_compiled;
    made->codes.push_back(is_compiled ? reinterpret_cast<FunctionCode>(linked.addresses[number]) : nullptr);
  }
  made->counts.seconds = all.seconds();
  return {std::move(made), {}};
}

auto PrintFunctionIr(flat::World& world, std::span<const FunctionRequest> requests) -> std::string {
  llvm::LLVMContext context;
  std::string text;
  llvm::raw_string_ostream stream(text);
  EmitFunctions(world, requests, context).module->print(stream, nullptr);
  return text;
}

}  // namespace kerf::codegen
