// Statements of functions.
#include "codegen/function_abi.h"
#include "codegen/function_emitter.h"

namespace kerf::codegen {

using flat::Statement;
using flat::StatementKind;

void FunctionEmitter::Run(const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    if (!reason_.empty()) return;
    ForgetSince(0);
    RunStatement(statement);
    ForgetSince(0);
  }
}

void FunctionEmitter::RunStatement(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::Assignment: RunAssignment(statement); return;
    case StatementKind::Call:       EvalCall(statement.value); return;
    case StatementKind::If:         RunIf(statement); return;
    case StatementKind::For:        RunFor(statement); return;
    case StatementKind::While:      RunWhile(statement); return;
    case StatementKind::Break:
      if (!breaks_.empty()) Leave(breaks_.back());
      return;
    case StatementKind::Return: Leave(exit_); return;
    case StatementKind::Assert: RunAssert(statement); return;
    // The interpreter tells why, like in a failing assertion.
    case StatementKind::Terminate: Leave(failure_); return;
    case StatementKind::Equality:
    case StatementKind::When:
    case StatementKind::Reinit:    GiveUp("a statement has no meaning in a function"); return;
  }
}

// Memory that a statement used for its intermediate values is free after it, unless it gave a variable new
// memory.
void FunctionEmitter::RunAssignment(const Statement& statement) {
  const ExprId target = statement.target;
  const size_t n_uses = n_arena_uses_;
  IrValue place = ContextField(offsetof(FunctionContext, top));
  IrValue top = ir_.CreateLoad(ir_.getPtrTy(), place);
  bool is_kept = false;
  const auto keeps = [&](ExprId part) {
    if (pool_.op(part) != Op::Local) return;
    for (const Place& p : variables_[pool_.position(part)].places) is_kept = is_kept || p.is_open;
  };
  if (pool_.op(target) != Op::Tuple) {
    keeps(target);
    Assign(target, Eval(statement.value));
  } else {
    const Outputs outputs = EvalCall(statement.value);
    const auto n = pool_.operands(target).size();
    if (n > outputs.size()) return GiveUp("there are more targets than outputs");
    for (size_t k = 0; k < n; ++k) {
      const ExprId part = pool_.operand(target, k);
      if (!part.has_value() || pool_.op(part) == Op::Colon) continue;
      keeps(part);
      Assign(part, outputs[k]);
    }
  }
  if (n_arena_uses_ != n_uses && !is_kept) ir_.CreateStore(top, place);
}

void FunctionEmitter::RunIf(const Statement& statement) {
  auto* after = NewBlock("after_if");
  ++conditional_;
  for (const flat::Branch& branch : statement.branches) {
    ForgetSince(0);
    if (!branch.condition.has_value()) {
      Run(branch.body);
      break;
    }
    auto* taken = NewBlock("taken");
    auto* next = NewBlock("next_branch");
    ir_.CreateCondBr(EvalCondition(branch.condition), taken, next);
    ir_.SetInsertPoint(taken);
    Run(branch.body);
    ir_.CreateBr(after);
    ir_.SetInsertPoint(next);
  }
  --conditional_;
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

void FunctionEmitter::RunFor(const Statement& statement) {
  const auto iteration = EvalIteration(statement.value);
  if (!iteration) return;
  const ExprId target = statement.target;
  const bool is_iterator = pool_.op(target) == Op::Iterator;
  auto* before = ir_.GetInsertBlock();
  auto* head = NewBlock("for");
  auto* turn = NewBlock("turn");
  auto* next = NewBlock("next_turn");
  auto* after = NewBlock("after_for");
  ir_.CreateBr(head);
  ir_.SetInsertPoint(head);
  auto* index = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  index->addIncoming(Int(0), before);
  ir_.CreateCondBr(ir_.CreateICmpSLT(index, iteration->count), turn, after);
  ir_.SetInsertPoint(turn);
  ForgetSince(0);
  Operand value = ElementAt(*iteration, index);
  if (is_iterator) {
    iterators_.push_back({pool_.position(target), pool_.name(target), std::move(value)});
  } else {
    Assign(target, std::move(value));
  }
  breaks_.push_back(after);
  Run(statement.branches[0].body);
  breaks_.pop_back();
  if (is_iterator) iterators_.pop_back();
  ir_.CreateBr(next);
  ir_.SetInsertPoint(next);
  index->addIncoming(ir_.CreateAdd(index, Int(1)), next);
  ir_.CreateBr(head);
  ir_.SetInsertPoint(after);
}

// A loop that does not end, or goes on with wrong numbers, is the interpreter's.
void FunctionEmitter::RunWhile(const Statement& statement) {
  const flat::Branch& branch = statement.branches[0];
  auto* head = NewBlock("while");
  auto* turn = NewBlock("turn");
  auto* after = NewBlock("after_while");
  ir_.CreateBr(head);
  ir_.SetInsertPoint(head);
  ForgetSince(0);
  IrValue place = ContextField(offsetof(FunctionContext, budget));
  IrValue left = ir_.CreateSub(ir_.CreateLoad(ir_.getInt64Ty(), place), Int(1));
  ir_.CreateStore(left, place);
  Require(ir_.CreateICmpSGT(left, Int(0)));
  Require(ir_.CreateNot(ir_.CreateLoad(ir_.getInt1Ty(), failed_)));
  ir_.CreateCondBr(EvalCondition(branch.condition), turn, after);
  ir_.SetInsertPoint(turn);
  breaks_.push_back(after);
  Run(branch.body);
  breaks_.pop_back();
  ir_.CreateBr(head);
  ir_.SetInsertPoint(after);
}

// The text of the message is the interpreter's.
void FunctionEmitter::RunAssert(const Statement& statement) {
  IrValue holds = EvalCondition(statement.value);
  const ExprId level = statement.target;
  const bool is_literal = !level.has_value() || pool_.op(level) == Op::Integer;
  const bool is_error = !level.has_value() || (is_literal && pool_.integer(level) != 1);
  if (is_error) {
    Require(holds);
    return;
  }
  auto* violated = NewBlock("violated");
  auto* after = NewBlock("after_assert");
  ir_.CreateCondBr(holds, after, violated);
  ir_.SetInsertPoint(violated);
  ++conditional_;
  if (!is_literal) Require(ir_.CreateICmpEQ(EvalInteger(level), Int(1)));
  --conditional_;
  Warn();
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

// Tells that there is a message, if this assertion has given none before.
void FunctionEmitter::Warn() {
  IrValue reported = ir_.CreateLoad(ir_.getPtrTy(), ContextField(offsetof(FunctionContext, is_reported)));
  IrValue place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), reported, module_.AddWarning());
  IrValue is_new = ir_.CreateICmpEQ(ir_.CreateLoad(ir_.getInt8Ty(), place), ir_.getInt8(0));
  ir_.CreateStore(ir_.getInt8(1), place);
  IrValue flag = ContextField(offsetof(FunctionContext, has_warned));
  IrValue before = ir_.CreateLoad(ir_.getInt64Ty(), flag);
  ir_.CreateStore(ir_.CreateOr(before, ir_.CreateZExt(is_new, ir_.getInt64Ty())), flag);
}

}  // namespace kerf::codegen
