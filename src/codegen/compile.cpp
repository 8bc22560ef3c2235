// Plan, translate in parallel, link, and count what was done.
#include "codegen/compile.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "codegen/external_functions.h"
#include "codegen/jit_tape.h"
#include "codegen/link.h"
#include "codegen/plan.h"
#include "codegen/stopwatch.h"
#include "codegen/translate.h"

namespace kerf::codegen {

namespace {

auto TranslateAll(const ModuleSource& source, unsigned threads) -> std::vector<TranslatedModule> {
  std::vector<TranslatedModule> modules(source.plan.modules.size());
  base::ParallelFor(modules.size(), threads == 0 ? base::HardwareThreads() : threads,
                    [&](size_t i) { modules[i] = Translate(source, source.plan.modules[i]); });
  return modules;
}

auto CountPlan(const Plan& plan) -> CompileStatistics {
  CompileStatistics statistics;
  statistics.n_functions = plan.functions.size();
  statistics.n_modules = plan.modules.size();
  statistics.n_inlined_rows = plan.n_inlined_rows;
  const auto is_loop = [&](uint32_t f) { return plan.functions[f].kind == FunctionKind::ShapeLoop; };
  for (const PlannedModule& module : plan.modules) {
    for (const uint32_t f : module.functions) {
      statistics.n_instructions += plan.functions[f].n_instructions;
      statistics.n_loop_shapes += is_loop(f) ? 1 : 0;
      statistics.n_optimised_shapes += is_loop(f) && module.is_optimised ? 1 : 0;
    }
  }
  return statistics;
}

// Adds what only the translated modules know; returns the first error, in the order of the plan.
auto CountModules(std::span<const TranslatedModule> modules, CompileStatistics& statistics) -> std::string {
  for (const TranslatedModule& module : modules) {
    if (module.object == nullptr) return module.error;
    statistics.object_bytes += module.object->getBufferSize();
    statistics.ir_seconds += module.ir_seconds;
    statistics.translate_seconds += module.translate_seconds;
  }
  return {};
}

}  // namespace

auto Compile(const model::Tape& tape, std::span<const KerfFunction> functions, const CompileOptions& options)
    -> CompileResult {
  const Stopwatch all;
  InitialiseLlvm();
  auto copies = CopyFunctions(functions);
  const Plan plan = MakePlan(tape, options);
  CompileStatistics statistics = CountPlan(plan);
  auto modules = TranslateAll({tape, plan, copies}, options.threads);
  if (std::string error = CountModules(modules, statistics); !error.empty())
    return {nullptr, std::move(error)};

  const Stopwatch link;
  LinkResult linked = Link(modules, static_cast<uint32_t>(plan.functions.size()));
  if (linked.code == nullptr) return {nullptr, std::move(linked.error)};
  statistics.link_seconds = link.seconds();
  statistics.seconds = all.seconds();
  return {std::make_unique<JitTape>(plan, std::move(linked), std::move(copies), statistics), {}};
}

auto PrintIr(const model::Tape& tape, std::span<const KerfFunction> functions, const CompileOptions& options)
    -> std::string {
  const auto copies = CopyFunctions(functions);
  const Plan plan = MakePlan(tape, options);
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const PlannedModule& planned : plan.modules) {
    llvm::LLVMContext context;
    EmitModule({tape, plan, copies}, planned, context)->print(stream, nullptr);
  }
  return text;
}

}  // namespace kerf::codegen
