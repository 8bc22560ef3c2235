// The table of names and addresses.
#include "codegen/symbols.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/interpret.h"

namespace kerf::codegen {

namespace {

using model::TapeOp;

template <typename Function>
auto Address(Function* function) -> uint64_t {
  return reinterpret_cast<uint64_t>(function);
}

// These choose among the overloads of <cmath>.
auto Unary(double (*function)(double)) -> uint64_t { return Address(function); }
auto Binary(double (*function)(double, double)) -> uint64_t { return Address(function); }

}  // namespace

auto process_symbols() -> std::span<const Symbol> {
  static const auto symbols = std::to_array<Symbol>({
      {TapeOp::Pow, "kerf_pow", Binary(std::pow)},
      {TapeOp::Exp, "kerf_exp", Unary(std::exp)},
      {TapeOp::Log, "kerf_log", Unary(std::log)},
      {TapeOp::Log10, "kerf_log10", Unary(std::log10)},
      {TapeOp::Sin, "kerf_sin", Unary(std::sin)},
      {TapeOp::Cos, "kerf_cos", Unary(std::cos)},
      {TapeOp::Tan, "kerf_tan", Unary(std::tan)},
      {TapeOp::Asin, "kerf_asin", Unary(std::asin)},
      {TapeOp::Acos, "kerf_acos", Unary(std::acos)},
      {TapeOp::Atan, "kerf_atan", Unary(std::atan)},
      {TapeOp::Sinh, "kerf_sinh", Unary(std::sinh)},
      {TapeOp::Cosh, "kerf_cosh", Unary(std::cosh)},
      {TapeOp::Tanh, "kerf_tanh", Unary(std::tanh)},
      {TapeOp::Atan2, "kerf_atan2", Binary(std::atan2)},
      {TapeOp::Call, "kerf_call_if", Address(model::CallIf)},
      {TapeOp::CallPartial, "kerf_central_difference_if", Address(model::CentralDifferenceIf)},
  });
  return symbols;
}

auto FindSymbol(TapeOp op) -> const Symbol* {
  const auto symbols = process_symbols();
  const auto found = std::ranges::find(symbols, op, &Symbol::op);
  return found == symbols.end() ? nullptr : &*found;
}

}  // namespace kerf::codegen
