// Instructions, rows and loops.
#include <fmt/format.h>

#include "model/interpret.h"
#include "model/verify.h"

namespace kerf::model {

namespace {

class ShapeVerifier {
 public:
  ShapeVerifier(const Shape& shape, const std::vector<FunctionUse>& functions)
      : shape_(shape), functions_(functions) {}

  [[nodiscard]] auto Run() const -> bool {
    for (uint32_t k = 0; k < shape_.code.size(); ++k) {
      if (!IsSound(shape_.code[k], k)) return false;
    }
    return true;
  }

 private:
  // Operands are earlier results.
  [[nodiscard]] auto IsSound(const Instr& instr, uint32_t k) const -> bool {
    const std::array<uint32_t, 3> operands = {instr.a, instr.b, instr.c};
    for (int n = 0; n < operands_of(instr.op); ++n) {
      if (operands[static_cast<size_t>(n)] >= k) return false;
    }
    switch (instr.op) {
      case TapeOp::Load:  return instr.a < shape_.n_args;
      case TapeOp::Store: return instr.b < shape_.n_args;
      case TapeOp::Call:  return IsSoundCall(instr, k) && instr.c < functions_[instr.a].n_outputs;
      case TapeOp::CallPartial:
        return IsSoundCall(instr, k) && instr.c / kPartialBase < functions_[instr.a].n_outputs &&
               instr.c % kPartialBase < functions_[instr.a].n_arguments;
      default: return true;
    }
  }

  [[nodiscard]] auto IsSoundCall(const Instr& instr, uint32_t k) const -> bool {
    if (instr.a >= functions_.size()) return false;
    const uint64_t n = functions_[instr.a].n_arguments;
    if (uint64_t{instr.b} + 1 + n > shape_.call_args.size()) return false;
    const uint32_t condition = shape_.call_args[instr.b];
    if (condition != kAlways && condition >= k) return false;
    for (uint64_t i = 1; i <= n; ++i) {
      if (shape_.call_args[instr.b + i] >= k) return false;
    }
    return true;
  }

  const Shape& shape_;
  const std::vector<FunctionUse>& functions_;
};

}  // namespace

auto VerifyTape(const Tape& tape, uint64_t n_slots, const std::vector<FunctionUse>& functions)
    -> std::string {
  for (const ShapeId id : tape.shapes.ids()) {
    if (!ShapeVerifier(tape.shapes[id], functions).Run()) return fmt::format("shape {} is unsound", id.index);
  }
  for (const CodeId id : tape.codes.ids()) {
    for (const Loop& loop : tape.codes[id].loops) {
      // Without arguments nothing would limit how often a shape runs.
      const bool is_inside =
          tape.shapes.Contains(loop.shape) && tape.shapes[loop.shape].n_args > 0 &&
          loop.first + uint64_t{loop.count} * tape.shapes[loop.shape].n_args <= tape.args.size();
      if (!is_inside) return fmt::format("code {} has rows that do not exist", id.index);
    }
  }
  for (const uint32_t arg : tape.args) {
    if (arg >= n_slots) return fmt::format("a row has the slot {} of {}", arg, n_slots);
  }
  return "";
}

}  // namespace kerf::model
