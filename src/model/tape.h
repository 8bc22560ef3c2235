// The tape: code of assignments in single-assignment form. Assignments of equal form share one shape; each
// use of a shape is a row of slot numbers. So a million like equations are one shape and a table, and compile
// as one loop.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/store.h"

namespace kerf::model {

using ShapeId = base::Id<struct TapeShapeTag>;
using CodeId = base::Id<struct CodeTag>;

enum class TapeOp : uint8_t {
#define KERF_TAPE_OP(Name, operands) Name,
#include "model/tape_ops.def"
};

inline constexpr auto kTapeOperands = std::to_array<int>({
#define KERF_TAPE_OP(Name, operands) operands,
#include "model/tape_ops.def"
});
inline constexpr auto kTapeOpText = std::to_array<std::string_view>({
#define KERF_TAPE_OP(Name, operands) #Name,
#include "model/tape_ops.def"
});

constexpr auto operands_of(TapeOp op) -> int { return kTapeOperands[static_cast<size_t>(op)]; }
constexpr auto text_of(TapeOp op) -> std::string_view { return kTapeOpText[static_cast<size_t>(op)]; }

// Result k of a shape is that of instruction k; operands name earlier results.
struct Instr {
  TapeOp op = TapeOp::Const;
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  friend auto operator==(const Instr&, const Instr&) -> bool = default;
};

inline auto ConstInstr(double value) -> Instr {
  const auto bits = std::bit_cast<uint64_t>(value);
  return {TapeOp::Const, 0, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
}
inline auto const_value(const Instr& instr) -> double {
  return std::bit_cast<double>(uint64_t{instr.b} | uint64_t{instr.c} << 32);
}

// In call_args: a function that is called in any case.
inline constexpr uint32_t kAlways = 0xFFFF'FFFF;

struct Shape {
  std::vector<Instr> code;
  // Slot arguments of a row.
  uint32_t n_args = 0;
  // Conditions and operands of Call and CallPartial: results of this shape.
  std::vector<uint32_t> call_args;
  friend auto operator==(const Shape&, const Shape&) -> bool = default;
};

// `count` rows of one shape, one after the other, in order: the row's arguments are args[first + i*n_args …].
struct Loop {
  ShapeId shape;
  uint32_t first = 0;
  uint32_t count = 0;
};

// A piece of code: loops in order.
struct Code {
  std::vector<Loop> loops;
};

struct Tape {
  base::Store<ShapeId, Shape> shapes;
  base::Store<CodeId, Code> codes;
  std::vector<uint32_t> args;
};

}  // namespace kerf::model
