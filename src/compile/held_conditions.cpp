// Conditions as they are written, with variables in place of slots.
#include "compile/held_conditions.h"

#include "compile/without_no_event.h"
#include "expr/evaluate.h"
#include "expr/walk.h"
#include "transform/tape_builder.h"

namespace kerf::compile {

namespace {

using expr::ExprId;
using expr::Op;

// What a relation holds of the condition as written: of `ceil(x)` floor(-x), of `mod(x, y)` floor(x/y).
auto HeldPart(const simcode::Relation& relation, expr::Pool& pool) -> ExprId {
  const ExprId condition = relation.condition;
  if (relation.kind != model::RelationKind::Floor || pool.op(condition) == Op::Floor) return condition;
  const ExprId x = pool.operand(condition, 0);
  return pool.Unary(Op::Floor,
                    pool.op(condition) == Op::Mod ? pool.Div(x, pool.operand(condition, 1)) : pool.Neg(x));
}

}  // namespace

auto MakeHeldConditions(const transform::Work& work) -> model::HeldConditions {
  expr::Pool& pool = work.dae.world->pool;
  const uint32_t n = work.dae.vars.size();
  transform::Slots slots(n);
  const uint32_t first = slots.Allocate(n);
  for (const expr::VarId id : work.dae.vars.ids()) slots.Bind(id, first + id.index);
  const uint32_t time = slots.Allocate();
  simcode::SimCode code;
  transform::TapeBuilder builder(pool, slots, time, code);
  expr::Evaluator evaluator(pool);
  const auto leaf = [&](ExprId id) -> std::optional<double> {
    const bool is_known = pool.op(id) == Op::Time || (pool.op(id) == Op::Var && pool.var(id).index < n);
    return is_known ? std::optional<double>(0) : std::nullopt;
  };
  expr::Rewriter rewriter(pool);
  model::HeldConditions held;
  model::Code rows;
  for (size_t k = 0; k < work.simcode.relations.size(); ++k) {
    const ExprId condition = WithoutNoEvent(rewriter, pool, HeldPart(work.simcode.relations[k], pool));
    if (!evaluator.TryEvaluate(condition, leaf)) continue;
    builder.Append(rows, slots.Allocate(), condition);
    held.relations.push_back(static_cast<uint32_t>(k));
  }
  held.code = code.tape.codes.Add(std::move(rows));
  held.tape = std::move(code.tape);
  return held;
}

}  // namespace kerf::compile
