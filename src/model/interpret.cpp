// One switch over the instructions of a row. Rows run in order, so a row sees what the rows before it have
// stored.
#include "model/interpret.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerf::model {

namespace {

auto Truth(bool value) -> double { return value ? 1.0 : 0.0; }

auto Sign(double x) -> double { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }

auto Min(double a, double b) -> double { return std::isnan(a) || a < b ? a : b; }

auto Max(double a, double b) -> double { return std::isnan(a) || a > b ? a : b; }

auto Mod(double a, double b) -> double { return a - std::floor(a / b) * b; }

}  // namespace

auto PowInt(double x, int32_t n) -> double {
  double power = 1.0;
  // In 64 bits, because the magnitude of the least number does not fit into 32 with a sign.
  uint64_t left = static_cast<uint64_t>(std::abs(int64_t{n}));
  for (double factor = x; left != 0; left >>= 1, factor *= factor) {
    if ((left & 1) != 0) power *= factor;
  }
  return n < 0 ? 1.0 / power : power;
}

auto CentralDifference(const ExternalFunction& function, double* in, double* out, uint32_t output,
                       uint32_t argument) -> double {
  const double x = in[argument];
  const double h = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(1.0, std::fabs(x));
  // What was really added, after rounding.
  const double above = x + h;
  const double below = x - h;
  in[argument] = above;
  function.call(function.context, in, out);
  const double value_above = out[output];
  in[argument] = below;
  function.call(function.context, in, out);
  in[argument] = x;
  return (value_above - out[output]) / (above - below);
}

void CallIf(const ExternalFunction& function, double* in, double* out, bool condition) {
  if (condition)
    function.call(function.context, in, out);
  else
    std::fill_n(out, function.n_out, 0.0);
}

auto CentralDifferenceIf(const ExternalFunction& function, double* in, double* out, uint32_t output,
                         uint32_t argument, bool condition) -> double {
  return condition ? CentralDifference(function, in, out, output, argument) : 0;
}

Interpreter::Interpreter(const Tape& tape, std::span<const ExternalFunction> functions)
    : tape_(tape), functions_(functions) {
  uint32_t n_in = 0;
  uint32_t n_out = 0;
  for (const ExternalFunction& function : functions) {
    n_in = std::max(n_in, function.n_in);
    n_out = std::max(n_out, function.n_out);
  }
  in_.resize(n_in);
  out_.resize(n_out);
}

void Interpreter::Run(CodeId code_id, double* w) {
  for (const Loop& loop : tape_.codes[code_id].loops) {
    const Shape& shape = tape_.shapes[loop.shape];
    if (results_.size() < shape.code.size()) results_.resize(shape.code.size());
    const uint32_t* row = tape_.args.data() + loop.first;
    for (uint32_t i = 0; i < loop.count; ++i, row += shape.n_args) RunRow(shape, row, w);
  }
}

