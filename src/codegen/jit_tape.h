// Linked machine code as codes of the ABI. Internal to codegen.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "codegen/compile.h"
#include "codegen/link.h"
#include "codegen/plan.h"
#include "model/interpret.h"

namespace kerf::codegen {

class JitTape : public CompiledTape {
 public:
  // The machine code has addresses of elements of `functions`, which keep them when the vector moves.
  JitTape(const Plan& plan, LinkResult linked, std::vector<model::ExternalFunction> functions,
          const CompileStatistics& statistics);

  [[nodiscard]] auto code(model::CodeId code_id) const -> KerfCode override;
  [[nodiscard]] auto statistics() const -> const CompileStatistics& override { return statistics_; }

 private:
  // A planned step with its function's address; n_rows = 0 for a chunk.
  struct Step {
    uint64_t function = 0;
    const uint32_t* rows = nullptr;
    uint64_t n_rows = 0;
  };

  // The steps of one code: the context of RunSteps.
  struct StepList {
    const Step* begin = nullptr;
    const Step* end = nullptr;
  };

  static void RunSteps(const void* context, double* w);

  std::vector<model::ExternalFunction> functions_;
  std::unique_ptr<LinkedCode> linked_;
  std::vector<Step> steps_;
  std::vector<StepList> lists_;
  CompileStatistics statistics_;
};

}  // namespace kerf::codegen
