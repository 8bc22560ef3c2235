// Instructions.
#include "lang/cosy/coder.h"

#include <algorithm>

namespace kerf::cosy {

auto Coder::Emit(process::Op op, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint8_t what) -> uint32_t {
  routine_.code.push_back({op, what, a, b, c, d});
  routine_.spans.push_back(span_);
  return Here() - 1;
}

auto Coder::NewRegister() -> uint32_t {
  const uint32_t reg = next_register_++;
  routine_.n_registers = std::max(routine_.n_registers, next_register_);
  return reg;
}

// Arguments stand side by side.
auto Coder::Invoke(process::Service service, uint32_t object, const std::vector<Value>& arguments) -> Value {
  const uint32_t first = next_register_;
  for (size_t k = 0; k < arguments.size(); ++k) NewRegister();
  const Value result{NewRegister(), expr::Kind::Real, true};
  for (uint32_t k = 0; k < arguments.size(); ++k) Emit(process::Op::Move, first + k, arguments[k].reg);
  Emit(process::Op::Invoke, result.reg, object, first, static_cast<uint32_t>(arguments.size()),
       static_cast<uint8_t>(service));
  return result;
}

auto Coder::Number(double value) -> Value {
  std::vector<double>& constants = translator_.out().constants;
  const auto found = std::ranges::find(constants, value);
  const auto index = static_cast<uint32_t>(found - constants.begin());
  if (found == constants.end()) constants.push_back(value);
  const Value result{NewRegister(), expr::Kind::Real, true};
  Emit(process::Op::Constant, result.reg, index);
  return result;
}

// The jump goes to what comes next.
void Coder::Land(uint32_t jump) { routine_.code[jump].a = Here(); }

auto Coder::Finish() -> uint32_t { return translator_.AddRoutine(Take()); }

auto Coder::Take() -> process::Routine {
  // What goes wrong at the end went wrong after the last statement.
  if (!routine_.spans.empty()) span_ = routine_.spans.back();
  Emit(process::Op::End);
  return std::move(routine_);
}

}  // namespace kerf::cosy
