// Tapes for the tests of codegen: random ones, and a comparison of machine code with the interpreter.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "codegen/compile.h"
#include "model/interpret.h"

namespace kerf::codegen {

using model::Code;
using model::CodeId;
using model::ConstInstr;
using model::Instr;
using model::Shape;
using model::ShapeId;
using model::Tape;
using model::TapeOp;

inline auto SameNumber(double a, double b) -> bool {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

// The ways a row can be translated: straight, as a loop, as an optimised loop, and what the heuristics
// choose.
inline auto AllOptions() -> std::vector<CompileOptions> {
  CompileOptions straight;
  straight.loop_rows = 0xFFFF'FFFF;
  straight.inline_limit = static_cast<size_t>(-1);
  straight.chunk_instructions = 50;
  straight.module_instructions = 400;
  CompileOptions loops;
  loops.loop_rows = 0;
  loops.inline_limit = 0;
  loops.optimise_loops = false;
  CompileOptions optimised = loops;
  optimised.optimise_loops = true;
  optimised.optimise_size = static_cast<size_t>(-1);
  optimised.optimise_work = 0;
  optimised.optimise_budget = static_cast<size_t>(-1);
  return {straight, loops, optimised, {}};
}

// Runs code 0 both ways, twice, and expects equal slots. Returns the slots.
inline auto ExpectSame(const Tape& tape, std::vector<double> w, const CompileOptions& options,
                       const std::vector<KerfFunction>& functions = {}) -> std::vector<double> {
  std::vector<model::ExternalFunction> externals;
  for (const KerfFunction& f : functions) externals.push_back({f.call, f.context, f.n_in, f.n_out});
  std::vector<double> expected = w;
  const CompileResult result = Compile(tape, functions, options);
  EXPECT_NE(result.compiled, nullptr) << result.error;
  if (result.compiled == nullptr) return expected;
  const KerfCode code = result.compiled->code(CodeId{0U});
  for (int run = 0; run < 2; ++run) {
    model::Interpret(tape, CodeId{0U}, externals, expected.data());
    code.run(code.context, w.data());
  }
  int n_wrong = 0;
  for (size_t i = 0; i < w.size() && n_wrong < 5; ++i) {
    if (SameNumber(w[i], expected[i])) continue;
    ADD_FAILURE() << "slot " << i << ": " << w[i] << " instead of " << expected[i];
    ++n_wrong;
  }
  return w;
}

class RandomTape {
 public:
  RandomTape(uint32_t seed, uint32_t n_slots) : random_(seed), n_slots_(n_slots) {}

  auto Make(uint32_t n_shapes, uint32_t n_loops) -> Tape {
    Tape tape;
    for (uint32_t i = 0; i < n_shapes; ++i) tape.shapes.Add(MakeShape());
    Code code;
    for (uint32_t i = 0; i < n_loops; ++i) {
      const ShapeId shape_id{Below(n_shapes)};
      const uint32_t count = Below(4) == 0 ? Below(40) : Below(3);
      code.loops.push_back({shape_id, static_cast<uint32_t>(tape.args.size()), count});
      for (uint32_t k = 0; k < count * tape.shapes[shape_id].n_args; ++k)
        tape.args.push_back(Below(n_slots_));
    }
    tape.codes.Add(code);
    return tape;
  }

  auto MakeSlots() -> std::vector<double> {
    std::vector<double> w(n_slots_);
    for (double& x : w) x = std::uniform_real_distribution<double>(-2, 2)(random_);
    return w;
  }

 private:
  auto Below(uint32_t n) -> uint32_t { return static_cast<uint32_t>(random_() % n); }

  auto MakeShape() -> Shape {
    Shape shape;
    shape.n_args = 2 + Below(5);
    shape.code = {{TapeOp::Load, 0, 0, 0}, ConstInstr(0.25 * Below(9) - 1)};
    const uint32_t n = 3 + Below(25);
    while (shape.code.size() < n)
      shape.code.push_back(MakeInstr(static_cast<uint32_t>(shape.code.size()), shape.n_args));
    // Kept within bounds, so that the numbers do not all end as infinities.
    const auto last = static_cast<uint32_t>(shape.code.size());
    shape.code.push_back({TapeOp::Tanh, last - 1, 0, 0});
    shape.code.push_back({TapeOp::Equal, last, last, 0});
    shape.code.push_back({TapeOp::Select, last + 1, last, 1});
    shape.code.push_back({TapeOp::Store, last + 2, 1, 0});
    return shape;
  }

  auto MakeInstr(uint32_t n, uint32_t n_args) -> Instr {
    constexpr auto kLast = static_cast<uint32_t>(TapeOp::Mod);
    if (Below(3) == 0) return {TapeOp::Load, Below(n_args), 0, 0};
    const auto op = static_cast<TapeOp>(Below(kLast + 1));
    if (op == TapeOp::Const) return ConstInstr(Below(100) * 0.1 - 5);
    if (op == TapeOp::Load || op == TapeOp::Store) return {TapeOp::Load, Below(n_args), 0, 0};
    if (op == TapeOp::PowInt) return {op, Below(n), Below(9) - 4, 0};
    return {op, Below(n), Below(n), Below(n)};
  }

  std::mt19937 random_;
  uint32_t n_slots_;
};

}  // namespace kerf::codegen