void Interpreter::RunRow(const Shape& shape, const uint32_t* row, double* w) {
  last_call_ = nullptr;
  double* const r = results_.data();
  double* result = r;
  for (const Instr& instr : shape.code) {
    const auto [op, a, b, c] = instr;
    double value = 0.0;
    switch (op) {
      case TapeOp::Const:        value = const_value(instr); break;
      case TapeOp::Load:         value = w[row[a]]; break;
      case TapeOp::Store:        value = w[row[b]] = r[a]; break;
      case TapeOp::Neg:          value = -r[a]; break;
      case TapeOp::Add:          value = r[a] + r[b]; break;
      case TapeOp::Sub:          value = r[a] - r[b]; break;
      case TapeOp::Mul:          value = r[a] * r[b]; break;
      case TapeOp::Div:          value = r[a] / r[b]; break;
      case TapeOp::Pow:          value = std::pow(r[a], r[b]); break;
      case TapeOp::PowInt:       value = PowInt(r[a], static_cast<int32_t>(b)); break;
      case TapeOp::Less:         value = Truth(r[a] < r[b]); break;
      case TapeOp::LessEqual:    value = Truth(r[a] <= r[b]); break;
      case TapeOp::Greater:      value = Truth(r[a] > r[b]); break;
      case TapeOp::GreaterEqual: value = Truth(r[a] >= r[b]); break;
      case TapeOp::Equal:        value = Truth(r[a] == r[b]); break;
      case TapeOp::NotEqual:     value = Truth(r[a] != r[b]); break;
      case TapeOp::Not:          value = Truth(r[a] == 0); break;
      case TapeOp::And:          value = Truth(r[a] != 0 && r[b] != 0); break;
      case TapeOp::Or:           value = Truth(r[a] != 0 || r[b] != 0); break;
      case TapeOp::Select:       value = r[a] != 0 ? r[b] : r[c]; break;
      case TapeOp::Abs:          value = std::fabs(r[a]); break;
      case TapeOp::Sign:         value = Sign(r[a]); break;
      case TapeOp::Sqrt:         value = std::sqrt(r[a]); break;
      case TapeOp::Exp:          value = std::exp(r[a]); break;
      case TapeOp::Log:          value = std::log(r[a]); break;
      case TapeOp::Log10:        value = std::log10(r[a]); break;
      case TapeOp::Sin:          value = std::sin(r[a]); break;
      case TapeOp::Cos:          value = std::cos(r[a]); break;
      case TapeOp::Tan:          value = std::tan(r[a]); break;
      case TapeOp::Asin:         value = std::asin(r[a]); break;
      case TapeOp::Acos:         value = std::acos(r[a]); break;
      case TapeOp::Atan:         value = std::atan(r[a]); break;
      case TapeOp::Sinh:         value = std::sinh(r[a]); break;
      case TapeOp::Cosh:         value = std::cosh(r[a]); break;
      case TapeOp::Tanh:         value = std::tanh(r[a]); break;
      case TapeOp::Floor:        value = std::floor(r[a]); break;
      case TapeOp::Ceil:         value = std::ceil(r[a]); break;
      case TapeOp::Atan2:        value = std::atan2(r[a], r[b]); break;
      case TapeOp::Min:          value = Min(r[a], r[b]); break;
      case TapeOp::Max:          value = Max(r[a], r[b]); break;
      case TapeOp::Mod:          value = Mod(r[a], r[b]); break;
      case TapeOp::Call:         value = Call(shape, instr); break;
      case TapeOp::CallPartial:  value = CallPartial(shape, instr); break;
    }
    *result++ = value;
  }
}

void Interpreter::GatherInputs(const Shape& shape, const Instr& instr) {
  for (uint32_t i = 0; i < functions_[instr.a].n_in; ++i) in_[i] = results_[shape.call_args[instr.b + 1 + i]];
}

auto Interpreter::IsCalled(const Shape& shape, const Instr& instr) const -> bool {
  const uint32_t condition = shape.call_args[instr.b];
  return condition == kAlways || results_[condition] != 0;
}

auto Interpreter::Call(const Shape& shape, const Instr& instr) -> double {
  if (!IsCalled(shape, instr)) return 0;
  const bool is_known = last_call_ != nullptr && last_call_->a == instr.a && last_call_->b == instr.b;
  if (!is_known) {
    GatherInputs(shape, instr);
    functions_[instr.a].call(functions_[instr.a].context, in_.data(), out_.data());
    last_call_ = &instr;
  }
  return out_[instr.c];
}

auto Interpreter::CallPartial(const Shape& shape, const Instr& instr) -> double {
  if (!IsCalled(shape, instr)) return 0;
  GatherInputs(shape, instr);
  last_call_ = nullptr;
  return CentralDifference(functions_[instr.a], in_.data(), out_.data(), instr.c / kPartialBase,
                           instr.c % kPartialBase);
}

void Interpret(const Tape& tape, CodeId code_id, std::span<const ExternalFunction> functions, double* w) {
  Interpreter(tape, functions).Run(code_id, w);
}

}  // namespace kerf::model
