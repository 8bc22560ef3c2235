// ORC's JIT without its compile layer: the objects are there already, and only this process's functions are
// visible to them that symbols.h names.
#include "codegen/link.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstring>

#include "codegen/symbols.h"

namespace kerf::codegen {

namespace {

namespace orc = llvm::orc;

class JitCode : public LinkedCode {
 public:
  explicit JitCode(std::unique_ptr<orc::LLJIT> jit) : jit_(std::move(jit)) {}

 private:
  std::unique_ptr<orc::LLJIT> jit_;
};

auto MakeJit() -> llvm::Expected<std::unique_ptr<orc::LLJIT>> {
  return orc::LLJITBuilder()
      .setLinkProcessSymbolsByDefault(false)
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .create();
}

auto DefineProcessSymbols(orc::LLJIT& jit) -> llvm::Error {
  orc::SymbolMap symbols;
  for (const Symbol& symbol : process_symbols()) {
    symbols[jit.mangleAndIntern(symbol.name)] = {
        orc::ExecutorAddr(symbol.address), llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  }
  // LLVM makes calls of these for copies of memory.
  const auto add = [&](const char* name, auto* function) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  add("memcpy", &std::memcpy);
  add("memmove", &std::memmove);
  add("memset", &std::memset);
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

auto FindAddresses(orc::LLJIT& jit, uint32_t n_functions) -> llvm::Expected<std::vector<uint64_t>> {
  std::vector<orc::SymbolStringPtr> names;
  orc::SymbolLookupSet wanted;
  for (uint32_t f = 0; f < n_functions; ++f) {
    names.push_back(jit.mangleAndIntern(FunctionName(f)));
    wanted.add(names.back());
  }
  const auto order = orc::makeJITDylibSearchOrder({&jit.getMainJITDylib()});
  auto found = jit.getExecutionSession().lookup(order, std::move(wanted));
  if (!found) return found.takeError();
  std::vector<uint64_t> addresses;
  for (const orc::SymbolStringPtr& name : names) addresses.push_back((*found)[name].getAddress().getValue());
  return addresses;
}

auto TryLink(orc::LLJIT& jit, std::span<TranslatedModule> modules, uint32_t n_functions)
    -> llvm::Expected<std::vector<uint64_t>> {
  if (auto error = DefineProcessSymbols(jit)) return error;
  for (TranslatedModule& module : modules) {
    if (auto error = jit.addObjectFile(std::move(module.object))) return error;
  }
  return FindAddresses(jit, n_functions);
}

}  // namespace

auto Link(std::span<TranslatedModule> modules, uint32_t n_functions) -> LinkResult {
  LinkResult result;
  auto jit = MakeJit();
  if (!jit) {
    result.error = llvm::toString(jit.takeError());
    return result;
  }
  // Details that the session would print belong to the error text.
  (*jit)->getExecutionSession().setErrorReporter(
      [&result](llvm::Error error) { result.error += llvm::toString(std::move(error)) + "; "; });
  auto addresses = TryLink(**jit, modules, n_functions);
  (*jit)->getExecutionSession().setErrorReporter(
      [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  if (!addresses) {
    result.error += llvm::toString(addresses.takeError());
    return result;
  }
  result.addresses = std::move(*addresses);
  result.code = std::make_unique<JitCode>(std::move(*jit));
  return result;
}

}  // namespace kerf::codegen
