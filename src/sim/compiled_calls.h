// Functions of a model as machine code behind the calling convention of the ABI: numbers into the words of
// the arguments, numbers out of the words of the results. The code is made the fast way first, and optimised
// when the run turns out to call it often.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codegen/compile_functions.h"
#include "codegen/function_values.h"
#include "flat/interpret.h"
#include "flat/library.h"
#include "sim/recent_results.h"
#include "sim/remembered_calls.h"

namespace kerf::sim {

// Writes the numbers of a value and advances `out`, not beyond `end`; a text is 0.
void WriteNumbers(const flat::Value& value, double*& out, const double* end);

// Who makes machine code of functions: codegen::CompileFunctions. It is passed in, so that what only
// interprets functions does without LLVM.
using FunctionTranslator = codegen::CompileFunctionsResult (*)(flat::World& world,
                                                               std::span<const codegen::FunctionRequest>,
                                                               const codegen::FunctionOptions&);

class CompiledCalls {
 public:
  enum class Result : uint8_t {
    Done,
    // Done, and the interpreter has a message that was not given before.
    Warned,
    // The interpreter must do the call.
    NotDone,
  };

  // The world, the interpreter and the functions must outlive this.
  CompiledCalls(flat::World& world, flat::Interpreter& interpreter)
      : world_(world), interpreter_(interpreter) {}
  CompiledCalls(const CompiledCalls&) = delete;
  auto operator=(const CompiledCalls&) -> CompiledCalls& = delete;
  ~CompiledCalls();

  // Compiles the functions, of which null ones are not wanted. "" or why nothing could be compiled.
  auto Compile(const std::vector<const flat::RunTimeFunction*>& functions, FunctionTranslator translate)
      -> std::string;
  // Function k of those.
  auto Run(size_t k, const double* in, double* out) -> Result;
  // Assertions of level warning give their messages again.
  void ForgetWarnings();
  // The interpreter did what machine code had given back: if that goes on, it is not asked any more.
  void NoteInterpreted(size_t k);
  // What became of the functions and of those that they call.
  [[nodiscard]] auto Reports() const -> std::vector<codegen::FunctionReport>;
  // Null if there is nothing that could be compiled.
  [[nodiscard]] auto compiled() const -> const codegen::CompiledFunctions* { return compiled_.get(); }

 private:
  struct Slot {
    int64_t* word = nullptr;
    bool is_real = false;
  };
  // A call with memory for its words.
  struct Call {
    codegen::FunctionCode code = nullptr;
    std::vector<int64_t> in;
    std::vector<int64_t> out;
    codegen::WordMemory memory;
    // Where the numbers of the ABI go, and where they come from. Of results whose size is known only during
    // the run `types` tell what to make of the words.
    std::vector<Slot> inputs;
    std::vector<Slot> outputs;
    std::vector<expr::Type> types;
    uint32_t n_outputs = 0;
    uint32_t n_given_back = 0;
    // Its number among the requests.
    size_t request = 0;
    RecentResults recent;
  };

  auto MakeCall(const flat::RunTimeFunction& function) -> std::optional<Call>;
  auto MapInputs(const flat::RunTimeFunction& function, const flat::FunctionBody& body, Call& call) -> bool;
  auto MapOutputs(const flat::FunctionBody& body, Call& call) -> bool;
  auto TagWords(std::vector<flat::Value> values, const std::vector<expr::Type>& types,
                std::vector<int64_t>& words, codegen::WordMemory& memory) -> std::optional<std::vector<Slot>>;
  void MakeMemory();
  auto Translate(bool is_optimised) -> std::string;
  auto Compute(Call& call, const double* in, double* out) -> Result;
  static auto Interpret(codegen::FunctionContext* context, uint32_t function, uint32_t n_arguments,
                        const int64_t* in, int64_t* out) -> int32_t;
  auto WriteOutputs(const flat::FunctionBody& body, const std::vector<flat::Value>& results, int64_t* out)
      -> bool;

  flat::World& world_;
  flat::Interpreter& interpreter_;
  FunctionTranslator translate_ = nullptr;
  std::unique_ptr<codegen::CompiledFunctions> compiled_;
  std::vector<codegen::FunctionRequest> requests_;
  // Functions whose arguments cannot be passed.
  std::vector<codegen::FunctionReport> not_requested_;
  // Calls of machine code so far.
  uint64_t n_calls_ = 0;
  // By number; without code where the interpreter runs the function.
  std::vector<Call> calls_;
  RememberedCalls remembered_;
  codegen::FunctionContext context_;
  std::vector<uint8_t> is_reported_;
  char* memory_ = nullptr;
};

}  // namespace kerf::sim
