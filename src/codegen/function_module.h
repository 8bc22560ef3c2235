// What the functions of one LLVM module share: who is called, and which are still to be emitted. Internal to
// codegen.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

#include "flat/function.h"

namespace kerf::codegen {

using expr::ExprId;
using expr::FunctionId;

// A function as it is called: with values for so many of its inputs; the others take their defaults.
struct FunctionKey {
  FunctionId function;
  uint32_t n_arguments = 0;
  friend auto operator<=>(const FunctionKey& x, const FunctionKey& y) {
    return std::pair(x.function.index, x.n_arguments) <=> std::pair(y.function.index, y.n_arguments);
  }
  friend auto operator==(const FunctionKey&, const FunctionKey&) -> bool = default;
};

class FunctionModule {
 public:
  FunctionModule(flat::World& world, llvm::Module& module) : world_(world), module_(module) {}

  [[nodiscard]] auto world() const -> flat::World& { return world_; }
  [[nodiscard]] auto module() const -> llvm::Module& { return module_; }
  [[nodiscard]] auto BodyOf(FunctionId function) const -> const flat::FunctionBody*;
  // Declared on first use.
  auto Declare(FunctionKey key) -> llvm::Function*;
  // The functions that were declared, in the order of their first use.
  [[nodiscard]] auto keys() const -> const std::vector<FunctionKey>& { return keys_; }
  // A function that calls the interpreter.
  void EmitInterpreted(FunctionKey key);
  // int32 (words at the address in in[0]: bound arguments; in[1…]: the others) -> a call of `key`. Inputs in
  // `bound` come from the former.
  auto DeclareClosure(FunctionKey key, const std::vector<bool>& is_bound) -> llvm::Function*;
  // The type of all compiled functions.
  [[nodiscard]] auto type() const -> llvm::FunctionType*;
  // The number of the next assertion of level warning.
  auto AddWarning() -> uint32_t { return n_warnings_++; }
  [[nodiscard]] auto n_warnings() const -> uint32_t { return n_warnings_; }
  // The number that stands for a text.
  auto TextNumber(std::string_view text) -> int64_t { return world_.names.Intern(text).index; }

 private:
  flat::World& world_;
  llvm::Module& module_;
  std::map<FunctionKey, llvm::Function*> functions_;
  std::vector<FunctionKey> keys_;
  std::map<std::pair<FunctionKey, std::vector<bool>>, llvm::Function*> closures_;
  uint32_t n_warnings_ = 0;
};

}  // namespace kerf::codegen
