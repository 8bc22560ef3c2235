// From assignments slot := expression to tape: expressions become shapes, equal shapes are shared, rows hold
// the slots.
#pragma once

#include <vector>

#include "base/id_index.h"
#include "expr/evaluate.h"
#include "expr/walk.h"
#include "simcode/model.h"
#include "transform/slots.h"

namespace kerf::transform {

// One assignment in lowered form: a shape and the slots of its row.
struct Lowered {
  simcode::ShapeId shape;
  uint32_t first = 0;
  uint32_t count = 0;
};

class TapeBuilder {
 public:
  TapeBuilder(expr::Pool& pool, const Slots& slots, uint32_t time_slot, simcode::SimCode& simcode)
      : pool_(pool), walker_(pool), slots_(slots), time_slot_(time_slot), simcode_(simcode) {}

  // Lowers slot := value; the row waits in this builder until it is appended.
  auto Lower(uint32_t slot, expr::ExprId value) -> Lowered;
  // Appends rows to a code. Neighbours of one shape form a loop.
  void Append(simcode::Code& code, const Lowered& lowered);
  void Append(simcode::Code& code, uint32_t slot, expr::ExprId value) { Append(code, Lower(slot, value)); }
  // Puts the slots of tangents behind those of values, now that the number of slots is known.
  void ResolveTangents(uint32_t n_slots);

 private:
  static constexpr uint32_t kNotYet = 0xFFFF'FFFF;

  auto LowerNode(expr::ExprId id) -> uint32_t;
  auto LowerPower(expr::ExprId id) -> uint32_t;
  // `value` is what the call is emitted for: itself, an output or a partial derivative of it.
  auto LowerCall(expr::ExprId call, expr::ExprId value, simcode::TapeOp op, uint32_t detail) -> uint32_t;
  // For the nodes below a root, operands first.
  void FindGuards(const std::vector<expr::ExprId>& nodes);
  auto EmitGuard(uint32_t guard) -> uint32_t;
  auto CommonGuard(uint32_t a, uint32_t b) const -> uint32_t;
  auto Use(expr::ExprId id) -> uint32_t;
  auto Load(uint32_t slot) -> uint32_t;
  auto Emit(const simcode::Instr& instr) -> uint32_t;
  auto FunctionNumber(expr::FunctionId function, uint32_t n_arguments) -> uint32_t;
  auto InternShape() -> simcode::ShapeId;

  expr::Pool& pool_;
  expr::Walker walker_;
  const Slots& slots_;
  uint32_t time_slot_;
  simcode::SimCode& simcode_;
  base::IdIndex shape_index_;
  // The shape under construction.
  simcode::Shape shape_;
  std::vector<uint32_t> row_;
  expr::Memo<uint32_t> result_;
  // A branch of an If: what stands in it alone counts only where the condition holds, or does not, and where
  // the If itself counts. Guard 0 always holds; a guard comes after the one it stands in.
  struct Guard {
    uint32_t outer = 0;
    uint32_t depth = 0;
    expr::ExprId condition;
    bool holds = true;
    uint32_t result = kNotYet;
  };
  std::vector<Guard> guards_;
  expr::Memo<uint32_t> guard_of_;
  // Rows lowered but not yet placed.
  std::vector<uint32_t> pending_;
};

}  // namespace kerf::transform
