// The plain interpreter of a tape: the reference that machine code and emitted text are tested against.
//
// Meaning of the instructions, for every engine. Numbers are IEEE doubles, operations are rounded one by one
// and never contracted (no fused multiply-add); functions are those of the C library.
// - Truth: a result counts as true if it is ≠ 0, hence a NaN is true. Comparisons, And, Or, Not give 0.0 or
//   1.0. A comparison with a NaN is false, except NotEqual, which is true.
// - Select: a ≠ 0 ? b : c. Both are computed beforehand; nothing has side effects.
// - PowInt: the product of those of x, x², x⁴, … that |n| has bits for, in this order; 1/that for n < 0.
// - Sign: 1 for x > 0, -1 for x < 0, else x itself: 0 for 0, NaN for NaN.
// - Min, Max: NaN if either operand is one, so that a domain error stays visible; b if a = b.
// - Mod: a - floor(a/b)·b.
// - Call: a function is taken to be pure, one call may serve several outputs of a row.
// - CallPartial: (f(x+h) - f(x-h)) / ((x+h) - (x-h)) in the named argument x, h = cbrt(eps)·max(|x|, 1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/tape.h"

namespace kerf::model {

// A function from outside the model: call(context, in, out) with n_in and n_out numbers.
struct ExternalFunction {
  void (*call)(void* context, const double* in, double* out) = nullptr;
  void* context = nullptr;
  uint32_t n_in = 0;
  uint32_t n_out = 0;
};

auto PowInt(double x, int32_t n) -> double;

// The value of CallPartial. `in` is restored before return, `out` is scratch of n_out numbers.
auto CentralDifference(const ExternalFunction& function, double* in, double* out, uint32_t output,
                       uint32_t argument) -> double;

// Calls and differences that take place under a condition; otherwise all is 0.
void CallIf(const ExternalFunction& function, double* in, double* out, bool condition);
auto CentralDifferenceIf(const ExternalFunction& function, double* in, double* out, uint32_t output,
                         uint32_t argument, bool condition) -> double;

// CallPartial's operand c.
inline constexpr uint32_t kPartialBase = 65536;

// Runs codes of one tape with registers of its own; so one interpreter serves one thread. After the first run
// of a code nothing is allocated. Tape and functions must outlive it.
class Interpreter {
 public:
  Interpreter(const Tape& tape, std::span<const ExternalFunction> functions);

  void Run(CodeId code_id, double* w);

 private:
  void RunRow(const Shape& shape, const uint32_t* row, double* w);
  auto Call(const Shape& shape, const Instr& instr) -> double;
  auto CallPartial(const Shape& shape, const Instr& instr) -> double;
  [[nodiscard]] auto IsCalled(const Shape& shape, const Instr& instr) const -> bool;
  void GatherInputs(const Shape& shape, const Instr& instr);

  const Tape& tape_;
  std::span<const ExternalFunction> functions_;
  // Result k of the current row.
  std::vector<double> results_;
  std::vector<double> in_;
  std::vector<double> out_;
  // The Call of this row whose outputs are in out_, if any.
  const Instr* last_call_ = nullptr;
};

// One run, for tests and for what is run once.
void Interpret(const Tape& tape, CodeId code_id, std::span<const ExternalFunction> functions, double* w);

}  // namespace kerf::model
