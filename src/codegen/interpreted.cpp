// A code's context is the interpreter and the code's id.
#include "codegen/interpreted.h"

#include <vector>

#include "codegen/external_functions.h"
#include "model/interpret.h"

namespace kerf::codegen {

namespace {

struct InterpretedCode {
  model::Interpreter* interpreter = nullptr;
  model::CodeId code_id;
};

void RunInterpreted(const void* context, double* w) {
  const auto* code = static_cast<const InterpretedCode*>(context);
  code->interpreter->Run(code->code_id, w);
}

class InterpretedTape : public CompiledTape {
 public:
  InterpretedTape(const model::Tape& tape, std::span<const KerfFunction> functions)
      : functions_(CopyFunctions(functions)), interpreter_(tape, functions_) {
    for (const model::CodeId code_id : tape.codes.ids()) codes_.push_back({&interpreter_, code_id});
  }

  [[nodiscard]] auto code(model::CodeId code_id) const -> KerfCode override {
    return {RunInterpreted, &codes_[code_id.index]};
  }
  [[nodiscard]] auto statistics() const -> const CompileStatistics& override { return statistics_; }

 private:
  std::vector<model::ExternalFunction> functions_;
  model::Interpreter interpreter_;
  std::vector<InterpretedCode> codes_;
  CompileStatistics statistics_;
};

}  // namespace

auto InterpretTape(const model::Tape& tape, std::span<const KerfFunction> functions)
    -> std::unique_ptr<CompiledTape> {
  return std::make_unique<InterpretedTape>(tape, functions);
}

}  // namespace kerf::codegen
